package import Audit
import Records

/// A JSON document with one list, written element by element: the report of `lint` or `match`.
package struct JSONList: Sendable {
    var writer = JSONWriter(lineLevels: .max)

    package init(_ key: String) {
        writer.beginObject()
        writer.field("schemaVersion", DomainLine.schemaVersion)
        writer.key(key)
        writer.beginArray()
    }

    package mutating func finish() {
        writer.endArray()
        writer.endObject()
    }

    package mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

    package mutating func write(_ report: LintReport) {
        writer.object { writer in
            writer.fields(["path": report.path, "signed": report.isSigned, "status": report.status.rawValue])
            writer.fieldsIfPresent(["error": report.problem])
            writer.field("findings", report.findings)
            writer.field("services", report.file?.services ?? [])
            writer.field("apps", report.file?.apps ?? [])
        }
    }
}
