import Audit
import Basics
import Findings
import Runs

/// What to mend first: domains that one repair settles stand together, with one ticket for all of them.
struct StartView {
    private static let maxNames = 2
    /// A ticket is read by a person.
    private static let maxTicketNames = 200
    /// A command is typed or pasted.
    private static let maxCommandNames = 10

    private let index: PageIndex
    private let facts: RunFacts

    /// Prepares the list.
    init(_ index: PageIndex, _ facts: RunFacts) {
        self.index = index
        self.facts = facts
    }

    /// What the template shows; `nil` where nothing is to be mended.
    func object() -> TemplateObject? {
        let plan = index.startHere.plan
        guard !plan.steps.isEmpty else { return nil }
        return TemplateObject { object in
            object.text("startOrder", plan.order)
            object.text("startLater", plan.laterText())
            object.text("startMore", "then \(Phrase.count(plan.count - plan.steps.count, "more repair"))")
            object.list("firstStep", plan.steps.enumerated()) { object, entry in
                let step = entry.element
                PageIndex.members(
                    &object, step.domains, id: "repair-\(entry.offset + 1)", shown: Self.maxNames,
                    anchor: index.anchor(named:))
                object.text("stepTitle", Catalogue[step.code].title)
                object.text("stepReason", step.reason)
                // What concerns one domain has its ticket there.
                if step.domains.count > 1 { object.object("ticket") { $0.texts("ticketLine", ticket(step)) } }
            }
        }
    }

    /// How to see that all of them are repaired.
    private func proof(_ domains: DomainNames) -> String {
        guard domains.count > Self.maxCommandNames else {
            return "“aasa-audit \(domains.names.joined(separator: " "))” finds no error any more."
        }
        let some = domains.names.prefix(3).joined(separator: " ")
        return "a new run finds this at none of the \(domains.count) domains (a first look: “aasa-audit \(some)”)."
    }

    private func ticket(_ step: StartHere.Step) -> [String] {
        let entry = Catalogue[step.code]
        let checked = UTCTime(facts.startedAt).map { ", \($0.minuteText)" } ?? ""
        var lines = [
            "\(Phrase.count(step.domains.count, "domain")): \(entry.title) [\(step.code.rawValue)]", "",
            "Checked with aasa-audit from outside, as Apple's servers and iPhones do\(checked).",
            "One repair: \(step.reason).", "",
        ]
        lines += step.domains.names.prefix(Self.maxTicketNames).map { "- \($0)" }
        let rest = step.domains.count - min(Self.maxTicketNames, step.domains.names.count)
        if rest > 0 { lines.append("- and \(rest) more; the report has them.") }
        if !step.remedy.isEmpty {
            lines += ["", "What to do, at \(step.domains.names.first ?? "the first"): \(step.remedy)"]
        }
        return lines + [
            "Who can fix it: \(entry.fixer).", "",
            "Fixed when: \(proof(step.domains))",
        ]
    }
}
