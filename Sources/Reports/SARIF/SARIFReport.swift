import Audit
import Basics
import Findings
package import Records

import struct Foundation.Date

/// The findings of a run in SARIF 2.1.0 (OASIS), for code scanning services and viewers.
///
/// Findings of a domain that could not be checked are warnings at most, because its state is unknown. Waived findings
/// are suppressed results. An artifact is named `HOST/PATH`, relative to a base that represents `https://`: GitHub
/// rejects absolute `https` URIs ("SARIF URI scheme "https" did not match the checkout URI scheme").
///
/// GitHub accepts 25,000 results of a run and files of up to 10 MB when compressed (GitHub Docs, "SARIF support for
/// code scanning"); longer runs are written in full nevertheless.
package struct SARIFReport: DocumentRenderer, Sendable {
    private static let uriBaseID = "HTTPS"
    private static let ruleIndices = Dictionary(
        uniqueKeysWithValues: FindingCode.allCases.enumerated().map { ($0.element, $0.offset) })
    private static let helpPage = "https://developer.apple.com/documentation/xcode/supporting-associated-domains"

    private let minSeverity: Severity

    package init(includesNotes: Bool = false) { minSeverity = includesNotes ? .info : .warning }

    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        // Four levels of line breaks put each result on its own line.
        var writer = JSONWriter(lineLevels: 4)
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
                writer.objects("rules", FindingCode.allCases) { writer, code in writeRule(Catalogue[code], &writer) }
            }
        }
        try writeInvocation(of: run, &writer, to: sink)
        writer.object("automationDetails", ["id": "aasa-audit/\(run.facts.id)"])
        writer.object("originalUriBaseIds") { writer in
            writer.object(Self.uriBaseID) { writer in
                writer.message(
                    "description",
                    "The part of a URL after https://. The property url of a result is the complete URL.")
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
            let plain = entry.parts.map { heading, text in "\(heading): \(text)" }
            let markdown = entry.parts.map { heading, text in "**\(heading)**\n\n\(SARIFText.markdown(text))" }
            writer.fields([
                "text": SARIFText.escape(plain.joined(separator: " ")), "markdown": markdown.joined(separator: "\n\n"),
            ])
        }
        let severity = entry.preventsCheck ? .warning : entry.severity
        writer.object("defaultConfiguration", ["level": severity.levelName])
        writer.object("properties", ["tags": [entry.family.rawValue]])
    }

    private func writeInvocation(
        of run: any StoredRun, _ writer: inout JSONWriter, to sink: any OutputSink
    ) throws(OutputError) {
        writer.key("invocations")
        writer.beginArray()
        writer.beginObject()
        let notices = run.ending.notices
        writer.field("executionSuccessful", !notices.contains(where: \.isFailure))
        writer.field("startTimeUtc", run.facts.startedAt)
        writer.field("endTimeUtc", run.finishedAt)
        if !notices.isEmpty {
            writer.array("toolExecutionNotifications") { writer in
                for (code, message, isFailure) in notices {
                    writer.notification(code, message, level: isFailure ? "error" : "warning")
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
            writer.field("complete", run.ending.isComplete)
            writer.counts(of: run.summary)
        }
        writer.endObject()
        writer.endArray()
    }

    private func writeResults(_ report: DomainReport, _ writer: inout JSONWriter) {
        var occurrences: [String: Int] = [:]
        for finding in report.findings {
            let identity = [
                report.domain?.host ?? report.input, String(report.domain?.port ?? 443), finding.code.rawValue,
                finding.location.rawValue, finding.pointer ?? "",
            ].joined(separator: "\n")
            let earlierCount = occurrences[identity, default: 0]
            occurrences[identity] = earlierCount + 1
            // Omitted findings are numbered as well, so that no fingerprint depends on the minimum severity.
            guard finding.severity >= minSeverity else { continue }
            let fingerprint = StableHash(earlierCount == 0 ? identity : "\(identity)\n\(earlierCount)").hex
            writer.object { writer in writeResult(finding, of: report, fingerprint: fingerprint, &writer) }
        }
    }

    private func writeResult(
        _ finding: Finding, of report: DomainReport, fingerprint: String, _ writer: inout JSONWriter
    ) {
        let severity = report.status == .unreachable ? min(finding.severity, .warning) : finding.severity
        writer.fields(["ruleId": finding.code, "ruleIndex": Self.ruleIndices[finding.code]])
        writer.field("level", severity.levelName)
        writer.message("message", "\(report.name): \(finding.message) What to do: \(finding.remedy)")
        writer.objects("locations", [finding]) { writer, finding in writeLocation(of: finding, in: report, &writer) }
        // GitHub uses the second fingerprint, which has the format `HASH:NUMBER`.
        writer.object(
            "partialFingerprints",
            ["aasaAuditFinding/v1": fingerprint, "primaryLocationLineHash": "\(fingerprint):1"])
        if let waiver = finding.waived {
            let details = waiver.details().joined(separator: " ")
            let justification = VisibleText.escape(waiver.reason + (details.isEmpty ? "" : " (\(details))"))
            writer.objects("suppressions", of: [justification]) { justification in
                ["kind": "external", "status": "accepted", "justification": justification]
            }
        }
        writer.object("properties") { writer in writeProperties(finding, report, &writer) }
    }

    private func writeLocation(of finding: Finding, in report: DomainReport, _ writer: inout JSONWriter) {
        writer.object("physicalLocation") { writer in
            let artifact = Self.artifact(report[finding.location]?.url ?? report.domain?.host ?? "")
            writer.object("artifactLocation", ["uri": artifact, "uriBaseId": Self.uriBaseID])
            guard let line = finding.line, line >= 1 else { return }
            writer.object("region") { writer in
                writer.field("startLine", line)
                if let column = finding.column, column >= 1 { writer.field("startColumn", column) }
            }
        }
        guard let pointer = finding.pointer, !pointer.isEmpty else { return }
        writer.objects("logicalLocations", of: [pointer]) { ["fullyQualifiedName": VisibleText.escape($0)] }
    }

    /// Returns a URL as a reference relative to `https://`; characters that a path must not contain are escaped.
    private static func artifact(_ url: String) -> String {
        let reference = url.hasPrefix("https://") ? url.dropFirst(8) : url[...]
        // A colon in the first segment, such as before a port, would end a scheme, so it is encoded as well.
        let characters = reference.utf8.map { byte in
            byte.isHostByte || "~/".utf8.contains(byte) ? String(Unicode.Scalar(byte)) : byte.percentEncoded
        }
        return characters.isEmpty ? "unknown" : characters.joined()
    }

    private func writeProperties(_ finding: Finding, _ report: DomainReport, _ writer: inout JSONWriter) {
        writer.fields([
            "domain": report.domain.map { VisibleText.escape($0.host) }, "status": report.status,
            "url": report[finding.location].map { VisibleText.escape($0.url) }, "impact": finding.impact,
        ])
        writer.fieldsIfPresent([
            "owner": report.people.owner.map(VisibleText.escape), "team": report.people.team.map(VisibleText.escape),
            // The tags of a property bag must be unique.
            "tags": report.people.tags.map(VisibleText.escape).unique, "state": finding.state,
        ])
        if let firstSeen = finding.firstSeen { writer.field("firstSeen", firstSeen) }
    }
}

enum SARIFText {
    /// Returns plain text that contains neither placeholders nor links (sections 3.11.5 and 3.11.6).
    static func escape(_ text: String) -> String {
        VisibleText.escape(text).escaped { before, scalar, _ in
            switch scalar {
            case "{", "}": "\(scalar)\(scalar)"
            case "(" where before == "]": " ("
            default: nil
            }
        }
    }

    static func markdown(_ text: String) -> String {
        text.escaped { scalar in
            switch scalar {
            case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "#": "\\\(scalar)"
            case "{", "}": "\(scalar)\(scalar)"
            default: nil
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func message(_ key: String, _ text: String) {
        object(key, ["text": SARIFText.escape(text)])
    }

    fileprivate mutating func notification(_ name: String, _ text: String, level: String = "error") {
        object { writer in
            writer.object("descriptor", ["id": name])
            writer.field("level", level)
            writer.message("message", text)
        }
    }
}
