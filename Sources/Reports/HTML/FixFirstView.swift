import Audit
import Basics
import Findings
import Records

import struct Foundation.Date

/// The problems to fix first; domains with the same fix are listed together, with one ticket for all of them.
struct FixFirstView {
    private static let maxNames = 3
    /// The maximum number of names in a ticket, which must stay readable.
    private static let maxTicketNames = 200
    /// The maximum number of names in a command, which is typed or pasted.
    private static let maxCommandNames = 10
    private static let maxMessageBytes = 900

    let index: PageIndex
    let runAt: Date
    /// Returns the address of the domains of a fix, from the position of the fix and the index of its first domain;
    /// `nil` for no link.
    var address: (_ position: Int, _ first: Int) -> String? = { position, _ in "#group=repair-\(position + 1)" }

    func fill(_ object: inout TemplateObject) {
        let plan = index.plan
        guard !plan.steps.isEmpty else { return }
        let steps = (plan.steps + plan.others).enumerated().map { (position: $0.offset, step: $0.element) }
        object.text("fixOrder", plan.steps.count > 1 ? Phrase.sentence(plan.order) : nil)
        object.text("moreFixes", plan.othersCountText)
        object.list("firstStep", steps.prefix(plan.steps.count)) { object, entry in
            let step = entry.step
            fillStep(&object, entry.position, step)
            object.set(["stepState": step.status.rawValue, "stepStateLabel": step.status.label])
            // Steps for the same problem have one heading, with the effect of the first.
            let first = steps.first { $0.step.code == step.code }?.step
            object.flag("isSame", first != step)
            object.text("problemEffect", first?.effect.map(Phrase.capitalized))
            let effect = first?.effect == step.effect ? nil : step.effect
            object.texts("stepEffect", ([effect].compactMap(\.self) + step.news).map(Phrase.capitalized))
            let urgent = "\(Phrase.number(step.urgentCount)) \(step.urgentTags.joined(separator: ", "))"
            object.text("stepUrgent", step.urgentCount > 0 ? urgent : nil)
            object.object("ticket") { $0.texts("ticketLine", ticket(step)) }
        }
        object.object("repairs") { object in
            guard plan.count > plan.steps.count else { return }
            object.text("repairsLabel", "All \(Phrase.count(plan.count, "fix", "fixes"))")
            object.list("repair", steps) { object, entry in
                fillStep(&object, entry.position, entry.step)
                object.flag("isLater", entry.position >= plan.steps.count)
            }
            let rest = plan.count - steps.count
            let domains = Phrase.count(index.repairRows.dropFirst(steps.count).reduce(0) { $0 + $1.count }, "domain")
            let more = Phrase.count(rest, "more fix", "more fixes")
            object.text("moreRepairs", rest > 0 ? "and \(more) on \(domains)" : nil)
        }
    }

    private func fillStep(_ object: inout TemplateObject, _ position: Int, _ step: FixPlanner.Step) {
        let count = step.domains.count
        object.set(["stepAction": Catalogue[step.code].action, "stepTitle": Catalogue[step.code].title])
        object.list("stepName", step.domains.names.prefix(Self.maxNames)) { index.link($1, &$0) }
        object.text("stepMore", count > Self.maxNames ? "and \(Phrase.number(count - Self.maxNames)) more" : nil)
        object.text("stepShared", step.shared)
        fillOwners(&object, of: step)
        let rows = index.repairRows[position]
        guard count > 1, let address = self.address(position, index.order[rows.lowerBound]) else { return }
        object.set([
            "stepAddress": address, "stepCount": Phrase.number(count), "stepTarget": "repair-\(position + 1)",
            "stepRows": "\(rows.lowerBound)-\(rows.upperBound)",
        ])
    }

    /// Sets the owners of the domains of `step` and their teams, or in their place whom to ask.
    func fillOwners(_ object: inout TemplateObject, of step: FixPlanner.Step) {
        object.set([
            "stepPeople": step.people.joined(separator: ", "), "stepTeams": step.otherTeams.joined(separator: ", "),
        ])
        guard step.people.isEmpty, index.hasPeople else { return }
        object.text("unowned", step.unownedText)
    }

    func ticket(_ step: FixPlanner.Step) -> [String] {
        let reasons = Phrase.sentence(step.reasons.joined(separator: "; "))
        let introduction = [TextReport.origin(runAt)] + (step.reasons.isEmpty ? [] : [reasons]) + [""]
        return Self.ticket(step.code, step.domains, introduction: introduction, step: step)
    }

    /// Returns the lines of a ticket; without `step`, the owners, the observation and the remedy are unknown.
    static func ticket(
        _ code: FindingCode, _ domains: DomainNames, introduction: [String] = [], step: FixPlanner.Step? = nil
    ) -> [String] {
        let entry = Catalogue[code]
        let names = domains.names
        let count = Phrase.count(domains.count, "domain")
        var lines = ["\(count): \(entry.title) [\(code.rawValue)]", ""] + introduction
        lines += names.prefix(maxTicketNames).map { "- \($0)" }
        let rest = domains.count - min(maxTicketNames, names.count)
        if rest > 0 { lines.append("- and \(Phrase.number(rest)) more; the report lists them.") }
        if let step {
            let example = domains.count == 1 ? "" : " for all \(count) (example: \(names.first ?? "the first"))"
            lines += ["", "What to do\(example): \(step.remedy)"]
        }
        let owners = step?.peopleText.map { VisibleText.escape($0) }
        lines.append(Responsibility(fixer: entry.fixer, people: owners).line)
        if let step {
            let label = domains.count == 1 ? "Observed" : "Observed on the example"
            lines.append("\(label): \(MailContent.cut(step.message, maxMessageBytes))")
        }
        let isWhole = domains.count <= maxCommandNames
        let arguments = names.prefix(isWhole ? maxCommandNames : 3).map(ShellWord.word).joined(separator: " ")
        let run = isWhole ? "this command" : "a new run"
        let sign = domains.count == 1 ? "no longer reports" : "reports"
        let place = domains.count == 1 ? "" : " on none of the \(count)"
        let purpose = isWhole ? "" : "; for a quick check"
        lines += ["", "Fixed when \(run) \(sign) “\(code.rawValue)”\(place)\(purpose): “aasa-audit \(arguments)”."]
        return lines + (entry.severity == .error ? [FixAdvice.delay] : [])
    }
}
