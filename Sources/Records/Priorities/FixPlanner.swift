package import Audit
import Basics
package import Findings
package import Transport

/// Collects the domains of a run, and plans which problems to fix first.
///
/// Domains with the same cause are grouped if one fix or one contact covers them. Memory is bounded, regardless of the
/// number of domains.
package struct FixPlanner: Sendable {
    package struct Step: Hashable, Sendable {
        package var domains = DomainNames()
        package var code: FindingCode
        /// The reason for the position of the step, in a few words without a full stop; may be empty.
        package var reason = ""
        /// The message of the finding of the first domain.
        package var message: String
        /// The remedy for the first domain.
        package var remedy: String
        /// The owners of the domains, or teams if there is no owner, with their contacts.
        package var people: [String] = []
        /// The names of ``people``, without contacts.
        var names: [String] = []
        var teams: [String] = []
        package var urgentCount = 0
        package var urgentTags: [String] = []
        /// The server, certificate or other property that the domains share, in words that follow their number; `nil`
        /// for a single domain, and for domains that share only a contact.
        package var shared: String?

        package var otherTeams: [String] { teams.filter { !names.contains($0) } }

        package var peopleText: String? {
            guard !people.isEmpty else { return nil }
            return people.joined(separator: ", ")
                + (otherTeams.isEmpty ? "" : " (\(otherTeams.joined(separator: ", ")))")
        }
    }

    package struct Plan: Hashable, Sendable {
        package static let maxSteps = 5
        /// The maximum number of further steps in a table.
        static let maxOthers = 95
        /// The maximum number of further steps in a line of text.
        static let maxLater = 20

        /// The steps, the most urgent first, at most ``maxSteps``.
        package var steps: [Step] = []
        /// The steps after ``steps``, in order, at most ``maxOthers``.
        package var others: [Step] = []
        package var count = 0
        /// The criteria for the order of the steps, in words, the most important first.
        package var order = ""
        /// The position of each group's step, by the number of the group.
        package var positions: [Int: Int] = [:]

        package var laterCount: String? {
            count > steps.count ? Phrase.count(count - steps.count, "more repair") : nil
        }

        package func laterText(_ shown: (String) -> String = { $0 }) -> String? {
            guard let laterCount else { return nil }
            let named = others.prefix(Self.maxLater)
            let more = count - steps.count - named.count
            let names = named.map { $0.domains.text(limit: 5, shown) }.joined(separator: "; ")
            return "\(laterCount): \(names)\(more > 0 ? "; and \(Phrase.number(more)) more" : "")."
        }
    }

    private static let maxGroups = 10_000
    /// The tags, or words in tags, of production domains, unless a setting replaces them.
    package static let productionTags = [
        "production", "prod", "live", "revenue", "payment", "payments", "checkout", "critical",
    ]

    /// The property that the domains of a group share.
    private enum Bond: Hashable {
        case people(String)
        case certificate(String)
        case redirect(to: String)
        case server(String)
        case file(String)
        /// No common property: a single domain.
        case domain(String)
    }

    private struct Key: Hashable {
        var code: FindingCode
        /// The owner or team of all domains; `nil` if unknown, or if they differ.
        var people: String?
        var bond: Bond
    }

    /// The weight of a group; the group with the larger weight comes first.
    private struct Weight: Comparable {
        /// Whether the domains have errors, or could not be checked.
        var isGrave: Bool
        var isUrgent: Bool
        /// The weight of systems that fail: 4 for iOS 14 and later, 2 for an earlier generation, 1 for developer mode.
        var systems: Int
        var isNew: Bool
        var domains: Int

        private var order: [Int] { [isGrave ? 1 : 0, isUrgent ? 1 : 0, systems, isNew ? 1 : 0, domains] }

        static func < (left: Weight, right: Weight) -> Bool { left.order.lexicographicallyPrecedes(right.order) }
    }

    private struct Group {
        /// The number of the group, which is that of its first domain.
        var number: Int
        /// The numbers of the groups that were merged into this group, including its own.
        var members: [Int]
        var weight: Weight
        var harm: String?
        var change: ChangeKind?
        var step: Step

        func merged(with other: Group) -> Group {
            let (first, second) = number < other.number ? (self, other) : (other, self)
            var both = first
            both.step.domains.add(second.step.domains)
            both.weight = Weight(
                isGrave: weight.isGrave || other.weight.isGrave, isUrgent: weight.isUrgent || other.weight.isUrgent,
                systems: max(weight.systems, other.weight.systems), isNew: weight.isNew || other.weight.isNew,
                domains: both.step.domains.count)
            both.step.urgentCount += second.step.urgentCount
            both.step.urgentTags = first.step.urgentTags.adding(second.step.urgentTags, limit: 3)
            if second.weight.systems > first.weight.systems || both.harm == nil { both.harm = second.harm }
            both.change = first.change ?? second.change
            both.step.people = first.step.people.adding(second.step.people)
            both.step.names = first.step.names.adding(second.step.names)
            both.step.teams = first.step.teams.adding(second.step.teams, limit: 3)
            both.members += second.members
            return both
        }
    }

    private var groups: [Key: Group] = [:]
    private var count = 0

    private let urgentWords: Set<String>

    /// Creates a planner without domains; a domain is urgent if a tag, or a word in a tag, is one of `productionTags`.
    package init(productionTags: [String] = Self.productionTags) {
        urgentWords = Set(productionTags.map { $0.lowercased() })
    }

    package init(of run: any StoredRun) {
        var tags: [String]?
        if case .array(let values)? = run.facts.options["productionTags"] {
            tags = values.compactMap(\.string)
        }
        self.init(productionTags: tags ?? Self.productionTags)
    }

    /// Adds a domain and returns the number of its group, for ``Plan/positions``; `nil` if it needs no action.
    @discardableResult
    package mutating func add(_ report: DomainReport) -> Int? {
        guard [.fail, .unreachable, .warn].contains(report.status), let cause = report.cause else { return nil }
        let name = report.people.owner ?? report.people.team
        var people = name
        if let name, let contact = report.people.contact { people = "\(name) (\(contact))" }
        let key = Key(code: cause.code, people: people, bond: Self.bond(of: report, cause))
        let known = groups[key]
        if known == nil, groups.count >= Self.maxGroups {
            // The least urgent groups will not be among the first steps.
            let kept = Self.sorted(groups).prefix(Self.maxGroups / 2)
            groups = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
        }
        count += 1
        let tags = report.people.tags.filter(isUrgent)
        var step = Step(
            code: cause.code, message: cause.message, remedy: cause.remedy, people: [people].compactMap(\.self),
            names: [name].compactMap(\.self), teams: [report.people.team].compactMap(\.self),
            urgentCount: tags.isEmpty ? 0 : 1, urgentTags: Array(tags.prefix(3)))
        step.domains.add(report.name)
        let harm = Self.harm(in: report, cause)
        let change = report.change(of: cause)
        let isNew = change != nil && change != .still
        // A group is numbered once, by its first domain.
        let single = Group(
            number: count, members: known == nil ? [count] : [],
            weight: Weight(
                isGrave: report.status != .warn, isUrgent: !tags.isEmpty, systems: harm.weight, isNew: isNew,
                domains: 1),
            harm: harm.words, change: isNew ? change : nil, step: step)
        let group = known?.merged(with: single) ?? single
        groups[key] = group
        return group.number
    }

    private static func sorted(_ groups: [Key: Group]) -> [(key: Key, value: Group)] {
        groups.sorted { first, second in
            if first.value.weight != second.value.weight { return first.value.weight > second.value.weight }
            return first.value.number < second.value.number
        }
    }

    /// The groups in the order of their steps.
    ///
    /// Groups that one fix covers are merged first, regardless of owners, then those with the same contact.
    private var merged: [(key: Key, value: Group)] {
        var byFix: [Key: Group] = [:]
        var people: [Key: Set<String?>] = [:]
        for (key, group) in groups.sorted(by: { $0.value.number < $1.value.number }) {
            // A shared certificate or file needs only one fix, but different owners can share a server's address.
            var fix = key
            switch key.bond {
            case .certificate, .file: fix.people = nil
            case .people, .redirect, .server, .domain: break
            }
            people[fix, default: []].insert(key.people)
            byFix[fix] = byFix[fix]?.merged(with: group) ?? group
        }
        var byContact: [Key: Group] = [:]
        for (fix, group) in byFix.sorted(by: { $0.value.number < $1.value.number }) {
            var key = fix
            if let owners = people[fix], owners.count == 1, let owner = owners.compactMap(\.self).first {
                key = Key(code: fix.code, people: owner, bond: .people(owner))
            }
            byContact[key] = byContact[key]?.merged(with: group) ?? group
        }
        return Self.sorted(byContact)
    }

    package var plan: Plan {
        let all = merged
        let steps = all.prefix(Plan.maxSteps + Plan.maxOthers).map { key, group in
            var step = group.step
            step.shared = Self.shared(key.bond, step)
            step.reason = Self.reason(key.bond, group, step)
            return step
        }
        var plan = Plan(
            steps: Array(steps.prefix(Plan.maxSteps)), others: Array(steps.dropFirst(Plan.maxSteps)),
            count: all.count, order: Self.order(of: all.map(\.value.weight)))
        for (position, step) in all.enumerated() {
            for member in step.value.members { plan.positions[member] = position }
        }
        return plan
    }

    /// Returns the criteria for the order of the steps, without criteria that are equal for all steps.
    private static func order(of weights: [Weight]) -> String {
        func differ(_ value: (Weight) -> some Hashable) -> Bool { Set(weights.map(value)).count > 1 }
        let criteria: [(applies: Bool, text: String)] = [
            (differ(\.isGrave), "severity (errors first)"), (differ(\.isUrgent), "production tag"),
            (differ(\.systems), "number of affected Apple systems"), (differ(\.isNew), "new problems"),
            (differ(\.domains), "number of domains"),
        ]
        return "by " + (criteria.filter(\.applies).map(\.text) + ["list position"]).joined(separator: ", then ")
    }

    private static func reason(_ bond: Bond, _ group: Group, _ step: Step) -> String {
        var parts: [String] = []
        if !step.urgentTags.isEmpty {
            let some = step.urgentCount < step.domains.count ? "\(step.urgentCount) of them " : ""
            parts.append("\(some)tagged \(step.urgentTags.map { VisibleText.escape($0) }.joined(separator: ", "))")
        }
        if let harm = group.harm { parts.append(harm) }
        if group.change == .new { parts.append("new problem") }
        if group.change == .returned { parts.append("the problem has returned") }
        let domains = Phrase.count(step.domains.count, "domain")
        if let shared = step.shared {
            parts.append("\(domains) \(shared)\(owners(step.people))")
        } else if case .people(let people) = bond, step.domains.count > 1 {
            parts.append("\(domains) with the same contact, \(VisibleText.escape(people))")
        }
        return parts.joined(separator: "; ")
    }

    private static func shared(_ bond: Bond, _ step: Step) -> String? {
        guard step.domains.count > 1 else { return nil }
        return switch bond {
        case .certificate: "with one certificate (one change fixes all)"
        case .file: "with the same file (one change fixes all)"
        case .redirect(let host): "that lead to \(VisibleText.escape(host))"
        case .server(let address): "on one server, \(VisibleText.escape(address))"
        case .people, .domain: nil
        }
    }

    private static func owners(_ people: [String]) -> String {
        guard let first = people.first.map({ VisibleText.escape($0) }) else { return "" }
        let others = people.dropFirst().map { VisibleText.escape($0) }
        return others.isEmpty ? "; contact \(first)" : "; contact \(first), and inform \(Phrase.list(others, limit: 4))"
    }

    private static func bond(of report: DomainReport, _ cause: Finding) -> Bond {
        let bond: Bond? =
            switch Catalogue[cause.code].family {
            case .tls: report.certificate.map { .certificate($0.sha256) }
            case .http, .reachingTheServer:
                redirectTarget(of: report, cause).map { Bond.redirect(to: $0) }
                    ?? report.serverAddress.map { Bond.server($0) }
            case .file, .expectations, .appleCDN:
                (report.wellKnown?.sha256 ?? report.root?.sha256).map { .file($0) }
            case .entitlements: nil
            }
        return bond ?? .domain(report.name)
    }

    /// Returns the host that a domain redirects to; `nil` if that host is the domain itself, with or without “www.”.
    private static func redirectTarget(of report: DomainReport, _ cause: Finding) -> String? {
        guard cause.code == .redirect else { return nil }
        let ownHosts = [report.domain?.host, report.domain?.sibling?.host]
        let host = [report.wellKnown, report.root].lazy
            .compactMap { $0?.redirects.last.flatMap { AbsoluteURL($0.to)?.host } }.first
        return ownHosts.contains(host) ? nil : host
    }

    private func isUrgent(_ tag: String) -> Bool {
        let tag = tag.lowercased()
        return urgentWords.contains(tag)
            || tag.split { !$0.isLetter && !$0.isNumber }.contains { urgentWords.contains(String($0)) }
    }

    /// Returns the weight of the systems that do not open the app because of `cause`, and the effect in words.
    private static func harm(in report: DomainReport, _ cause: Finding) -> (weight: Int, words: String?) {
        if report.status == .unreachable { return (0, "not checked") }
        let failing = report.verdicts.filter { verdict in
            verdict.works == false && (verdict.because.isEmpty || verdict.because.contains(cause.code))
        }.map(\.system)
        let affected = failing.filter { $0 != .iOS14DeveloperMode }
        // Developer mode affects only developers, so its weight decides only between otherwise equal groups.
        let weight = 2 * (affected.count + (affected.contains(.iOS14) ? 1 : 0)) + (failing.count - affected.count)
        guard !affected.isEmpty else {
            return (0, report.status == .fail && report.opensApp == .unknown ? "links may open the browser" : nil)
        }
        if affected.count == 3 { return (weight, "links do not open the app") }
        if affected.contains(.iOS14) { return (weight, "links do not open the app on iOS 14 and later") }
        let hasCopy = report.cdn?.state == .onlyAtCDN || report.cdn?.state == .outOfSync
        return (
            weight,
            "links do not open the app on iOS 13 or earlier"
                + (hasCopy ? ", and on no system once Apple's CDN drops its copy" : "")
        )
    }
}

extension [String] {
    fileprivate func adding(_ others: [String], limit: Int = .max) -> [String] {
        self + others.filter { !contains($0) }.prefix(limit - count)
    }
}

extension DomainReport {
    /// The requests to the domain's own locations.
    package var exchanges: [Exchange] { [wellKnown, root].compactMap { $0?.exchange } }

    package var serverAddress: String? { exchanges.lazy.compactMap(\.address).first }

    /// The finding that determines the domain's status: the first of the most severe counted findings.
    package var cause: Finding? {
        let severity = findings.lazy.filter(\.isCounted).map(\.severity).max()
        return findings.first { $0.isCounted && $0.severity == severity }
    }
}
