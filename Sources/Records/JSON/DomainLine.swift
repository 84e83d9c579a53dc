package import Audit
import Findings

/// The line of one domain in NDJSON, rendered once for streaming, storage and inclusion in the JSON document.
package struct DomainLine: Hashable, Sendable {
    /// The schema version of all JSON reports, which is increased by incompatible changes.
    package static let schemaVersion = 1

    /// The object on one line, with its line feed.
    ///
    /// It lacks other inputs for the target, which are known only later.
    package let bytes: [UInt8]
    /// The offset in ``bytes`` at which the other inputs for the same target are inserted.
    package let aliasesAt: Int
    /// The range in ``bytes`` of the member with the text of the file and the preceding comma; empty if there is none.
    private let textRange: Range<Int>

    package init(_ report: DomainReport, bodies: FileTextPolicy = .findings) {
        var report = report
        if let file = report.file, !bodies.wantsText(of: file, findings: report.findings) {
            report.file?.bytes = nil
        }
        var writer = JSONWriter(.compact)
        report.write(to: &writer)
        bytes = writer.takeBytes()
        // The first mark follows the input, and the other marks surround the text of the file, if any.
        let marks = writer.marks
        aliasesAt = marks[0]
        textRange = marks.count > 2 ? marks[1]..<marks[2] : 0..<0
    }

    package init(bytes: [UInt8], aliasesAt: Int) {
        self.bytes = bytes
        self.aliasesAt = aliasesAt
        textRange = 0..<0
    }

    package var withoutText: [UInt8] {
        textRange.isEmpty ? bytes : Array(bytes[..<textRange.lowerBound] + bytes[textRange.upperBound...])
    }

    /// Returns the line for NDJSON, with the schema version and the run, which a JSON document has outside its domains.
    package func bytes(in run: RunFacts) -> [UInt8] {
        let members = JSONWriter.members { writer in
            writer.field("schemaVersion", DomainLine.schemaVersion)
            writer.field("run", run.id)
        }
        // These are slices, because the concatenation of other collections copies byte by byte.
        let end = bytes.count - "}\n".utf8.count
        return bytes[..<end] + members + bytes[end...]
    }

    package func bytes(with aliases: Aliases.Row?) -> [UInt8] {
        guard let aliases else { return bytes }
        let members = JSONWriter.members { writer in
            writer.field("alsoGivenAs", aliases.inputs)
            if aliases.omitted > 0 { writer.field("alsoGivenAsOmitted", aliases.omitted) }
        }
        return bytes[..<aliasesAt] + members + bytes[aliasesAt...]
    }
}

/// The condition under which a report contains the text of the association file (`--bodies`).
package enum FileTextPolicy: String, Codable, Sendable, CaseIterable {
    /// Only if a finding points into the file.
    case findings
    case always
    case never

    func wantsText(of file: FileReport, findings: [Finding]) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .findings:
            findings.contains { $0.location == file.location && ($0.line != nil || $0.pointer != nil) }
        }
    }
}
