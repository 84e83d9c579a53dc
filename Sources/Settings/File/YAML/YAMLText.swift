import Basics

/// The text of a configuration file, whose limits are checked before it is parsed.
struct YAMLText {
    /// The maximum number of bytes; a longer list of domains belongs in a file of its own.
    static let maxBytes = 8 << 20
    /// The maximum number of aliases that the parser may expand; after parsing, any alias is rejected.
    private static let maxAliases = 16
    static let tooLarge = ConfigurationProblem(
        "the file is larger than \(maxBytes >> 20) MiB, the maximum; move the domains to a file of their own, "
            + "and name that file under “lists”")

    let text: String

    init(_ bytes: [UInt8]) throws(ConfigurationProblem) {
        guard bytes.count <= Self.maxBytes else { throw Self.tooLarge }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw ConfigurationProblem("the file is UTF-16; save it as UTF-8 text")
        }
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        guard let text = String(validating: content, as: UTF8.self) else {
            throw ConfigurationProblem(
                "the line contains bytes that are not UTF-8; save the file as UTF-8 text",
                at: YAMLMark(line: Self.lineOfFirstInvalidByte(content), column: 1))
        }
        self.text = text
        try rejectManyAliases()
    }

    private static func lineOfFirstInvalidByte(_ bytes: ArraySlice<UInt8>) -> Int {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
    }

    /// Rejects many aliases before they are parsed, because nested ones can represent more values than fit into memory.
    private func rejectManyAliases() throws(ConfigurationProblem) {
        var (aliases, anchors) = (0, 0)
        var line = 1
        var previous = UInt8(ascii: "\n")
        /// The previous byte, if it can begin an alias (*) or an anchor (&); the name that follows cannot begin with a
        /// dot.
        var indicator: UInt8?
        for byte in text.utf8 {
            if let indicator, byte.isHostByte, byte != UInt8(ascii: ".") {
                if indicator == UInt8(ascii: "*") { aliases += 1 } else { anchors += 1 }
                if aliases > Self.maxAliases, anchors > 0 {
                    throw ConfigurationProblem(Self.noAliases, at: YAMLMark(line: line, column: 1))
                }
            }
            let beginsValue = previous <= 0x20 || ",[{:?-".utf8.contains(previous)
            indicator = beginsValue && (byte == UInt8(ascii: "*") || byte == UInt8(ascii: "&")) ? byte : nil
            if byte == 0x0A { line += 1 }
            previous = byte
        }
    }

    static let noAliases =
        "anchors (&name) and aliases (*name) are not allowed; write the value itself, or put a text that begins with "
        + "* or & in quotes"

    func line(_ number: Int) -> Substring {
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        return lines.dropFirst(max(0, number - 1)).first ?? ""
    }
}
