package import Audit
import Findings

/// The line of one domain in NDJSON, rendered once for streaming and inclusion in the JSON document.
package struct DomainLine: Hashable, Sendable {
    /// The schema version of all JSON reports, which is increased by incompatible changes.
    package static let schemaVersion = 1

    /// The object on one line, with its line feed; without other inputs for the target, which are known only later.
    package let bytes: [UInt8]

    package init(_ report: DomainReport, bodies: FileTextPolicy = .findings) {
        var report = report
        report.aliases = nil
        var writer = JSONWriter()
        writer.value(report, bodies: bodies)
        bytes = writer.takeBytes()
    }

    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the line for NDJSON, with the schema version and the run, which a JSON document has outside its domains.
    package func bytes(in run: RunFacts) -> [UInt8] {
        adding { writer in
            writer.field("schemaVersion", DomainLine.schemaVersion)
            writer.field("run", run.id)
        }
    }

    package func bytes(with aliases: Aliases.Row?) -> [UInt8] {
        aliases == nil ? bytes : adding { $0.fields(of: aliases) }
    }

    private func adding(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object(members)
        var added = writer.takeBytes()
        // The comma replaces the brace, because the added members follow those of the line.
        added[0] = UInt8(ascii: ",")
        // Slices of arrays are concatenated at once, other collections byte by byte.
        return bytes[..<(bytes.count - "}\n".utf8.count)] + added
    }
}

extension JSONWriter {
    /// Writes the object of a domain, with other inputs for the target if they are known.
    package mutating func value(_ report: DomainReport, bodies: FileTextPolicy) {
        var report = report
        if !bodies.includesText(of: report) { report.file?.bytes = nil }
        object { writer in
            report.visitFields(with: &writer)
            writer.fields(of: report.aliases)
        }
    }

    fileprivate mutating func fields(of aliases: Aliases.Row?) {
        guard let aliases else { return }
        field("alsoGivenAs", aliases.inputs)
        if aliases.omitted > 0 { field("alsoGivenAsOmitted", aliases.omitted) }
    }
}

/// The condition under which a report contains the text of the association file (`--bodies`).
package enum FileTextPolicy: String, Codable, Sendable, CaseIterable {
    /// Only if a finding points into the file.
    case findings
    case always
    case never

    package func includesText(of report: DomainReport) -> Bool {
        guard let file = report.file, file.bytes != nil else { return false }
        return switch self {
        case .always: true
        case .never: false
        case .findings:
            report.findings.contains { $0.location == file.location && ($0.line != nil || $0.pointer != nil) }
        }
    }
}
