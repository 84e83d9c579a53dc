package import Audit
package import Findings

import struct Foundation.Data

extension JSONWriter {
    /// Writes the object of one domain, without the other inputs that mean the same target.
    ///
    /// - Returns: Where in the bytes since they were last handed over those inputs belong, and where the file's text is.
    mutating func value(_ report: DomainReport, bodies: FileTextPolicy) -> (aliases: Int, text: Range<Int>) {
        var aliases = 0
        var text = 0..<0
        object { writer in
            writer.field("input", report.input)
            aliases = writer.count
            writer.field("domain", report.domain?.host)
            writer.field("displayDomain", report.domain?.displayHost ?? report.input)
            writer.field("port", report.domain?.port ?? 443)
            writer.field("owner", report.owner)
            if let contact = report.contact { writer.field("contact", contact) }
            writer.field("team", report.team)
            writer.field("tags", report.tags)
            writer.field("notes", report.notes)
            if !report.columns.isEmpty {
                writer.key("columns")
                writer.object { writer in
                    for column in report.columns { writer.field(column.name, column.value) }
                }
            }
            if !report.listings.isEmpty {
                writer.key("listedBy")
                writer.array { writer in
                    for listing in report.listings { writer.value(listing) }
                }
            }
            if let expectations = report.expectations, !expectations.isEmpty {
                writer.key("expected")
                writer.value(expectations)
            }
            writer.field("status", report.status.rawValue)
            writer.field("opensApp", report.opensApp.rawValue)
            writer.key("verdicts")
            writer.array { writer in
                for verdict in report.verdicts { writer.value(verdict) }
            }
            writer.key("locations")
            writer.object { writer in
                writer.key("wellKnown")
                writer.value(report.wellKnown)
                writer.key("root")
                writer.value(report.root)
                if let cdn = report.cdn {
                    writer.key("cdn")
                    writer.value(cdn)
                }
            }
            writer.key("file")
            if let file = report.file {
                text = writer.value(file, withText: bodies.wantsText(of: file, findings: report.findings))
            } else {
                writer.null()
            }
            writer.key("findings")
            writer.array { writer in
                for finding in report.findings { writer.value(finding) }
            }
            writer.key("timings")
            writer.object { writer in
                writer.field("startedAt", report.startedAt)
                writer.field("totalMs", report.totalMs)
            }
            writer.field("attempts", report.attempts)
            if !report.gone.isEmpty { writer.field("gone", report.gone.map(\.rawValue)) }
            if !report.furtherLooks.isEmpty { writer.field("furtherLooks", report.furtherLooks.map(\.rawValue)) }
        }
        return (aliases, text)
    }

    private mutating func value(_ listing: AppListing) {
        object { writer in
            writer.field("app", listing.app)
            writer.field("appID", listing.appID)
            writer.field("source", listing.source)
            writer.field("entries", listing.entries)
            writer.field("index", listing.index)
            writer.field("domains", listing.domainCount)
            writer.field("developmentBuild", listing.isDevelopmentBuild)
            writer.field("appClip", listing.isAppClip)
        }
    }

    private mutating func value(_ expectations: Expectations) {
        object { writer in
            if !expectations.apps.isEmpty {
                writer.field("apps", expectations.apps.map { "\($0.service):\($0.appID)" })
            }
            if !expectations.opens.isEmpty { writer.field("opens", expectations.opens) }
            if !expectations.doesNotOpen.isEmpty { writer.field("doesNotOpen", expectations.doesNotOpen) }
        }
    }

    private mutating func value(_ verdict: Verdict) {
        object { writer in
            writer.field("system", verdict.system.rawValue)
            writer.field("works", verdict.works)
            writer.field("certainty", verdict.outcome.certainty.rawValue)
            writer.field("because", verdict.because.map(\.rawValue))
            guard !verdict.apps.isEmpty else { return }
            writer.key("apps")
            writer.array { writer in
                for app in verdict.apps {
                    writer.object { writer in
                        writer.field("appID", app.appID)
                        writer.field("expected", app.isExpected)
                        writer.field("works", app.outcome.works)
                        writer.field("certainty", app.outcome.certainty.rawValue)
                        writer.field("because", app.because.map(\.rawValue))
                    }
                }
            }
        }
    }

    package mutating func value(_ finding: Finding) {
        object { writer in
            writer.field("code", finding.code.rawValue)
            writer.field("severity", finding.severity.rawValue)
            writer.field("location", finding.location.rawValue)
            writer.field("message", finding.message)
            writer.field("impact", finding.impact)
            writer.field("remedy", finding.remedy)
            writer.key("evidence")
            writer.value(finding.evidence)
            writer.field("pointer", finding.pointer)
            writer.field("line", finding.line)
            writer.field("column", finding.column)
            if let state = finding.state { writer.field("state", state.rawValue) }
            if let firstSeen = finding.firstSeen { writer.field("firstSeen", firstSeen) }
            if let before = finding.before {
                writer.key("before")
                writer.object { writer in
                    writer.field("run", before.runAt)
                    writer.field("text", before.text)
                }
            }
            guard let waived = finding.waived else { return }
            writer.key("waived")
            writer.object { writer in
                writer.field("reason", waived.reason)
                writer.field("until", waived.until)
            }
        }
    }

    /// Writes a file; the result is where its text is.
    private mutating func value(_ file: FileReport, withText: Bool) -> Range<Int> {
        var text = 0..<0
        object { writer in
            writer.field("location", file.location.rawValue)
            writer.field("signed", file.signed)
            writer.field("services", file.services)
            writer.key("apps")
            writer.array { writer in
                for app in file.apps { writer.value(app) }
            }
            guard withText, let bytes = file.bytes else { return }
            let start = writer.count
            if let text = String(validating: bytes, as: UTF8.self) {
                writer.field("text", text)
            } else {
                writer.field("textBase64", Data(bytes).base64EncodedString())
            }
            text = start..<writer.count
        }
        return text
    }
}

extension JSONWriter {
    /// Writes an app that a file names.
    package mutating func value(_ app: FileReport.App) {
        object { writer in
            writer.field("appID", app.appID)
            writer.field("services", app.services)
            writer.field("rules", app.rules)
        }
    }

    /// Writes evidence, or anything else that keeps its own order.
    package mutating func value(_ evidence: Evidence) {
        object { writer in
            for entry in evidence.entries {
                writer.key(entry.key)
                writer.value(entry.value)
            }
        }
    }

    package mutating func value(_ evidence: EvidenceValue) {
        switch evidence {
        case .null: null()
        case .boolean(let flag): value(flag)
        case .integer(let number): value(number)
        case .number(let number): value(number)
        case .string(let text): value(text)
        case .object(let object): value(object)
        case .array(let values):
            array { writer in
                for element in values { writer.value(element) }
            }
        }
    }
}

extension FileTextPolicy {
    func wantsText(of file: FileReport, findings: [Finding]) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .findings:
            findings.contains { $0.location == file.location && ($0.line != nil || $0.pointer != nil) }
        }
    }
}
