import Audit
import Basics
import Findings
import Records
import Transport

import struct Foundation.Date

/// The details of one domain: its findings with remedies, the verdicts for systems and apps, and the evidence.
struct DomainCard {
    private static let maxInBrief = 5

    let report: DomainReport
    let past: DomainPast?
    let anchor: String
    let runAt: Date
    let showsEvidence: Bool
    /// The address of the page with the glossary; empty if the glossary is on the page of the card.
    var glossary = ""
    /// Whether the page of the card has filters, to which the owner can link.
    var hasFilters = false
    /// Whether a missing owner is a task, because other domains of the run have owners.
    var expectsOwner = false

    func fill(_ card: inout TemplateObject) {
        card.text("id", anchor)
        fillAbout(&card)
        if !report.verdicts.isEmpty { card.object("verdicts", fillVerdicts) }
        let findings = FindingViews(report.findings, of: report)
        card.object("findings") { $0.list("finding", findings.views, fillFinding) }
        let more = findings.leftOut.map { "\($1) more of \($0.rawValue); the JSON report has them all." }
        card.texts("moreFindings", more)
        let isRepairable = report.domain != nil && !countedFindings.isEmpty
        card.text("afterRepair", isRepairable ? FixAdvice.verification(of: report) : nil)
        card.text("nothingWrong", report.status == .pass ? FixAdvice.whenLinksOpenTheBrowser : nil)
        card.flag("open", showsEvidence)
        card.object("task", fillTask)
        card.object("evidence", EvidenceView(report: report).fill)
    }

    /// Sets the problems for readers without scripts: cause and remedy of each finding that counts.
    func fillBrief(_ card: inout TemplateObject) {
        card.text("sentence", VerdictSentence.text(report) + ".")
        if report.status == .invalid { card.texts("note", report.notes) }
        card.list("finding", countedFindings.prefix(Self.maxInBrief)) { object, finding in
            object.set(["message": finding.message, "remedy": finding.remedy])
        }
        let rest = countedFindings.count - Self.maxInBrief
        card.number("more", rest > 0 ? rest : nil)
    }

    private var countedFindings: [Finding] { report.findings.filter(\.isCounted) }

    // MARK: Head

    /// The role that fixes the first problem, which the card contains only once, beside the owner.
    private var fixer: String? { report.cause.map { Catalogue[$0.code].fixer } }

    /// Sets who has to do what, with a ticket.
    private func fillTask(_ task: inout TemplateObject) {
        guard report.status != .pass else { return }
        if let cause = report.cause {
            let people = report.people
            let name = people.owner ?? people.team
            task.set(["stepPeople": name, "stepTeams": people.owner == nil ? nil : people.team])
            task.text("action", Catalogue[cause.code].action)
            task.text("fixer", fixer.map { "To be fixed by \(Phrase.lowered($0))." })
            task.text("unowned", expectsOwner || people.contact != nil ? report.unownedText : nil)
        }
        task.object("ticket") { $0.texts("ticketLine", TextReport.ticket(report)) }
    }

    func fillAbout(_ card: inout TemplateObject) {
        card.text("sentence", VerdictSentence.text(report) + ".")
        card.texts("remark", report.remarks)
        let people = report.people
        let tags = people.tags
        let host = report.domain?.host
        var facts: [(key: String, value: String?)] = [
            ("Owner", people.owner), ("Team", people.team), ("Contact", people.contact),
            ("Certificate expires", report.certificate?.notAfter?.minuteText),
            (tags.count == 1 ? "Tag" : "Tags", tags.isEmpty ? nil : tags.joined(separator: ", ")),
            ("DNS name", host == report.domain?.displayHost ? nil : host), ("Entered as", report.otherInput),
        ]
        facts += report.listings.map { ("Listed by", "\($0.name): \($0.entries.joined(separator: ", "))") }
        facts.append(("Also entered as", report.aliasesText))
        facts += report.columns.map { ($0.name, $0.value) }
        facts.append(("Note", report.notes.isEmpty ? nil : report.notes.joined(separator: " ")))
        // The link of the owner leads to the contact, or else to the domains of the owner.
        let ownerFilter = hasFilters ? people.owner.map { "#owner=\(TeamMatrix.fragment($0))" } : nil
        let ownerTarget = people.contact.flatMap(Self.url(ofContact:)) ?? ownerFilter
        card.object("about") { $0.facts(facts, targets: ownerTarget.map { ["Owner": $0] } ?? [:]) }
        card.object("past", fillPast)
    }

