/// The details of some domains as data for the page's script.
///
/// What several domains have in common, from a header field to a whole location, is written once: every distinct value
/// stands in a table and is named by its place there. In the table a string is itself, `true` is itself, and
/// everything else an array: a list begins with -1, an object with the place of its keys among the shapes; the places of
/// the elements or values follow.
struct DataChunk {
    private enum Node: Hashable {
        case text(String)
        case flag(Bool)
        case places([Int])
    }

    private var nodes: [Node] = []
    private var places: [Node: Int] = [:]
    private var shapes: [[String]] = []
    private var shapePlaces: [[String]: Int] = [:]
    private var domains: [Int] = []

    /// How many domains are in it.
    var count: Int { domains.count }

    /// Adds a domain.
    mutating func add(_ domain: TemplateObject) { domains.append(place(of: domain)) }

    /// Its bytes, fit for a `script` element.
    func bytes() -> [UInt8] {
        var writer = JSONWriter(.compact)
        writer.object { writer in
            writer.key("shapes")
            writer.array { writer in
                for shape in shapes { writer.array { for key in shape { $0.value(key) } } }
            }
            writer.key("nodes")
            writer.array { writer in
                for node in nodes {
                    switch node {
                    case .text(let text): writer.value(text)
                    case .flag(let flag): writer.value(flag)
                    case .places(let places): writer.array { for place in places { $0.value(place) } }
                    }
                }
            }
            writer.key("domains")
            writer.array { for domain in domains { $0.value(domain) } }
        }
        return writer.takeScriptBytes()
    }

    private mutating func place(of object: TemplateObject) -> Int {
        let keys = object.entries.map(\.key)
        let shape: Int
        if let known = shapePlaces[keys] {
            shape = known
        } else {
            shape = shapes.count
            shapes.append(keys)
            shapePlaces[keys] = shape
        }
        var members = [shape]
        members.reserveCapacity(keys.count + 1)
        for entry in object.entries { members.append(place(of: entry.value)) }
        return place(ofNode: .places(members))
    }

    private mutating func place(of value: TemplateValue) -> Int {
        switch value {
        case .text(let text): return place(ofNode: .text(text))
        case .flag(let flag): return place(ofNode: .flag(flag))
        case .object(let object): return place(of: object)
        case .texts(let texts):
            var members = [-1]
            for text in texts { members.append(place(ofNode: .text(text))) }
            return place(ofNode: .places(members))
        case .list(let objects):
            var members = [-1]
            for object in objects { members.append(place(of: object)) }
            return place(ofNode: .places(members))
        // Markup is for the page itself; nothing of a domain is markup.
        case .markup: return place(ofNode: .flag(false))
        }
    }

    private mutating func place(ofNode node: Node) -> Int {
        if let place = places[node] { return place }
        nodes.append(node)
        places[node] = nodes.count - 1
        return nodes.count - 1
    }
}
