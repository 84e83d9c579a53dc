import Findings
import Testing

@testable import AppSiteAssociation

/// An association file in which marks such as `⟦error rule-malformed⟧` precede the positions of expected findings.
struct MarkedFile: CustomTestStringConvertible {
    /// The compared properties of a finding.
    struct Found: Hashable, CustomStringConvertible {
        var severity: String
        var code: String
        var line: Int
        var column: Int

        var description: String { "\(severity) \(code) at \(line):\(column)" }
    }

    let text: String
    let expected: [Found]

    init(_ marked: String) {
        var text = String.UnicodeScalarView()
        var expected: [Found] = []
        var mark: String?
        var line = 1
        var column = 1
        for scalar in marked.unicodeScalars {
            switch scalar {
            case "⟦": mark = ""
            case "⟧":
                let words = (mark ?? "").split(separator: " ").map(String.init)
                expected.append(Found(severity: words[0], code: words[1], line: line, column: column))
                mark = nil
            case _ where mark != nil: mark?.unicodeScalars.append(scalar)
            default:
                text.append(scalar)
                column += 1
                if scalar == "\n" { (line, column) = (line + 1, 1) }
            }
        }
        self.text = String(text)
        self.expected = expected
    }

    /// Returns a file with one entry of `details` that has the given members, and without any other findings.
    static func detail(_ members: String, links: String = "") -> MarkedFile {
        MarkedFile(
            """
            {"applinks": {"apps": [], \(links.isEmpty ? "" : links + ", ")"details": [
            {"appIDs": ["A1B2C3D4E5.com.acme.app"], \(members)}
            ]}}
            """)
    }

    /// Returns a file whose only entry has these components.
    static func components(_ list: String, links: String = "") -> MarkedFile {
        detail("\"components\": [\n\(list)\n]", links: links)
    }

    /// Returns a file whose only entry has these paths.
    static func paths(_ list: String) -> MarkedFile {
        MarkedFile(
            """
            {"applinks": {"apps": [], "details": [
            {"appID": "A1B2C3D4E5.com.acme.app", "paths": [
            \(list)
            ]}]}}
            """)
    }

    var findings: [Finding] { FileJudge.judge(Array(text.utf8), location: .file).findings }

    /// Expects exactly the marked findings among those of `codes`.
    func check(_ codes: FindingCode..., sourceLocation: SourceLocation = #_sourceLocation) {
        let found = findings.filter { codes.contains($0.code) }.map {
            Found(severity: $0.severity.rawValue, code: $0.code.rawValue, line: $0.line ?? 0, column: $0.column ?? 0)
        }
        let order: (Found, Found) -> Bool = { ($0.line, $0.column, $0.code) < ($1.line, $1.column, $1.code) }
        #expect(
            found.sorted(by: order) == expected.sorted(by: order), "\(text)\n\(findings.map(\.message))",
            sourceLocation: sourceLocation)
        for finding in findings {
            #expect(!finding.message.isEmpty && finding.location == .file, sourceLocation: sourceLocation)
        }
    }

    var testDescription: String { text }
}
