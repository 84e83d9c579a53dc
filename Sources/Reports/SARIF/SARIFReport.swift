import Audit
import Basics
import Findings
package import Records

/// The findings of a run in SARIF 2.1.0 (OASIS), for code scanning services and viewers.
///
/// Findings of a domain that could not be checked are warnings at most, because its state is unknown. Waived findings
/// are suppressed results. An artifact is named `HOST/PATH`, relative to a base that represents `https://`: GitHub
/// rejects absolute `https` URIs ("SARIF URI scheme "https" did not match the checkout URI scheme").
///
/// GitHub accepts 25,000 results of a run and files of up to 10 MB when compressed (GitHub Docs, "SARIF support for
/// code scanning"); longer runs are written in full nevertheless.
package struct SARIFReport: DocumentRenderer, Sendable {
    static let uriBaseID = "HTTPS"
    private static let helpPage = "https://developer.apple.com/documentation/xcode/supporting-associated-domains"

    let minSeverity: Severity

    package init(includesNotes: Bool = false) { minSeverity = includesNotes ? .info : .warning }

    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        var writer = JSONWriter(.indented)
        writer.beginObject()
        writer.field(
            "$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
        writer.field("version", "2.1.0")
        writer.key("runs")
        writer.beginArray()
        writer.beginObject()
        writer.object("tool") { writer in
            writer.object("driver") { writer in
                writer.fields(["name": "aasa-audit", "version": run.facts.toolVersion])
                writer.object("properties", ["rulesVersion": run.facts.rulesVersion])
                writer.objects("rules", FindingCode.allCases) { writeRule(Catalogue[$1], &$0) }
            }
        }
        try writeInvocation(of: run, &writer, to: sink)
        writer.object("automationDetails", ["id": "aasa-audit/\(run.facts.id)"])
        writer.object("originalUriBaseIds") { writer in
            writer.object(Self.uriBaseID) { writer in
                writer.message(
                    "description",
                    "What is behind https:// in a URL. The property url of a result has the URL as a whole.")
            }
        }
        writer.field("columnKind", "unicodeCodePoints")
        writer.key("results")
        writer.beginArray()
        try run.forEachDomain { report throws(OutputError) in
            writeResults(report, &writer)
            try sink.write(writer.takeBytes())
        }
        writer.endArray()
        writer.endObject()
        writer.endArray()
        writer.endObject()
        try sink.write(writer.takeBytes())
    }

    private func writeRule(_ entry: CatalogueEntry, _ writer: inout JSONWriter) {
        let name = entry.code.rawValue.split(separator: "-").map { Phrase.capitalized($0) }.joined()
        writer.fields(["id": entry.code, "name": name])
        writer.message("shortDescription", entry.title)
        writer.message("fullDescription", entry.meaning)
        writer.field("helpUri", Self.helpPage)
        writer.object("help") { writer in
            let parts = [
                ("What it means", entry.meaning), ("Impact", entry.impact), ("What to do", entry.remedy),
                ("Where this comes from", entry.source + "."),
            ]
            let plain = parts.map { heading, text in "\(heading): \(text)" }
            let markdown = parts.map { heading, text in "**\(heading)**\n\n\(SARIFText.markdown(text))" }
            writer.fields([
                "text": SARIFText.escape(plain.joined(separator: " ")), "markdown": markdown.joined(separator: "\n\n"),
            ])
        }
        let severity = entry.preventsCheck ? .warning : entry.severity
        writer.object("defaultConfiguration", ["level": severity.noun])
        writer.object("properties", ["tags": [entry.family.rawValue]])
    }

    private func writeInvocation(
        of run: any StoredRun, _ writer: inout JSONWriter, to sink: any OutputSink
    ) throws(OutputError) {
        writer.key("invocations")
        writer.beginArray()
        writer.beginObject()
        let ending = run.ending
        writer.field("executionSuccessful", ending.complete && !ending.warnings.contains(where: \.isFailure))
        writer.time("startTimeUtc", run.facts.startedAt)
        writer.time("endTimeUtc", run.finishedAt)
        if !ending.complete || !ending.warnings.isEmpty {
            writer.array("toolExecutionNotifications") { writer in
                if let interruption = ending.interruption {
                    writer.notification(
                        (ending.cause ?? .interrupted).rawValue,
                        "\(interruption): targets without a result may not have been looked at.")
                }
                for warning in ending.warnings {
                    writer.notification(
                        warning.code.rawValue, warning.message, level: warning.isFailure ? "error" : "warning")
                }
            }
        }
        if run.summary[.invalid] > 0 {
            writer.key("toolConfigurationNotifications")
            writer.beginArray()
            try run.forEachDomain { report throws(OutputError) in
                guard report.status == .invalid else { return }
                let reason = report.notes.isEmpty ? "" : ": " + report.notes.joined(separator: " ")
                writer.notification("invalid-target", "“\(report.input)” is not a domain that can be checked\(reason)")
                // The bytes are written in pieces, because the list may contain a million entries.
                try sink.write(writer.takeBytes())
            }
            writer.endArray()
        }
        writer.object("properties") { writer in
            writer.field("complete", ending.complete)
            writer.counts(of: run.summary)
        }
        writer.endObject()
        writer.endArray()
    }
}
