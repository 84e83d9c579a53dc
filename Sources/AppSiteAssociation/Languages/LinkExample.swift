/// An example of a link: the part of a URL after the host.
struct LinkExample: Hashable, Sendable, CustomStringConvertible {
    /// The path as written in a URL.
    var path: String
    /// The query as written in a URL, without its `?`; empty if there is none.
    var query: String
    /// The fragment as written in a URL, without its `#`; empty if there is none.
    var fragment: String

    /// Creates an example from a text of a path space, without the trailing slash, as usual for links.
    init(path: String, text: RuleLanguage.Text, query: String = "", fragment: String = "") {
        let written = text == .decoded ? WrittenText.encoding(path) : path
        self.path = written.count > 1 && written.hasSuffix("/") ? String(written.dropLast()) : written
        self.query = query
        self.fragment = fragment
    }

    /// The link from its path.
    var description: String {
        path + (query.isEmpty ? "" : "?" + query) + (fragment.isEmpty ? "" : "#" + fragment)
    }
}

extension RuleLanguage {
    /// Returns a shortest link that the rule matches; `nil` if none is known.
    func example(budget: inout WorkBudget) -> LinkExample? {
        var example = LinkExample(path: "/", text: text)
        if let path {
            guard case .fails(let found) = pathSpace.isEmpty(path, budget: &budget) else { return nil }
            example = LinkExample(path: found, text: text)
        }
        for condition in conditions {
            guard case .fails(let found) = condition.space.isEmpty(condition.pattern, budget: &budget) else {
                return nil
            }
            let written = condition.text == .decoded ? WrittenText.encoding(found) : found
            switch condition.part {
            case .fragment: example.fragment = written
            case .query: example.query = written
            case .item(let name):
                guard !written.isEmpty else { continue }
                example.query += (example.query.isEmpty ? "" : "&") + name + "=" + written
            }
        }
        return example
    }
}
