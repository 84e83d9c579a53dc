/// The published JSON Schema (draft 2020-12) of the JSON report.
///
/// `$defs/domain` describes a line of the NDJSON report.
package enum ReportSchema {
    /// The schema's text.
    package static let text = String(decoding: PackageResources.aasa_audit_report_schema_json, as: UTF8.self)
}
