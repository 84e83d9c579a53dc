import Audit
import Findings
import Records
import Transport

/// Collects the domains of a run, and plans which problems to fix first.
///
/// Domains with the same cause are grouped if one fix or one owner covers them. Memory is bounded, regardless of the
/// number of domains.
package struct FixPlanner: Sendable {
    private static let maxGroups = 10_000
    /// The tags, or words in tags, of production domains, unless a setting replaces them.
    package static let productionTags = [
        "production", "prod", "live", "revenue", "payment", "payments", "checkout", "critical",
    ]

    private var groups: [Group.Key: Group] = [:]
    /// The number of added domains with a problem to fix.
    private var domainCount = 0

    private let urgentWords: Set<String>

    /// Creates a planner without domains; a domain is urgent if a tag, or a word in a tag, is one of `productionTags`.
    init(productionTags: [String] = Self.productionTags) {
        urgentWords = Set(productionTags.map { $0.lowercased() })
    }

    init(of run: any StoredRun) { self.init(productionTags: run.facts.productionTags ?? Self.productionTags) }

    /// Adds a domain and returns the number of its group, for ``Plan/positions``; `nil` if it needs no action.
    @discardableResult
    mutating func add(_ report: DomainReport) -> Int? {
        guard [.fail, .unreachable, .warn].contains(report.status), let cause = report.cause else { return nil }
        let name = report.people.owner ?? report.people.team
        var people = name
        if let name, let contact = report.people.contact { people = "\(name) (\(contact))" }
        let contact = name == nil ? report.people.contact : nil
        let key = Group.Key(code: cause.code, owner: people ?? contact, shared: Self.sharedProperty(of: report, cause))
        let existing = groups[key]
        if existing == nil, groups.count >= Self.maxGroups {
            // The least urgent half is dropped: its groups would hardly be among the first steps.
            let kept = Self.sorted(groups.values).prefix(Self.maxGroups / 2)
            groups = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0) })
        }
        domainCount += 1
        let tags = report.people.tags.filter(isUrgent)
        let change = report.change(of: cause).flatMap { $0 == .new || $0 == .returned ? $0 : nil }
        var step = Step(
            code: cause.code, message: cause.message, remedy: cause.remedy,
            firstSeen: change == nil ? cause.firstSeen : nil,
            people: [people].compactMap(\.self), names: [name].compactMap(\.self),
            teams: [report.people.team].compactMap(\.self), contact: contact,
            urgentCount: tags.isEmpty ? 0 : 1, urgentTags: Array(tags.prefix(3)))
        step.domains.add(report.name)
        let effect = Self.effect(of: cause, on: report)
        // A group is numbered once, by its first domain.
        let single = Group(
            key: key, number: domainCount, mergedNumbers: existing == nil ? [domainCount] : [],
            weight: Group.Weight(
                status: report.status, isUrgent: !tags.isEmpty, impact: effect.weight,
                isNew: change != nil, domains: 1),
            effect: effect.words, changeCounts: change.map { [$0: 1] } ?? [:], step: step)
        let group = existing?.merged(with: single) ?? single
        groups[key] = group
        return group.number
    }

    /// Returns groups by weight, the heaviest first; those with the same cause are together.
    private static func sorted(_ groups: some Sequence<Group>) -> [Group] {
        func precedes(_ first: Group, _ second: Group) -> Bool {
            first.weight == second.weight ? first.number < second.number : first.weight > second.weight
        }
        let causes = Dictionary(grouping: groups, by: \.key.code).values.map { $0.sorted(by: precedes) }
        return causes.sorted { precedes($0[0], $1[0]) }.flatMap(\.self)
    }

    /// Returns the groups in the order of their steps, after merging groups that one fix covers, regardless of owners,
    /// and then groups with the same owner.
    func mergedGroups() -> [Group] {
        var byFix: [Group.Key: Group] = [:]
        var ownersByFix: [Group.Key: Set<String?>] = [:]
        for var group in groups.values.sorted(by: { $0.number < $1.number }) {
            let owner = group.key.owner
            // A shared certificate or file needs only one fix, but different owners can share a server's address.
            switch group.key.shared {
            case .certificate, .file: group.key.owner = nil
            case .owner, .redirect, .server, .domain: break
            }
            ownersByFix[group.key, default: []].insert(owner)
            byFix[group.key] = byFix[group.key]?.merged(with: group) ?? group
        }
        var byOwner: [Group.Key: Group] = [:]
        for var group in byFix.values.sorted(by: { $0.number < $1.number }) {
            if let owners = ownersByFix[group.key], owners.count == 1, let owner = owners.compactMap(\.self).first {
                group.key = Group.Key(code: group.key.code, owner: owner, shared: .owner(owner))
            }
            byOwner[group.key] = byOwner[group.key]?.merged(with: group) ?? group
        }
        return Self.sorted(byOwner.values)
    }

    private static func sharedProperty(of report: DomainReport, _ cause: Finding) -> Group.SharedProperty {
        let property: Group.SharedProperty? =
            switch Catalogue[cause.code].family {
            case .tls: report.certificate.map { .certificate($0.sha256) }
            case .http, .reachingTheServer:
                redirectTarget(of: report, cause).map { .redirect(to: $0) } ?? report.serverAddress.map { .server($0) }
            case .file, .expectations, .appleCDN:
                (report.wellKnown?.sha256 ?? report.root?.sha256).map { .file($0) }
            case .entitlements: nil
            }
        return property ?? .domain(report.name)
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
    private static func effect(of cause: Finding, on report: DomainReport) -> (weight: Int, words: String?) {
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
        // All three generations of systems are affected.
        if affected.count == 3 { return (weight, "links do not open the app") }
        if affected.contains(.iOS14) { return (weight, "links do not open the app on iOS 14 and later") }
        // Links fail on one or both of the earlier generations.
        let versions = affected.count == 2 ? "iOS 13 and earlier" : affected == [.iOS13] ? "iOS 13" : "iOS 9.3 to 12"
        let hasCopy = report.cdn?.state == .onlyAtCDN || report.cdn?.state == .outOfSync
        return (
            weight,
            "links do not open the app on \(versions)"
                + (hasCopy ? ", nor on later systems once Apple's CDN drops its copy" : "")
        )
    }
}
