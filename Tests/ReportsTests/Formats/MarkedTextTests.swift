import Basics
import Findings
import Foundation
import Testing

@testable import AppSiteAssociation
@testable import Audit
@testable import Records
@testable import Reports

/// Combining marks, which join the previous scalar to a single `Character` and can hide a special character from Swift:
/// with such marks beside the special characters of any format, each text is read back unchanged.
struct MarkedTextTests {
    static let marks: [String] = [
        "\u{301}", "\u{903}", "\u{200D}", "\u{FE0F}", "\u{20DD}", "\u{488}", "\u{1F3FB}", "\u{E0100}",
    ]

    private static let specials: [String] =
        "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\t\n\r ＝＋－＠".unicodeScalars.map { String($0) }
        + ["\r\n", "::", "##[", "](", "://", "]]>", "```", "</script>", "%0A", "\\n", "{0}", "\",\"=1+1"]

    /// Returns each special text with the mark after it, and with the mark on both sides.
    static func texts(_ mark: String) -> [String] { specials.flatMap { ["\($0)\(mark)1", "x\(mark)\($0)\(mark)"] } }

    /// A function that writes a text, and a function that reads it back by other means.
    struct Format: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var write: @Sendable (String) throws -> String
        var read: @Sendable (String) throws -> String
        /// Returns the expected text after a text was written and read back.
        var expected: @Sendable (String) -> String = { VisibleText.escape($0) }
    }

    static let formats: [Format] = [
        Format(
            testDescription: "XML attribute", write: { "<a b=\"\(XMLText.attribute($0))\"/>" },
            read: { try xml($0).value }),
        Format(
            testDescription: "XML content", write: { "<a>\(XMLText.content($0))</a>" }, read: { try xml($0).text },
            expected: { text in
                text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { VisibleText.escape(String($0)) }.joined(separator: "\n")
            }),
        Format(
            testDescription: "HTML", write: { "<a b=\"\(EscapedText.escape(VisibleText.escape($0)))\"/>" },
            read: { try xml($0).value }),
        Format(testDescription: "Markdown code", write: { MarkdownText.htmlCode($0) }, read: { try xml($0).text }),
        Format(testDescription: "Markdown", write: { MarkdownText.escape($0) }, read: { try markdown($0) }),
        Format(
            testDescription: "CSV", write: { CSVCell.untrusted($0).text },
            read: { cell in
                let rows = try CSVReportTests().rows(cell + ",end\r\n")
                #expect(rows.count == 1 && rows[0].count == 2 && rows[0][1] == "end", "\(rows)")
                return rows[0][0]
            },
            expected: { text in
                // An apostrophe keeps a spreadsheet from interpreting a text as a formula.
                VisibleText.escape(text).unicodeScalars.split(separator: ";", omittingEmptySubsequences: false)
                    .map { field in
                        let start = field.first { !$0.properties.isWhitespace && $0 != "\"" }
                        return (start.map("=+-@＝＋－＠".unicodeScalars.contains) ?? false ? "'" : "") + String(field)
                    }.joined(separator: ";")
            }),
        Format(
            testDescription: "JSON",
            write: { text in
                var writer = JSONWriter()
                writer.array { $0.value(text) }
                return String(decoding: writer.takeBytes(), as: UTF8.self)
            }, read: { try JSONDecoder().decode([String].self, from: Data($0.utf8))[0] }, expected: { $0 }),
        Format(
            testDescription: "JSON in messages", write: { "[\(QuotedText.json($0))]" },
            read: { try JSONDecoder().decode([String].self, from: Data($0.utf8))[0] }, expected: { $0 }),
        Format(
            testDescription: "JSON pointer", write: { JSONPointer(tokens: [$0]).description },
            read: { pointer in
                let text = Array(pointer.utf8)
                #expect(text.first == 0x2F && !text.dropFirst().contains(0x2F))
                let marked = String(decoding: text.dropFirst(), as: UTF8.self)
                return ["~1": "/", "~0": "~"].sorted { $0.key > $1.key }.reduce(marked) { text, pair in
                    text.replacingOccurrences(of: pair.key, with: pair.value, options: .literal)
                }
            }, expected: { $0 }),
        Format(
            testDescription: "SARIF", write: { SARIFText.escape($0) },
            read: { text in
                let scalars = Array(text.unicodeScalars)
                #expect(!zip(scalars, scalars.dropFirst()).contains { $0 == ("]", "(") })
                return try unescaped(text, braces: true)
            },
            expected: {
                VisibleText.escape($0).escaped { before, scalar, _ in before == "]" && scalar == "(" ? " (" : nil }
            }),
        Format(
            testDescription: "Prometheus",
            write: { text in
                var page = PrometheusPage()
                page.beginMetric("a", "b")
                page.addSample(1, labels: [("c", text)])
                return page.take()
            },
            read: { page in
                let line = try #require(page.utf8.split(separator: 0x0A).last.flatMap { String($0) })
                return try quoted(line, after: "a{c=\"", before: "\"} 1")
            }),
        Format(
            testDescription: "log line",
            // A word with a space is always quoted.
            write: { text in
                LogLine.text(
                    .text, time: LogLineTests.time, level: "info", message: "m", details: ["v": .string(" " + text)])
            },
            read: { try quoted($0, after: "2023-11-14T22:13:20.250Z INFO m v=\" ", before: "\"\n") }),
        Format(
            testDescription: "GitHub", write: { WorkflowCommand.error.line(title: $0, $0) },
            read: { line in
                let scalars = Array(line.unicodeScalars)
                #expect(scalars.last == "\n" && scalars.dropLast().allSatisfy { $0 != "\n" && $0 != "\r" })
                let title = String(String.UnicodeScalarView(scalars.dropFirst(14).prefix { $0 != ":" && $0 != "," }))
                let rest = line.utf8.dropFirst(14 + title.utf8.count)
                #expect(rest.starts(with: "::".utf8))
                return try #require(title.removingPercentEncoding)
            }),
    ]

    @Test(arguments: formats, marks) func comesBackAsItWasWritten(_ format: Format, _ mark: String) throws {
        for text in Self.texts(mark) {
            let written = try format.write(text)
            let read = try format.read(written)
            let isSame = read.unicodeScalars.elementsEqual(format.expected(text).unicodeScalars)
            #expect(isSame, "\(written.debugDescription)")
        }
    }

    /// A line of a log on GitHub contains no command, and a chat message contains no markup from untrusted text.
    @Test(arguments: marks) func isNothingThatIsObeyed(_ mark: String) {
        for text in Self.texts(mark) {
            let line = WorkflowCommand.plain(text).utf8.drop { $0 == 0x20 }
            #expect(!line.starts(with: "::".utf8))
            #expect(String(decoding: line, as: UTF8.self).range(of: "##[", options: .literal) == nil)
            let chat = ChatText.escape(text).unicodeScalars
            #expect(!chat.contains { "<>@#*~`\n\r\t".unicodeScalars.contains($0) })
        }
    }

    /// All formats of a report with such texts, which the readers of `Tests/Formats/validate_reports.py` compare with its JSON.
    @Test func leavesReportsForOtherReaders() throws {
        guard let folder = ProcessInfo.processInfo.environment["TEST_FORMATS_FOLDER"] else { return }
        let texts = Self.marks.flatMap(Self.texts)
        let run = SampleRun(
            domains: texts.enumerated().map { index, text in
                var report = SampleRun.planted(text)
                report.domain = DomainID(host: "m\(index).example", displayHost: text)
                report.findings[0].pointer = JSONPointer(tokens: [text]).description
                report.findings[0].waived = nil
                return report
            })
        let documents: [(String, any DocumentRenderer)] = [
            ("json", JSONReport()), ("csv", CSVReport()), ("md", MarkdownReport()), ("junit.xml", JUnitReport()),
            ("sarif", SARIFReport()), ("prom", PrometheusReport()), ("github", GitHubReport()),
            ("eml", MailReport(isWholeMessage: true)), ("mail.html", MailReport()),
        ]
        for (ending, renderer) in documents {
            try Data(run.rendered(renderer).utf8).write(to: URL(filePath: folder).appending(path: "marked.\(ending)"))
        }
    }

    // MARK: Readers

    private static func xml(_ text: String) throws -> (value: String, text: String) {
        let document = try XMLContents(text)
        try #require(document.elements.count == 1)
        return (document.elements[0].attributes["b"] ?? "", document.text)
    }

    /// Reads backslashes before punctuation and the references of HTML, as CommonMark does.
    private static func markdown(_ text: String) throws -> String {
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\\":
                let popped = rest.popFirst()
                let next = try #require(popped)
                #expect(next.isASCII && !next.properties.isAlphabetic)
                result.append(next)
            case "&":
                let name = String(rest.prefix { $0 != ";" })
                rest = rest.dropFirst(name.unicodeScalars.count + 1)
                result.append(try #require(["amp": "&", "lt": "<", "gt": ">"][name]))
            default:
                #expect(!"`*_[]#|~!@<>".unicodeScalars.contains(scalar), "\(text.debugDescription)")
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// Reads a quoted value with backslashes, which must not end before `end`.
    private static func quoted(_ line: String, after start: String, before end: String) throws -> String {
        let isWhole = line.utf8.starts(with: start.utf8) && line.utf8.reversed().starts(with: end.utf8.reversed())
        try #require(isWhole, "\(line.debugDescription)")
        let value = line.utf8.dropFirst(start.utf8.count).dropLast(end.utf8.count)
        return try unescaped(String(decoding: value, as: UTF8.self), braces: false)
    }

    /// Reads doubled braces, or backslashes.
    private static func unescaped(_ text: String, braces: Bool) throws -> String {
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            let isSpecial = braces ? scalar == "{" || scalar == "}" : scalar == "\\"
            if braces, isSpecial { try #require(rest.first == scalar, "\(text.debugDescription)") }
            if !braces { try #require(scalar != "\"" && scalar != "\n", "\(text.debugDescription)") }
            // Invisible characters are written as `\u{…}`, which cannot be confused with a backslash in the text.
            let next = isSpecial && rest.first != "u" ? rest.popFirst() : scalar
            result.append(try #require(next))
        }
        return String(result)
    }
}
