import Audit
import Basics
import Findings
import Runs

import struct Foundation.Date

/// The problems to fix first: domains that one fix settles are listed together, with one ticket for all of them.
struct StartView {
    private static let maxNames = 2
    /// A ticket is read by a person.
    private static let maxTicketNames = 200
    /// A command is typed or pasted.
    private static let maxCommandNames = 10

    let index: PageIndex
    /// When the run began.
    let runAt: Date

    /// Returns the values for the template; `nil` if there is nothing to fix.
    func object() -> TemplateObject? {
        let plan = index.startHere.plan
        guard !plan.steps.isEmpty else { return nil }
        return TemplateObject { object in
            object.text("startOrder", plan.steps.count > 1 ? plan.order : nil)
            object.text("startMore", plan.laterCount)
            object.text("startLater", plan.laterNames().map { $0 + "." })
            object.list("firstStep", plan.steps.enumerated()) { object, entry in
                let step = entry.element
                index.members(&object, step.domains, id: "repair-\(entry.offset + 1)", shown: Self.maxNames)
                object.text("stepTitle", Catalogue[step.code].title)
                object.text("stepReason", step.reason)
                // What concerns one domain has its ticket there.
                if step.domains.count > 1 { object.object("ticket") { $0.texts("ticketLine", ticket(step)) } }
            }
        }
    }

    private func ticket(_ step: StartHere.Step) -> [String] {
        let (entry, names, code) = (Catalogue[step.code], step.domains.names, step.code.rawValue)
        let count = Phrase.count(step.domains.count, "domain")
        var lines = [
            "\(count): \(entry.title) [\(code)]", "", TicketText.origin(runAt), "One fix: \(step.reason).", "",
        ]
        lines += names.prefix(Self.maxTicketNames).map { "- \($0)" }
        let rest = step.domains.count - min(Self.maxTicketNames, names.count)
        if rest > 0 { lines.append("- and \(Phrase.number(rest)) more; the report lists them.") }
        if !step.remedy.isEmpty { lines += ["", "What to do, on \(names.first ?? "the first"): \(step.remedy)"] }
        // How to see that all of them are repaired.
        let isWhole = step.domains.count <= Self.maxCommandNames
        let words = names.prefix(isWhole ? Self.maxCommandNames : 3).map(ShellWord.word).joined(separator: " ")
        let look = isWhole ? "" : "; for a quick check"
        return lines + [
            "Responsible: \(entry.fixer).", "",
            "Fixed when a new run finds \(code) on none of the \(count)\(look): “aasa-audit \(words)”.",
        ]
    }
}
