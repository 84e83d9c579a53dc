import Basics
import Findings

extension FixPlanner {
    package var plan: Plan {
        let all = mergedGroups()
        let steps = all.prefix(Plan.maxSteps + Plan.maxOthers).map { group in
            var step = group.step
            step.shared = Self.sharedText(group)
            let change = group.change.map { $0 == .new ? "new problem" : "the problem has returned" }
            step.effects = [group.effect, change].compactMap(\.self)
            step.reason = Self.reason(step, in: group)
            return step
        }
        var plan = Plan(
            steps: Array(steps.prefix(Plan.maxSteps)), others: Array(steps.dropFirst(Plan.maxSteps)),
            count: all.count, order: Self.order(of: all.map(\.weight)))
        for (position, group) in all.enumerated() {
            for number in group.mergedNumbers { plan.positions[number] = position }
        }
        return plan
    }

    /// Returns the criteria for the order of the steps, without criteria that are equal for all steps.
    private static func order(of weights: [Group.Weight]) -> String {
        func differ(_ value: (Group.Weight) -> some Hashable) -> Bool { Set(weights.map(value)).count > 1 }
        let criteria: [(applies: Bool, text: String)] = [
            (differ(\.isSevere), "severity (errors first)"), (differ(\.isUrgent), "production tag"),
            (differ(\.systems), "number of affected iOS versions and developer mode"),
            (differ(\.isNew), "new problems"), (differ(\.domains), "number of domains"),
        ]
        return "by " + (criteria.filter(\.applies).map(\.text) + ["list position"]).joined(separator: ", then ")
    }

    private static func reason(_ step: Step, in group: Group) -> String {
        var parts: [String] = []
        if !step.urgentTags.isEmpty {
            let countText = step.urgentCount < step.domains.count ? "\(step.urgentCount) of them " : ""
            parts.append("\(countText)tagged \(step.urgentTags.map { VisibleText.escape($0) }.joined(separator: ", "))")
        }
        parts += step.effects
        let domains = Phrase.count(step.domains.count, "domain")
        if let shared = step.shared {
            parts.append("\(domains) \(shared)\(contactText(step.people))")
        } else if case .people(let people) = group.key.shared, step.domains.count > 1 {
            parts.append("\(domains) with the same contact, \(VisibleText.escape(people))")
        }
        return parts.joined(separator: "; ")
    }

    private static func sharedText(_ group: Group) -> String? {
        guard group.step.domains.count > 1 else { return nil }
        return switch group.key.shared {
        case .certificate: "with one certificate (one change fixes all)"
        case .file: "with the same file (one change fixes all)"
        case .redirect(let host): "that lead to \(VisibleText.escape(host))"
        case .server(let address): "on one server, \(VisibleText.escape(address))"
        case .people, .domain: nil
        }
    }

    private static func contactText(_ people: [String]) -> String {
        guard let first = people.first.map({ VisibleText.escape($0) }) else { return "" }
        let others = people.dropFirst().map { VisibleText.escape($0) }
        return others.isEmpty ? "; contact \(first)" : "; contact \(first), and inform \(Phrase.list(others, limit: 4))"
    }
}
