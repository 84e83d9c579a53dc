package import Audit
package import Findings

/// The differences between two runs.
package struct RunDiff: Sendable {
    package struct FindingChange: Sendable {
        package var kind: ChangeKind
        /// The finding of the later run; if it has none, of the earlier run.
        package var finding: Finding
        /// Whether the finding is new or fixed only because the audit's rules changed, not the domain's responses.
        package var isCausedByRuleChange = false

        package init(kind: ChangeKind, finding: Finding) {
            self.kind = kind
            self.finding = finding
        }
    }

    /// A change that is not about a finding, as a sentence.
    package typealias OtherChange = (kind: OtherChangeKind, text: String)

    package enum OtherChangeKind: String, Sendable {
        case content, certificate, server
        case cdnCopy = "copy"
    }

    package struct Domain: Sendable {
        package enum Presence: String, Sendable {
            case both, added, removed
        }

        package var name: String
        /// The index of the domain in the list of the later run, from 0; for a removed domain, of the earlier run.
        package var listIndex = 0
        package var people: DomainPeople?
        package var presence: Presence
        package var earlierStatus: DomainStatus?
        package var laterStatus: DomainStatus?
        /// The changes of findings with severity warning or above, the most severe first.
        package var findings: [FindingChange] = []
        package var otherChanges: [OtherChange] = []

        package init(
            name: String, listIndex: Int = 0, presence: Presence = .both, from earlierStatus: DomainStatus?,
            to laterStatus: DomainStatus?
        ) {
            self.name = name
            self.listIndex = listIndex
            self.presence = presence
            self.earlierStatus = earlierStatus
            self.laterStatus = laterStatus
        }

        /// Whether a run could not check the domain, so that ``otherChanges`` is empty; `false` for a removed domain.
        package var isUncheckedInAnyRun: Bool {
            presence != .removed && (earlierStatus == .unreachable || laterStatus == .unreachable)
        }

        /// The findings, without findings that only state that the domain could not be checked.
        package var findingsWhenChecked: [FindingChange] {
            isUncheckedInAnyRun ? findings.filter { !Catalogue[$0.finding.code].preventsCheck } : findings
        }

        package var isChanged: Bool {
            presence != .both || earlierStatus != laterStatus || !otherChanges.isEmpty
        }
    }

    package var earlierRun: RunRecord
    package var laterRun: RunRecord
    /// The numbers of changes; only warnings and errors count as findings.
    package var changes: RunChanges
    /// The domains that changed, have findings or could not be compared, at most ``maxDomains``: first the domains of
    /// the later run in the order of its list, then the removed domains.
    package var domains: [Domain] = []
    package var domainsLeftOut = 0
    package var domainsWithOtherChanges = 0
    /// The number of findings of the kind ``ChangeKind/notCompared``, including those of domains beyond ``domains``.
    package var findingsNotCompared = 0
    /// The kinds of change to which ``domains`` are limited; `nil` for all kinds.
    package var shownKinds: Set<ChangeKind>?

    package static let maxDomains = 10_000

    package init(from earlierRun: RunRecord, to laterRun: RunRecord) {
        self.earlierRun = earlierRun
        self.laterRun = laterRun
        changes = RunChanges(previousRun: earlierRun.facts.id, previousStartedAt: earlierRun.facts.startedAt)
        if earlierRun.facts.rulesVersion != laterRun.facts.rulesVersion {
            changes.rules = RulesChange(before: earlierRun.facts.rulesVersion, after: laterRun.facts.rulesVersion)
        }
    }
}

extension RunDiff {
    /// The kinds of change that a difference can be limited to; `fixed` also selects partly fixed domains.
    package static let selectableKinds = ChangeKind.allCases.filter { $0 != .partlyFixed }

    /// The kinds of change that make two runs different, without unchanged findings and those that were not compared.
    package static let differenceKinds = selectableKinds.filter { $0 != .still && $0 != .notCompared }

    package func has(_ kind: ChangeKind) -> Bool {
        switch kind {
        case .new: changes.new > 0
        case .returned: changes.returned > 0
        case .fixed, .partlyFixed: changes.fixed > 0
        case .otherChange: domainsWithOtherChanges > 0
        case .still: changes.still > 0
        case .notCompared: changes.domainsNotCompared > 0 || findingsNotCompared > 0
        case .added: changes.domainsAdded > 0
        case .removed: changes.domainsRemoved > 0
        }
    }

    package func limited(to kinds: Set<ChangeKind>) -> RunDiff {
        var diff = self
        diff.shownKinds = kinds
        diff.domains = domains.compactMap { domain in
            var domain = domain
            let isShownAsUnchecked = domain.isUncheckedInAnyRun && kinds.contains(.notCompared)
            domain.findings = domain.findings.filter { change in
                domain.isUncheckedInAnyRun && Catalogue[change.finding.code].preventsCheck
                    ? isShownAsUnchecked : kinds.contains(change.kind)
            }
            if !kinds.contains(.otherChange) { domain.otherChanges = [] }
            let isShown =
                isShownAsUnchecked || !domain.findings.isEmpty || !domain.otherChanges.isEmpty
                || (domain.presence == .added && kinds.contains(.added))
                || (domain.presence == .removed && kinds.contains(.removed))
            return isShown ? domain : nil
        }
        return diff
    }
}

extension RunChanges.Change {
    package init(_ finding: Finding, of domain: RunDiff.Domain, _ kind: ChangeKind) {
        // A fixed finding is from the earlier run, so its `before` is about a run before that one.
        self.init(
            domain: domain.name, kind: kind, code: finding.code, severity: finding.severity, message: finding.message,
            before: kind == .fixed ? nil : finding.before?.text, people: domain.people, index: domain.listIndex)
    }
}
