import Audit
import Basics
import Findings
import Transport

/// The evidence of a finding in a few lines: an excerpt of the file, redirects, the certificate, or the response.
struct ProofView {
    private static let contextLines = 2
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
        case .http, .file: return finding.line == nil ? response : []
        case .reachingTheServer, .expectations, .appleCDN, .entitlements: return []
        }
    }

    private var excerpt: [String]? {
        guard let line = finding.line, (1..<Self.lineLimit).contains(line) else { return nil }
        let bytes = report.file?.location == finding.location ? report.file?.bytes : location?.exchange?.body
        if let bytes, !bytes.isEmpty, let lines = Self.excerpt(bytes, line: line, column: finding.column) {
            return lines
        }
        return finding.excerptInEvidence.map {
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

    /// Returns a line of a file with its number, aligned to the number `last`; a caret and `words` may follow below.
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
        guard let hops = location?.redirects, let first = hops.first else { return response }
        return [first.from] + hops.prefix(Self.maxHops).map { "  → \($0.status) → \($0.to)" }
    }

    private var certificate: [String] {
        guard let leaf = report.certificate else { return [] }
        return ["\(leaf.subjectText) · issued by \(leaf.issuerText) · valid until \(leaf.endText)"]
    }

    private var response: [String] {
        guard let exchange = location?.exchange, let status = exchange.status else { return [] }
        func field(_ name: String) -> String? { exchange.headerFields.first(name)?.cut(to: 60) }
        var parts = ["\(status)", field("content-type") ?? "no Content-Type"]
        if let server = field("server") { parts.append(server) }
        if let title = finding.evidence["title"]?.string { parts.append("title “\(title.cut(to: 60))”") }
        return [parts.joined(separator: " · ")]
    }
}

struct FileExcerpt {
    let text: String
    /// The blanks and a caret below the position; `nil` without a column.
    let caret: String?

    /// Extracts a line; `nil` if there is no such line.
    ///
    /// The column counts Unicode scalars from 1.
    init?(_ bytes: [UInt8], line: Int, column: Int?, width: Int) {
        guard let content = Self.line(line, of: bytes) else { return nil }
        // A tab would shift the following text, so that the caret would be misaligned.
        let scalars = String(decoding: content, as: UTF8.self).unicodeScalars.map { $0 == "\t" ? " " : $0 }
        guard let column, column >= 1, column <= scalars.count + 1 else {
            text = VisibleText.escape(Self.string(scalars.prefix(width)))
            caret = nil
            return
        }
        let start = scalars.count <= width ? 0 : max(0, column - 1 - width / 2)
        let ellipsis = start > 0 ? "…" : ""
        let before = ellipsis + VisibleText.escape(Self.string(scalars[start..<(column - 1)]))
        let after = VisibleText.escape(Self.string(scalars[(column - 1)...].prefix(start + width - column + 1)))
        text = before + after
        caret = String(repeating: " ", count: TerminalText.width(before)) + "^"
    }

    private static func line(_ number: Int, of bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var start = 0
        for _ in 1..<max(1, number) {
            guard let end = bytes[start...].firstIndex(of: 0x0A) else { return nil }
            start = end + 1
        }
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        // Only the first 256 KiB of a line are read; no reasonable file contains a longer one.
        let line = bytes[start..<min(end, start + 262_144)]
        return line.last == 0x0D ? line.dropLast() : line
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}

extension Finding {
    var excerptInEvidence: (line: String, caret: String)? {
        guard let text = evidence["excerpt"]?.string else { return nil }
        let parts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 && parts[1].last == "^" ? (line: parts[0], caret: parts[1]) : nil
    }
}
