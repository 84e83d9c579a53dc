import Audit
import Basics
import Findings
import Runs

import struct Foundation.Date

/// What the templates show of one domain.
struct DomainCard {
    /// The most findings of one code that get a place of their own.
    static let findingsPerCode = 20

    let report: DomainReport
    let past: DomainPast?
    /// The name of the card in the page: what a link to it ends in.
    let anchor: String
    /// When the run began.
    let runAt: Date
    /// Whether what the findings rest on is shown without asking.
    let showsEvidence: Bool

    /// The whole card.
    func object() -> TemplateObject {
        TemplateObject { card in
            head(&card)
            body(&card)
        }
    }

    // MARK: Head

    private func head(_ card: inout TemplateObject) {
        card.text("id", anchor)
        card.text("status", report.status.rawValue)
        card.text("statusLabel", DomainWords.label(report.status))
        card.text("name", report.name)
        card.text("sentence", VerdictSentence.text(report) + ".")
        card.text("meta", meta)
        card.object("past", pastPicture)
    }

    private var meta: String? {
        var parts: [String] = []
        if let team = report.team { parts.append("team \(team)") }
        if let owner = report.owner { parts.append("owner \(owner)") }
        if !report.tags.isEmpty { parts.append(report.tags.joined(separator: ", ")) }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// The last runs as bars: their height says what their colour says.
    private var pastPicture: TemplateObject? {
        guard let past, !past.runs.isEmpty else { return nil }
        let since = past.statusSince.flatMap { Self.since($0, runAt) }
        let runs = past.runs.suffix(DomainPast.mostRuns)
        var spoken: [String] = []
        for run in runs {
            let word = DomainWords.label(run.status).lowercased()
            let day = UTCTime(run.startedAt)?.dayText ?? "an unknown day"
            if spoken.last?.hasSuffix(word) != true { spoken.append("from \(day) \(word)") }
        }
        return TemplateObject { object in
            object.text("since", since.map { "\(DomainWords.label(report.status)) \($0)" })
            object.number("width", runs.count * 7)
            object.text("spoken", "The last \(runs.count) runs: " + spoken.joined(separator: ", ") + ".")
            object.list(
                "bars",
                runs.enumerated().map { index, run in
                    TemplateObject { bar in
                        let height =
                            switch run.status {
                            case .pass: 6
                            case .warn: 11
                            case .fail: 18
                            case .unreachable, .invalid: 14
                            }
                        bar.number("x", index * 7)
                        bar.number("y", 18 - height)
                        bar.number("h", height)
                        bar.text("barClass", "b-\(run.status.rawValue)")
                    }
                })
        }
    }

    /// Since when, in words.
    static func since(_ date: Date, _ runAt: Date) -> String? {
        guard let day = UTCTime(date)?.dayText else { return nil }
        return runAt.timeIntervalSince(date) < 1
            ? "since this run" : "since \(day) (\(RelativeTime.distance(date, runAt)))"
    }

    // MARK: Body

    private func body(_ card: inout TemplateObject) {
        about(&card)
        if !report.verdicts.isEmpty {
            card.object("verdicts", TemplateObject { $0.list("verdict", verdicts) })
        }
        let findings = findings
        if !findings.isEmpty { card.object("findings", TemplateObject { $0.list("finding", findings) }) }
        card.flag("nothingWrong", report.status == .pass)
        card.flag("open", showsEvidence)
        if report.status != .pass {
            // Line by line: many lines are the same in many tickets, and stand in the data once.
            let lines = TicketText(report, past: past, runAt: runAt).lines
            card.object("ticket", TemplateObject { $0.texts("ticketLine", lines) })
        }
        card.object("evidence", EvidenceView(report).object())
    }

    /// What the user said of the domain, and what was made of the input.
    private func about(_ card: inout TemplateObject) {
        var facts: [(String, String)] = []
        if let domain = report.domain, domain.host != domain.displayHost { facts.append(("In DNS", domain.host)) }
        if let domain = report.domain, report.input != domain.host && report.input != domain.displayHost {
            facts.append(("Given as", report.input))
        }
        if let others = report.aliasesText { facts.append(("Also given as", others)) }
        for column in report.columns { facts.append((column.name, column.value)) }
        for note in report.notes { facts.append(("Note", note)) }
        guard !facts.isEmpty else { return }
        card.object("about", TemplateObject { $0.list("fact", Self.pairs(facts)) })
    }

    static func pairs(_ pairs: [(String, String)]) -> [TemplateObject] {
        pairs.map { pair in
            TemplateObject { object in
                object.text("key", pair.0)
                object.text("value", pair.1.isEmpty ? "(empty)" : pair.1)
            }
        }
    }

    private var verdicts: [TemplateObject] {
        if report.verdicts.allSatisfy({ $0.works == nil }) {
            return [
                TemplateObject { object in
                    object.text("answer", "unknown")
                    object.text("verdictText", "Not known for any Apple system")
                    object.texts("because", report.verdicts.first?.because.map(\.rawValue) ?? [])
                }
            ]
        }
        // Where all of them have the one cause that follows below, it need not be named four times.
        let causes = Set(report.verdicts.flatMap(\.because))
        let isPlain = causes.count <= 1 && report.findings.first.map { causes.contains($0.code) } != false
        return report.verdicts.map { verdict in
            TemplateObject { object in
                object.text("answer", verdict.works.map { $0 ? "yes" : "no" } ?? "unknown")
                object.text("verdictText", DomainWords.sentence(verdict))
                object.texts("because", isPlain ? [] : verdict.because.map(\.rawValue))
            }
        }
    }

    private var findings: [TemplateObject] {
        var seen: [FindingCode: Int] = [:]
        var advice: Set<[String]> = []
        var objects: [TemplateObject] = []
        for finding in report.findings {
            seen[finding.code, default: 0] += 1
            guard seen[finding.code, default: 0] <= Self.findingsPerCode else { continue }
            // The same words are not said again for the next finding of the kind.
            let isNew = advice.insert([finding.code.rawValue, finding.impact, finding.remedy]).inserted
            objects.append(object(finding, withAdvice: isNew))
        }
        for code in FindingCode.inUse {
            guard let count = seen[code], count > Self.findingsPerCode else { continue }
            let more = count - Self.findingsPerCode
            objects.append(
                TemplateObject { object in
                    object.text("severity", "info")
                    object.text("severityLabel", "And more")
                    object.text("title", "\(more) more of \(code.rawValue)")
                    object.text("code", code.rawValue)
                    object.text("message", "The JSON report has them all.")
                })
        }
        return objects
    }

    private func object(_ finding: Finding, withAdvice: Bool) -> TemplateObject {
        let entry = Catalogue[finding.code]
        return TemplateObject { object in
            object.text("severity", finding.severity.rawValue)
            object.text("severityLabel", DomainWords.label(finding.severity))
            object.text("title", entry.title)
            object.text("code", finding.code.rawValue)
            object.text("place", place(of: finding))
            object.text("message", finding.message)
            object.text("state", state(of: finding))
            object.text("firstSeen", firstSeen(finding))
            object.text("waiver", waiver(of: finding))
            // A note needs nothing done: its words are in the catalogue for those who ask.
            guard withAdvice, finding.severity != .info else { return }
            object.object(
                "advice",
                TemplateObject { advice in
                    advice.text("impact", finding.impact)
                    advice.text("remedy", finding.remedy)
                    advice.text("fixer", DomainWords.fixer(entry.family))
                    advice.object("server", server(of: finding))
                })
        }
    }

    /// What to do on the server that was recognised.
    private func server(of finding: Finding) -> TemplateObject? {
        guard let remedy = report.serverRemedy(for: finding) else { return nil }
        return TemplateObject { object in
            object.text(
                "serverName",
                remedy.platform.map { "On \($0.name), which was recognised by its answer:" } ?? "On any server:")
            object.texts("step", remedy.steps)
            guard let snippet = remedy.snippet else { return }
            object.object(
                "snippet", TemplateObject { $0.block("snippetText", Self.lines(snippet.text)) })
        }
    }

    static func lines(_ text: String) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private func place(of finding: Finding) -> String? {
        var parts: [String] = []
        if let place = DomainWords.place(finding.location) { parts.append(place) }
        if let line = finding.line {
            parts.append("line \(line)" + (finding.column.map { ", column \($0)" } ?? ""))
        }
        if let pointer = finding.pointer, !pointer.isEmpty { parts.append(pointer) }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private func state(of finding: Finding) -> String? {
        if finding.waived != nil { return "Waived" }
        return switch finding.state {
        case .new?: "New since the last run"
        case .returned?: "Back again"
        case .still?, nil: nil
        }
    }

    private func firstSeen(_ finding: Finding) -> String? {
        guard finding.state != .new, let date = finding.firstSeen, let time = UTCTime(date) else { return nil }
        return "First seen \(time.dayText), \(RelativeTime.distance(date, runAt)) ago."
    }

    private func waiver(of finding: Finding) -> String? {
        guard let waiver = finding.waived else { return nil }
        return "Waived\(waiver.until.map { " until \($0)" } ?? ""): \(waiver.reason)"
    }
}