    /// Returns the URL of a contact that is a web page or an email address; `nil` for anything else.
    static func url(ofContact contact: String) -> String? {
        guard contact.utf8.count <= ReportURL.maxBytes else { return nil }
        if contact.hasPrefix("https://"), contact.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { return contact }
        let address = contact.hasPrefix("mailto:") ? contact.dropFirst("mailto:".count) : contact[...]
        let parts = address.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        // Other characters could add recipients or a text.
        let isPlain = address.utf8.allSatisfy { $0.isHostByte || "+@".utf8.contains($0) }
        return isPlain && parts.count == 2 && !parts.contains(where: \.isEmpty) ? "mailto:\(address)" : nil
    }

    /// Sets the nights as a chart, with the same information in words, if there are at least two.
    private func fillPast(_ picture: inout TemplateObject) {
        guard let past, past.runs.count > 1 else { return }
        let nights = Phrase.count(past.runs.count, "night")
        let known = past.runs.count { ![.unreachable, .invalid].contains($0.status) }
        var words = ["no errors in \(nights)"]
        if past.brokenDays > 0 {
            let periods = past.timesBroken > 1 ? ", in \(past.timesBroken) periods" : ""
            words = ["errors on \(past.brokenDays) of \(nights)\(periods)"]
        } else if known == 0 {
            words = ["not checked on any of \(nights)"]
        } else if known < past.runs.count {
            words = ["checked on \(known) of \(nights), never with an error"]
        }
        // On a domain with problems, each finding shows its own first day.
        if report.status == .pass, let since = past.statusSince {
            words.append("\(report.status.label.lowercased()) \(RelativeTime.since(since, at: runAt))")
        }
        picture.fillStatusBars(of: past.runs, step: 3)
        picture.text("from", past.runs.first?.startedAt.dayText)
        picture.text("to", past.runs.last?.startedAt.dayText)
        picture.text("pastWords", words.joined(separator: "; "))
    }

    // MARK: Body

    /// Sets the results for the generations of systems and the apps; equal results are combined.
    private func fillVerdicts(_ object: inout TemplateObject) {
        // If all results have the cause that the card already shows, the results do not repeat it.
        let table = VerdictTable(report)
        let causes = Set(table.groups.flatMap(\.rows).flatMap(\.because))
        let isCauseShown = causes.count <= 1 && report.findings.prefix(1).allSatisfy { causes.contains($0.code) }
        let countedCodes = Set(countedFindings.map(\.code))
        let hasLinks = report.opensApp != .noLinks
        object.text("question", hasLinks ? "Do links open the app?" : "Do its other services work?")
        object.texts("verdictNote", [AppleSystem.note, table.note].compactMap(\.self))
        object.list("group", table.groups) { object, group in
            object.text("apps", group.title)
            object.list("verdict", group.rows) { object, row in
                let answer = row.outcome.answer
                // A result that needs no action is not red, such as for an accepted problem, or for a system that
                // never requests this kind of file.
                let isCalm = answer == .no && !row.because.isEmpty && countedCodes.isDisjoint(with: row.because)
                let systems = AppleSystem.phrase(row.systems)
                object.text("system", systems.hasPrefix("i") ? systems : Phrase.capitalized(systems))
                object.text("answer", isCalm ? "calm" : answer.rawValue)
                object.set(["answerWord": answer.word, "caveat": row.outcome.caveat])
                object.texts("because", isCauseShown && !isCalm ? [] : row.because.map(\.rawValue))
            }
        }
    }

