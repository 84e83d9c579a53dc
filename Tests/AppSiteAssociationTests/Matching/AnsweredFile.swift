import Testing

@testable import AppSiteAssociation

/// A file with the answers that systems give for URLs under it.
struct AnsweredFile: Sendable, CustomTestStringConvertible {
    struct Answer: Sendable {
        let url: String
        let outcome: LinkOutcome
    }

    /// The behaviour that the answers demonstrate.
    let reason: String
    let json: String
    let answers: [Answer]

    var testDescription: String { reason }

    /// Reads a table: for each file a line with the reason, one with the file, and one with the URLs of each outcome.
    ///
    /// A file is either its components or all of it, with `APP` for ``Sample/app``. A URL without a host is one of
    /// example.com, and `(none)` is that host alone.
    static func list(_ table: String) -> [AnsweredFile] {
        let lines = table.split(separator: "\n").map(String.init)
        precondition(lines.count.isMultiple(of: 3), "a file has three lines")
        return stride(from: 0, to: lines.count, by: 3).map { index in
            AnsweredFile(reason: lines[index], json: json(lines[index + 1]), answers: answers(lines[index + 2]))
        }
    }

    private static func json(_ text: String) -> String {
        let isWhole = text.hasPrefix("{\"applinks\"") || text.hasPrefix("{\"webcredentials\"")
        let file =
            isWhole ? text : "{\"applinks\": {\"details\": [{\"appIDs\": [\"APP\"], \"components\": [\(text)]}]}}"
        return file.replacing("APP", with: Sample.app)
    }

    private static func answers(_ text: String) -> [Answer] {
        var outcome: LinkOutcome?
        return text.split(separator: " ").compactMap { word in
            if word.last == ":", let named = LinkOutcome(rawValue: String(word.dropLast())) {
                outcome = named
                return nil
            }
            guard let outcome else { preconditionFailure("“\(word)” has no outcome before it") }
            let url = word.hasPrefix("https:") ? String(word) : "https://example.com" + (word == "(none)" ? "" : word)
            return Answer(url: url, outcome: outcome)
        }
    }
}
