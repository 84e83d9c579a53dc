import Basics
import Findings
import Records

extension FixPlanner {
    var plan: Plan {
        let all = mergedGroups()
        let steps = all.prefix(Plan.maxSteps + Plan.maxOthers).map { group in
            var step = group.step
            step.status = group.weight.status
            step.shared = Self.sharedText(group)
            step.effect = group.effect
            step.news = Self.changeTexts(group)
            step.reasons = Self.reasons(step)
            step.reason = (step.reasons + Self.ownerText(step, in: group)).joined(separator: "; ")
            return step
        }
        var plan = Plan(
            steps: Array(steps.prefix(Plan.maxSteps)), others: Array(steps.dropFirst(Plan.maxSteps)),
            count: all.count, order: Self.order(of: all))
        for (position, group) in all.enumerated() {
            for number in group.mergedNumbers { plan.positions[number] = position }
        }
        return plan
    }

    /// Returns the criteria for the order of the steps, without criteria that are equal for all steps.
    private static func order(of groups: [Group]) -> String {
        func differ(_ value: (Group.Weight) -> some Hashable) -> Bool { Set(groups.map { value($0.weight) }).count > 1 }
        let criteria: [(applies: Bool, text: String)] = [
            (differ(\.status), "severity (errors first)"), (differ(\.isUrgent), "production tag"),
            (differ(\.impact), "number of affected iOS versions (developer mode counts as well)"),
            (differ(\.isNew), "new problems"), (differ(\.domains), "number of domains"),
        ]
        let order = "by " + (criteria.filter(\.applies).map(\.text) + ["list position"]).joined(separator: ", then ")
        let causes = Set(groups.map(\.key.code)).count
        return causes > 1 && causes < groups.count ? "\(order); fixes for the same problem are together" : order
    }

    /// Returns on how many domains of `group` the problem is new or has returned.
    private static func changeTexts(_ group: Group) -> [String] {
        let total = group.step.domains.count
        let texts: KeyValuePairs<ChangeKind, (all: String, some: String)> = [
            .new: ("new problem", "new"), .returned: ("the problem has returned", "returned"),
        ]
        return texts.compactMap { kind, text in
            guard let count = group.changeCounts[kind] else { return nil }
            if count == total { return text.all }
            return "\(text.some) on \(Phrase.number(count)) of \(Phrase.count(total, "domain"))"
        }
    }

    private static func reasons(_ step: Step) -> [String] {
        var parts: [String] = []
        if !step.urgentTags.isEmpty {
            let countText = step.urgentCount < step.domains.count ? "\(step.urgentCount) of them " : ""
            parts.append("\(countText)tagged \(step.urgentTags.map { VisibleText.escape($0) }.joined(separator: ", "))")
        }
        parts += [step.effect].compactMap(\.self) + step.news
        if let shared = step.shared { parts.append("\(Phrase.count(step.domains.count, "domain")) \(shared)") }
        return parts
    }

    private static func ownerText(_ step: Step, in group: Group) -> [String] {
        let owners = step.people.map { VisibleText.escape($0) }
        if step.shared != nil, let first = owners.first {
            return [owners.count == 1 ? "owner: \(first)" : "owners: \(Phrase.list(owners, limit: 5))"]
        }
        guard case .owner(let owner) = group.key.shared, step.domains.count > 1 else { return [] }
        return ["\(Phrase.count(step.domains.count, "domain")) of \(VisibleText.escape(owner))"]
    }

    private static func sharedText(_ group: Group) -> String? {
        guard group.step.domains.count > 1 else { return nil }
        return switch group.key.shared {
        case .certificate: "with one certificate (one change fixes all)"
        case .file: "with the same file (one change fixes all)"
        case .redirect(let host): "that lead to \(VisibleText.escape(host))"
        case .server(let address): "on one server, \(VisibleText.escape(address))"
        case .owner, .domain: nil
        }
    }
}
