import Audit
import Basics
import Findings
import Records

import struct Foundation.Date

extension SARIFReport {
    private static let ruleIndices = Dictionary(
        uniqueKeysWithValues: FindingCode.allCases.enumerated().map { ($0.element, $0.offset) })

    func writeResults(_ report: DomainReport, _ writer: inout JSONWriter) {
        var occurrences: [String: Int] = [:]
        for finding in report.findings {
            let identity = [
                report.domain?.host ?? report.input, String(report.domain?.port ?? 443), finding.code.rawValue,
                finding.location.rawValue, finding.pointer ?? "",
            ].joined(separator: "\n")
            let number = occurrences[identity, default: 0]
            occurrences[identity] = number + 1
            // Omitted findings are numbered as well, so that no fingerprint depends on the minimum severity.
            guard finding.severity >= minSeverity else { continue }
            let fingerprint = StableHash(number == 0 ? identity : "\(identity)\n\(number)").hex
            writer.object { writer in writeResult(finding, of: report, fingerprint: fingerprint, &writer) }
        }
    }

    private func writeResult(
        _ finding: Finding, of report: DomainReport, fingerprint: String, _ writer: inout JSONWriter
    ) {
        let severity = report.status == .unreachable ? min(finding.severity, .warning) : finding.severity
        writer.fields([
            "ruleId": finding.code, "ruleIndex": Self.ruleIndices[finding.code], "level": severity.noun,
        ])
        writer.message("message", "\(report.name): \(finding.message) What to do: \(finding.remedy)")
        writer.objects("locations", [finding]) { writeLocation(of: $1, in: report, &$0) }
        // GitHub uses the second fingerprint.
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
        writer.objects("logicalLocations", [pointer]) { $0.field("fullyQualifiedName", VisibleText.escape($1)) }
    }

    /// Returns a URL as a reference relative to `https://`, with all characters escaped that a path must not contain.
    private static func artifact(_ url: String) -> String {
        let rest = url.hasPrefix("https://") ? url.dropFirst(8) : url[...]
        // A colon in the first segment, such as before a port, would be parsed as the end of a scheme.
        let characters = rest.utf8.map { byte in
            byte.isHostByte || "~/".utf8.contains(byte) ? String(Unicode.Scalar(byte)) : byte.percentEncoded
        }
        return characters.isEmpty ? "unknown" : characters.joined()
    }

    private func writeProperties(_ finding: Finding, _ report: DomainReport, _ writer: inout JSONWriter) {
        writer.fields([
            "domain": report.domain.map { VisibleText.escape($0.host) }, "status": report.status,
            "url": report[finding.location].map { VisibleText.escape($0.url) }, "impact": finding.impact,
        ])
        writer.fields(known: [
            "owner": report.people.owner.map(VisibleText.escape), "team": report.people.team.map(VisibleText.escape),
        ])
        // The tags of a property bag must be unique.
        let tags = report.people.tags.map(VisibleText.escape).unique
        if !tags.isEmpty { writer.field("tags", tags) }
        writer.fields(known: ["state": finding.state?.rawValue])
        if let firstSeen = finding.firstSeen { writer.time("firstSeen", firstSeen) }
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
    mutating func message(_ key: String, _ text: String) {
        object(key, ["text": SARIFText.escape(text)])
    }

    mutating func notification(_ name: String, _ text: String, level: String = "error") {
        object { writer in
            writer.object("descriptor", ["id": name])
            writer.field("level", level)
            writer.message("message", text)
        }
    }

    /// Writes a time, or nothing if it cannot be represented, because `null` is not a valid date-time.
    mutating func time(_ name: String, _ date: Date) {
        guard UTCTime(date) != nil else { return }
        field(name, date)
    }
}
