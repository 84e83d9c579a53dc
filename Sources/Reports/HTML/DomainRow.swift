import Audit
import Basics
import Findings
import Runs
import Transport

import struct Foundation.Date

/// The row of a domain in the table: what it is found, filtered and sorted by, and what is told at a glance.
struct DomainRow {
    /// The most characters by which a domain is found besides its name.
    private static let maxWords = 300
    /// The most nights that a row has room for.
    private static let mostNights = 30

    let report: DomainReport
    let past: DomainPast?
    /// What a link to the domain ends in.
    let anchor: String
    /// The place of the domain in the input.
    let index: Int
    /// The number of what it has in common with others, of ``RowKinds``.
    let kind: Int

    /// What the template of the row shows.
    func object() -> TemplateObject {
        TemplateObject { row in
            let state = report.status
            row.text("id", anchor)
            row.number("index", index)
            row.text("state", state.rawValue)
            row.text("stateLabel", state.label)
            let name = DomainReport.nameParts(report.name)
            row.text("host", name.host)
            row.text("port", name.port)
            row.text("cause", cause)
            let more = report.findings.count { $0.severity > .info && $0.waived == nil } - 1
            if more > 0 { row.number("causes", more) }
            row.text("answer", report.opensApp.rawValue)
            row.text("answerWord", report.opensApp.word)
            row.text("people", report.team ?? report.owner)
            row.text("peopleKind", report.team == nil ? "owner" : "team")
            // One night is no course of things.
            if let runs = past?.runs, runs.count > 1 {
                row.object("past", DomainPast.strip(runs.suffix(Self.mostNights)))
            }
            if let days = report.certificateDaysLeft {
                row.object("certificate") { certificate in
                    certificate.text("days", Self.ends(days))
                    certificate.text("urgency", Self.urgency(days))
                }
            }
            data(&row)
        }
    }

    /// What is wrong, in a few words.
    private var cause: String? {
        if let waiver = report.acceptance { return waiver.sentence }
        if report.status == .invalid { return report.notes.joined(separator: ": ") }
        return report.cause.map { Catalogue[$0.code].title }
    }

    /// When a certificate ends that has so many days left.
    static func ends(_ days: Int) -> String {
        days < -1 ? "expired \(-days - 1) d ago" : days < 0 ? "expired" : "in \(days) d"
    }

    /// How urgent so many days are; `nil` where they are not.
    static func urgency(_ days: Int) -> String? {
        days < 0 ? "over" : days <= TeamMatrix.certificateDays ? "late" : nil
    }

    /// What the page's script reads.
    private func data(_ row: inout TemplateObject) {
        row.number("kind", kind)
        row.number("since", past?.statusSince.flatMap(Self.day))
        row.number("left", report.certificateDaysLeft)
        row.text("change", report.changes.map(\.rawValue).sorted().joined(separator: " "))
        if let moved { row.number("moved", moved) }
        if report.totalMs.isFinite, report.totalMs > 0 { row.number("ms", Int(min(report.totalMs, 1e9))) }
        row.text("words", words)
    }

    /// How many days ago the status changed, within the last thirty nights; `nil` where it was another one never or before.
    private var moved: Int? {
        guard let nights = past?.runs.suffix(Self.mostNights), let today = nights.last,
            let last = nights.lastIndex(where: { $0.status != today.status })
        else { return nil }
        return today.day - nights[last + 1].day
    }

    /// The codes of the findings, those that do not count told apart from those that do.
    static func tokens(of report: DomainReport) -> [String] { Set(report.findings.map(token)).sorted() }

    /// What the page knows the code of a finding by.
    static func token(_ finding: Finding) -> String {
        if finding.waived != nil { return "accepted:\(finding.code.rawValue)" }
        return finding.severity == .info ? "note:\(finding.code.rawValue)" : finding.code.rawValue
    }

    private var words: String {
        var words: [String] = []
        if anchor != "d-\(report.name)" { words.append(report.name) }
        if let domain = report.domain, report.input != domain.host, report.input != domain.displayHost {
            words.append(report.input)
        }
        if let owner = report.owner { words.append(owner) }
        if let contact = report.contact { words.append(contact) }
        words += report.tags.prefix(10)
        words += (report.file?.apps ?? []).prefix(4).map(\.appID)
        words += report.listings.prefix(4).map(\.name)
        return String(words.joined(separator: " ").prefix(Self.maxWords))
    }

    private static func day(_ date: Date) -> Int? {
        let seconds = date.timeIntervalSince1970
        return seconds.isFinite && abs(seconds) < 1e11 ? Int(seconds / 86_400) : nil
    }
}
