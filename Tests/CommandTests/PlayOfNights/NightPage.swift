/// The text of a night, as Markdown that is readable without rendering.
struct NightPage {
    private(set) var text = ""

    mutating func heading(_ level: Int, _ words: String) {
        paragraph(String(repeating: "#", count: level) + " " + words)
    }

    mutating func paragraph(_ words: String) { text += (text.isEmpty ? "" : "\n") + words + "\n" }

    /// Adds text of the program under a title; `nothing` if it is empty.
    mutating func block(_ title: String, _ content: String, nothing: String = "nothing") {
        // Whether a response is slow depends on the load of the machine.
        let lines = content.split(separator: "\n", omittingEmptySubsequences: false).map { String($0.trimmedEnd) }
            .filter { !$0.contains("code=\"slow-response\"") }
        let body = lines.joined(separator: "\n").trimmedEnd
        paragraph(body.isEmpty ? "\(title): \(nothing)." : "\(title):\n\n```\n\(body)\n```")
    }
}

extension StringProtocol {
    /// The text without white space at its end.
    fileprivate var trimmedEnd: SubSequence {
        self[..<(lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex)]
    }
}
