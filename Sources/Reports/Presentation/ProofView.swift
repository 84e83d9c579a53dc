import Audit
import Basics
import Findings
import Transport

/// The evidence of a finding in a few lines below its message: the position in the file, the path of a redirect, the
/// certificate, or the response.
struct ProofView {
    private static let contextLines = 2
    /// The maximum number of characters of a line that are shown, around the relevant position.
    private static let width = 100
    private static let maxHops = 12
    /// The limit of line numbers, which is higher than the number of lines in any file that is read.
    static let lineLimit = 1 << 31

    let finding: Finding
    let report: DomainReport

    /// The lines; empty if the message contains all evidence.
    var lines: [String] {
        if let excerpt { return excerpt }
        if finding.code == .redirect || finding.code == .redirectLoop { return hops }
        switch Catalogue[finding.code].family {
        case .tls: return certificate
        case .http, .file: return finding.line == nil ? answer : []
        case .reachingTheServer, .expectations, .appleCDN, .entitlements: return []
        }
    }

    private var excerpt: [String]? {
        guard let line = finding.line, (1..<Self.lineLimit).contains(line) else { return nil }
        let bytes = report.file?.location == finding.location ? report.file?.bytes : location?.exchange?.body
        if let bytes, !bytes.isEmpty, let lines = Self.excerpt(bytes, line: line, column: finding.column) {
            return lines
        }
        return finding.keptExcerpt.map {
            [Self.numbered($0.line, line, last: line), Self.numbered($0.caret, nil, last: line)]
        }
    }

    private static func excerpt(_ bytes: [UInt8], line: Int, column: Int?) -> [String]? {
        guard FileExcerpt(bytes, line: line, column: column, width: width) != nil else { return nil }
        let last = line + contextLines
        return (max(1, line - contextLines)...last).flatMap { number in
            FileExcerpt(bytes, line: number, column: number == line ? column : nil, width: width)
                .map { numbered($0, number, last: last) } ?? []
        }
    }

    /// Returns a line of a file with its number, followed by a caret and `words` below the relevant position.
    static func numbered(_ line: FileExcerpt, _ number: Int, last: Int, words: String? = nil) -> [String] {
        let below = [line.caret, words].compactMap(\.self).joined(separator: " ")
        return [numbered(line.text, number, last: last)] + (below.isEmpty ? [] : [numbered(below, nil, last: last)])
    }

    private static func numbered(_ text: String, _ number: Int?, last: Int) -> String {
        let label = number.map(String.init) ?? ""
        return String(repeating: " ", count: String(last).count - label.count) + label + " | " + text
    }

    private var location: LocationReport? { report[finding.location] }

    private var hops: [String] {
        guard let hops = location?.redirects, let first = hops.first else { return answer }
        return [first.from] + hops.prefix(Self.maxHops).map { "  → \($0.status) → \($0.to)" }
    }

    private var certificate: [String] {
        guard let leaf = report.certificate else { return [] }
        return ["\(leaf.subjectText) · issued by \(leaf.issuerText) · valid until \(leaf.endText)"]
    }

    /// The response on one line: status, type, server, and the title of a web page.
    private var answer: [String] {
        guard let exchange = location?.exchange, let status = exchange.status else { return [] }
        func field(_ name: String) -> String? { exchange.headerFields.first(name)?.cut(to: 60) }
        var parts = ["\(status)", field("content-type") ?? "no Content-Type"]
        if let server = field("server") { parts.append(server) }
        if case .string(let title)? = finding.evidence["title"] { parts.append("title “\(title.cut(to: 60))”") }
        return [parts.joined(separator: " · ")]
    }
}
