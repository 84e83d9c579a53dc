import Basics

// The parts of texts that were written as path patterns.
extension CorrectedPath {
    /// Returns the rest of a pattern after the scheme and the host of a whole URL; `nil` if there is no scheme.
    static func withoutOrigin(_ text: String) -> String? {
        let scalars = Array(text.unicodeScalars)
        guard let colon = scalars.firstIndex(of: ":"), colon > 0, colon < 12,
            scalars[..<colon].allSatisfy({
                $0.isASCII && ($0.properties.isAlphabetic || $0 == "*" || $0 == "+" || $0 == "-")
            }),
            scalars[(colon + 1)...].starts(with: ["/", "/"])
        else { return nil }
        let rest = scalars[(colon + 3)...].drop { $0 != "/" && $0 != "?" && $0 != "#" }
        return String(String.UnicodeScalarView(rest))
    }

    /// Returns the rest of a pattern after a host name in its first segment, or after a whole URL that follows a slash.
    static func withoutHost(_ text: String) -> String? {
        let scalars = text.unicodeScalars.drop { $0 == "/" }
        if scalars.startIndex > text.startIndex, let rest = withoutOrigin(String(scalars)) { return rest }
        let segment = String(scalars.prefix { $0 != "/" && $0 != "?" && $0 != "#" })
        guard isHostName(segment) else { return nil }
        return String(scalars.dropFirst(segment.unicodeScalars.count))
    }

    /// Whether `text` is almost certainly a host name, because it begins with `www.`, or ends with a top-level domain
    /// that is not a file extension.
    private static func isHostName(_ text: String) -> Bool {
        let labels = text.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, let first = labels.first, let last = labels.last else { return false }
        let names = first == "*" ? labels.dropFirst() : labels[...]
        let areNames = names.allSatisfy { name in
            !name.isEmpty && name.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
        }
        guard areNames else { return false }
        let endsInSecondLevel = labels.count > 2 && last.count == 2 && ["co", "com"].contains(labels[labels.count - 2])
        return (first == "www" && labels.count > 2) || endsInSecondLevel || topLevelDomains.contains(String(last))
    }

    /// The top-level domains of countries and the common generic ones, except those that are also file extensions, such
    /// as `.md`, `.sh`, `.py`, `.zip` and `.mov`.
    private static let topLevelDomains: Set<String> = {
        func words(_ text: String) -> Set<String> { Set(text.split(separator: " ").map(String.init)) }
        let fileExtensions = words(
            """
            ai am as bz cc cd cf cu do eg in la lc ma md mk ml mm mo mp ms pl pm pn ps py rs sc sh so sr st sv tc tf \
            tm to vi wf
            """)
        let countries = Set(ISOCodes.regions.map { $0.lowercased() } + ["eu", "uk"])
        let generic = words(
            """
            agency app bank biz blog cafe care chat city cloud club com community company design dev digital edu \
            education email energy events family fashion finance fit fun games global gov group health info insurance \
            int international jobs kitchen legal life live love ltd market marketing media mil mobi money museum name \
            net network news ngo online org page photos pizza place plus press recipes restaurant run school services \
            shop site social software solutions space store studio systems team tech technology tel today tools tours \
            travel university vip website wiki work works world xyz zone
            """)
        return countries.subtracting(fileExtensions).union(generic)
    }()

    /// Returns the path and the query of a pattern in which an item with `=` follows `?` in the same segment.
    static func splitQuery(_ text: String) -> (path: String, query: String)? {
        let scalars = text.unicodeScalars
        guard let equals = scalars.firstIndex(of: "=") else { return nil }
        guard let mark = scalars[..<equals].lastIndex(of: "?") else { return nil }
        let name = scalars[scalars.index(after: mark)..<equals]
        guard !name.contains("/"), !name.isEmpty else { return nil }
        return (String(scalars[..<mark]), String(scalars[scalars.index(after: mark)...]))
    }

    static func queryItems(in query: String) -> [(name: String, value: String)] {
        query.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count > 1 else { return (parts[0], "") }
            // A single star would also match a missing item, which counts as empty.
            return (parts[0], parts[1] == "*" ? "?*" : parts[1])
        }
    }

    /// Whether a pattern ends with `?*`, which was probably intended to match any query.
    static func endsInLooseQuestionMark(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard scalars.count > 3, scalars.suffix(2) == ["?", "*"] else { return false }
        return !["/", "*", "?", ")"].contains(scalars[scalars.count - 3])
    }

    /// Returns `text` with a star in place of each placeholder, such as `{id}` or `<id>`.
    static func withoutPlaceholders(_ text: String) -> String {
        let closingBrackets: [Unicode.Scalar: Unicode.Scalar] = ["{": "}", "<": ">"]
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            if let closing = closingBrackets[scalar], let end = rest.firstIndex(of: closing),
                !rest[..<end].contains("/")
            {
                if result.last != "*" { result.append("*") }
                rest = rest[rest.index(after: end)...]
            } else {
                result.append(scalar)
                rest = rest.dropFirst()
            }
        }
        return String(result)
    }

    /// Returns `text` in the form of the compared URL: percent-encoded as written, or decoded.
    static func comparedForm(of text: String, isPercentEncoded: Bool) -> String {
        guard isPercentEncoded else { return PercentEncoding.decoded(text) ?? text }
        return text.escaped { scalar in
            let isKept = scalar.isASCII && scalar.value > 0x20 && scalar.value != 0x7F
            return isKept ? nil : PercentEncoding.encoded(String(scalar))
        }
    }
}
