package import Audit
import Records

/// The JSON report of `lint`, written file by file.
package struct LintJSON: Sendable {
    private var writer = JSONWriter(.indented)

    /// Begins the document.
    package init() {
        writer.beginObject()
        writer.field("schemaVersion", DomainLine.schemaVersion)
        writer.key("files")
        writer.beginArray()
    }

    /// Writes one file.
    package mutating func write(_ report: LintReport) {
        writer.object { writer in
            writer.field("path", report.path)
            writer.field("signed", report.isSigned)
            writer.field("status", report.status.rawValue)
            if let problem = report.problem { writer.field("error", problem) }
            writer.key("findings")
            writer.value(report.findings)
            writer.field("services", report.file?.services ?? [])
            writer.key("apps")
            writer.value(report.file?.apps ?? [])
        }
    }

    /// Ends the document.
    package mutating func finish() {
        writer.endArray()
        writer.endObject()
    }

    /// Returns the bytes that were written since the previous call, and removes them from memory.
    package mutating func takeBytes() -> [UInt8] { writer.takeBytes() }
}
