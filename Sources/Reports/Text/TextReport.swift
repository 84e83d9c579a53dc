package import Audit
import Basics
import Findings
package import Records
import Transport

import struct Foundation.Date

package struct TextReport: Sendable {
    package enum Detail: Sendable, CaseIterable {
        /// Only the problems.
        case quiet
        /// The problems in full, everything else in brief.
        case normal
        /// Everything that was observed.
        case verbose
    }

    var style = TextStyle.plain
    var detail = Detail.normal
    /// Whether the report is about one of several domains, so that a domain without problems gets a single line.
    var isOneOfMany = false
    /// Whether the text is for a ticket, and must be complete without other sources.
    var isTicket = false
    var width = 80

    /// Returns the text of one domain, with line feeds; empty if there is nothing to report.
    package func render(_ report: DomainReport) -> String {
        if detail == .quiet && report.status == .pass { return "" }
        var lines = TextLines(style: style, width: width)
        appendHeading(report, &lines)
        if report.status == .pass && detail == .normal && isOneOfMany { return lines.text }
        appendAbout(report, &lines)
        appendFindings(report.findings, in: report.file, of: report, &lines)
        if detail != .quiet {
            appendUncheckedParts(report, &lines)
            appendVerdicts(report, &lines)
            if report.status == .pass { appendPassedChecks(report, &lines) } else { appendVerification(report, &lines) }
        }
        if detail == .verbose { appendLocations(report, &lines) }
        if isOneOfMany { lines.blank() }
        return lines.text
    }

    /// Returns the last lines of a run: totals, unless there was a single domain, and the changes if any are known.
    package func render(_ summary: RunSummary?, _ ending: RunEnding, changes: RunChanges? = nil) -> String {
        var lines = TextLines(style: style, width: width)
        lines.addNotices(ending)
        if let summary, detail != .quiet {
            lines.addTotals(summary, isInDoubt: ending.isInDoubt, hidesNotes: detail != .verbose)
        }
        if let changes, detail != .quiet || !changes.isEmpty { lines.addChanges(changes) }
        return lines.text
    }

    private func appendHeading(_ report: DomainReport, _ lines: inout TextLines) {
        var name = report.domain?.displayHost ?? report.input
        if let domain = report.domain {
            if domain.host != name { name += " (\(domain.host))" }
            if domain.port != 443 { name += ", port \(domain.port)" }
        }
        let status = report.status.textLabel
        let labelWidth = TerminalText.width(VisibleText.escape(name)) + status.text.count + 4
        lines.paragraph(
            labels: [.init(name, .heading), "  ", status, "  "], VerdictSentence.text(report),
            hanging: labelWidth <= width / 2 ? labelWidth : 2)
    }

    private func appendAbout(_ report: DomainReport, _ lines: inout TextLines) {
        let tags = report.people.tags.joined(separator: ", ")
        let people: [(label: String, value: String?)] = [
            ("owner", report.people.owner), ("contact", report.people.contact), ("team", report.people.team),
            ("tags", tags.isEmpty ? nil : tags),
        ]
        let known = people.compactMap { label, value in value.map { "\(label): \($0)" } }
        if !known.isEmpty { lines.paragraph(known.joined(separator: "; "), indent: 2) }
        guard detail != .quiet || report.status == .invalid else { return }
        for listing in report.listings {
            lines.fact("Listed by", "\(listing.name): \(listing.entries.joined(separator: ", "))", indent: 2)
        }
        for note in report.notes { lines.fact("Note", note, indent: 2, hanging: 8) }
        if let aliases = report.aliasesText { lines.fact("Also entered as", aliases, indent: 2) }
    }

    private func appendUncheckedParts(_ report: DomainReport, _ lines: inout TextLines) {
        // An error in the file means that the file was received, so this error determines what was not checked.
        let fileError = report.findings.first { $0.severity == .error && Catalogue[$0.code].family == .file }
        guard report.status == .fail || report.status == .unreachable, report.file == nil,
            let cause = fileError ?? report.findings.first, ![.fileMissing, .wildcardApexMissing].contains(cause.code),
            // An unverified fetch checks the file in spite of the certificate.
            cause.evidence[Finding.unverifiedFetchKey] == nil
        else { return }
        let exchanges = report.exchanges
        var parts: [String] = []
        if exchanges.allSatisfy({ $0.tls?.chain.isEmpty ?? true }) { parts.append("the certificate") }
        if exchanges.allSatisfy({ $0.status == nil }) {
            parts.append("the server's responses")
        } else if report.root?.outcome == .notTried {
            parts.append("the root location")
        }
        let isFileRead = Catalogue[cause.code].family == .file || cause.leadsToFile
        parts.append(isFileRead ? "the apps and rules in the file" : "the file's content")
        lines.blank()
        let hasExpectations = report.expectations?.isEmpty == false
        lines.paragraph(
            "Not checked (reason: \(cause.code.rawValue)): \(Phrase.list(parts))."
                + (hasExpectations ? " Whether the file meets the expectations is unknown." : ""), indent: 2)
    }

    private func appendVerdicts(_ report: DomainReport, _ lines: inout TextLines) {
        let table = VerdictTable(report)
        guard let group = table.groups.first else { return }
        let question = report.opensApp == .noLinks ? "Do its other services work?" : "Do links open the app?"
        if table.groups.count == 1, group.rows.count == 1, let row = group.rows.first {
            let reasons = row.outcome.reasons(row.because).map { " " + $0 } ?? ""
            var answer =
                switch row.outcome {
                case .works: "Yes, on every Apple system"
                case .observedToWork: "Probably, on every Apple system"
                case .doesNotWork, .observedToFail: "No, not on any Apple system"
                case .unknown: "Unknown for all Apple systems"
                }
            if let apps = group.title { answer += ", for \(apps)" }
            lines.blank()
            lines.paragraph(
                labels: [.init(question + " ", .heading)], "\(answer)\(reasons).", indent: 2, hanging: 4)
        } else {
            lines.section(question, indent: 2)
            let widths = TextLines.widths(of: table.groups.flatMap(\.rows).map(\.cells))
            for group in table.groups {
                if let title = group.title { lines.paragraph(title, indent: 4, hanging: 6) }
                for row in group.rows { lines.row(row.cells, widths: widths, indent: group.title == nil ? 4 : 6) }
            }
        }
        // The report of several domains has the note with its totals.
        for note in [isOneOfMany ? nil : AppleSystem.note, table.note].compactMap(\.self) {
            lines.paragraph(note, indent: 4, role: .quiet)
        }
    }

    /// Adds the instructions to verify a fix; for many domains, the end of the report contains them once.
    private func appendVerification(_ report: DomainReport, _ lines: inout TextLines) {
        guard isTicket || !isOneOfMany, report.domain != nil, report.findings.contains(where: \.isCounted)
        else { return }
        lines.blank()
        lines.fact("After the fix", labelRole: .heading, FixAdvice.verification(of: report), indent: 2)
    }

    private func appendPassedChecks(_ report: DomainReport, _ lines: inout TextLines) {
        lines.blank()
        let checked = [
            "name, addresses and connection",
            report.certificate?.notAfter.map { end in
                "certificate (\(RelativeTime.distance(from: report.startedAt, to: end)) left)"
            },
            "status, redirects, type and size at both locations",
            report.file.map { file in
                "content of the file" + (file.apps.isEmpty ? "" : " (\(Phrase.count(file.apps.count, "app")))")
            },
        ].compactMap(\.self)
        let verdict = report.opensApp == .yes ? "Everything is in order." : "No problems were found."
        lines.paragraph("\(verdict) Checked: \(checked.joined(separator: "; ")).", indent: 2)
        lines.paragraph(FixAdvice.whenLinksOpenTheBrowser, indent: 2)
    }

    /// The maximum number of findings in a ticket, which must be short enough to read.
    static let maxFindingsInTicket = 8

    /// Returns the unwrapped lines of a ticket: the report of a domain, its origin, and a command to reproduce it.
    static func ticket(_ report: DomainReport) -> [String] {
        let text = TextReport(isOneOfMany: true, isTicket: true, width: 1000).render(report)
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        lines.insert(contentsOf: ["", origin(report.startedAt)], at: min(1, lines.count))
        guard let url = report.wellKnown?.url, report.status != .invalid else { return lines }
        return lines + ["To reproduce:", "curl -sS -i \(ShellWord.quoted(url))"]
    }

    static func origin(_ checkedAt: Date) -> String {
        "Checked by aasa-audit \(checkedAt.minuteText), fetching the association file as Apple's servers and iPhones "
            + "do. \(AppleSystem.note)"
    }
}

extension VerdictTable.Row {
    fileprivate var cells: [TextLines.Label] {
        [.init(AppleSystem.phrase(systems)), outcome.answer.textLabel, .init(outcome.reasons(because) ?? "")]
    }
}