    private func fillFinding(_ object: inout TemplateObject, _ view: FindingView) {
        let finding = view.finding
        let entry = Catalogue[finding.code]
        object.text("severity", finding.waived == nil ? finding.severity.rawValue : "info")
        let isUnseen = report.status == .unreachable && entry.preventsCheck
        let level = isUnseen ? "Not checked" : Phrase.capitalized(finding.severity.levelName)
        let label = finding.waived != nil ? "Accepted" : level
        // The status above the card is that of the first finding.
        let isSaid = finding == report.findings.first && label == report.status.label
        object.text("severityLabel", isSaid ? nil : label)
        object.flag("missed", isUnseen)
        object.set(["title": entry.title, "code": finding.code.rawValue, "message": finding.message])
        object.text("place", [view.position, finding.pointer ?? ""].filter { !$0.isEmpty }.joined(separator: ", "))
        if finding.severity > .info { object.block("proof", ProofView(finding: finding, report: report).lines) }
        let change = report.change(of: finding)
        object.text("state", change == .new || change == .returned ? change?.title : nil)
        object.text("firstSeen", view.historyText)
        // If the domain is accepted, the sentence of the card already contains the waiver.
        let waiver = finding.waived?.sentence
        object.text("waiver", waiver == report.waiver?.sentence ? nil : waiver)
        object.object("advice") { object in
            guard view.hasAdvice else { return }
            object.markup("impact", GlossaryView.linked(finding.impact, page: glossary))
            object.markup("remedy", GlossaryView.linked(finding.remedy, page: glossary))
            object.set([
                "harm": view.otherEffects, "also": view.sharedAdviceNote,
                "fixer": entry.fixer == fixer ? nil : "\(entry.fixer).",
            ])
            object.object("server") { server in
                guard let remedy = report.serverRemedy(for: finding) else { return }
                let platform = remedy.platform.map { "On \($0.name), identified from the response:" }
                server.text("serverName", platform ?? "On any server:")
                let steps = remedy.steps(for: report)
                let text = remedy.snippet?.text(for: report) ?? ""
                let snippet = text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false)
                server.list("step", (steps.before + steps.after).enumerated()) { step, entry in
                    step.markup("stepText", Self.markup(ofStep: entry.element))
                    step.block("snippet", entry.offset == steps.before.count - 1 ? snippet.map(String.init) : [])
                }
            }
        }
    }

    /// Returns the text of a step, in which all quotations are code.
    private static func markup(ofStep text: String) -> String {
        let escaped = EscapedText.escape(VisibleText.escape(text))
        return escaped.replacing("&#8220;", with: "<code>").replacing("&#8221;", with: "</code>")
    }
}

extension TemplateObject {
    /// Sets the values of a picture with a bar of equal width for each run, at distances of `step` pixels: one SVG path
    /// along the baseline for each status, whose style determines the height of its bars.
    mutating func fillStatusBars(of runs: some Collection<DomainPast.Run>, step: Int) {
        // The position of the baseline in the template, in pixels.
        let baseline = 14
        var paths: [DomainStatus: String] = [:]
        var start = 0
        let statuses = runs.map(\.status)
        for (index, status) in statuses.enumerated()
        where index + 1 == statuses.count || statuses[index + 1] != status {
            paths[status, default: ""] += "M\(start * step) \(baseline)h\((index + 1 - start) * step)"
            start = index + 1
        }
        self.number("width", statuses.count * step)
        self.list("path", DomainStatus.worstFirst.filter { paths[$0] != nil }) { object, status in
            object.set(["pathState": status.rawValue, "pathData": paths[status]])
        }
    }
}
