import AppSiteAssociation

/// A file of 131 072 bytes, the most that systems accept, with as many rules as the issue of such a file has.
struct BenchFile: Sendable {
    var name: String
    var ruleCount: Int
    var urlCount: Int
    /// The component at a place.
    var component: @Sendable (Int) -> String
    /// The path and query of the URL at a place.
    var link: @Sendable (Int) -> String

    private static let size = 131_072

    /// The bytes; white space fills them up to the size.
    var bytes: [UInt8] {
        let rules = (0..<ruleCount).map(component).joined(separator: ",")
        let text = """
            {"applinks":{"apps":[],"details":[{"appIDs":["K7QW2XNB5T.net.waldweg.karten"],"components":[\(rules)]}]}}
            """
        precondition(text.utf8.count <= Self.size, "the file is too large: \(text.utf8.count)")
        return Array(text.utf8) + Array(repeating: 0x20, count: Self.size - text.utf8.count)
    }

    /// The URLs to match.
    var links: [LinkURL] {
        (0..<urlCount).compactMap { try? LinkURL("https://example.com" + link($0)) }
    }

    static let all: [BenchFile] = [
        BenchFile(
            name: "a catalogue", ruleCount: 3000, urlCount: 100_000,
            component: { index in
                switch index % 10 {
                case 0: #"{"/":"/c\#(index)/old/*","exclude":true}"#
                case 1: #"{"/":"/c\#(index)/","?":{"v":"?*"}}"#
                case 2: #"{"/":"/c\#(index)/??/item"}"#
                default: #"{"/":"/c\#(index)/*"}"#
                }
            },
            // Three of four meet a rule; of these, some an exclusion.
            link: { index in
                let rule = (index &* 7919) % 4000
                return index % 5 == 0 ? "/c\(rule)/old/page?v=2" : "/c\(rule)/en/item?v=\(index)#top"
            }),
        BenchFile(
            name: "wildcards in front", ruleCount: 3000, urlCount: 10_000,
            component: { #"{"/":"*/s\#($0)/*a*b"}"# },
            link: { index in "/shop/s\((index &* 7919) % 4000)/aaaaaaaaaa/\(index % 2 == 0 ? "b" : "c")" }),
    ]
}
