import Basics
public import Findings

public import struct Foundation.Date

/// The report on one target, created once, by the judge or from a stored report.
///
/// It is not changed afterwards, but for facts that become known only later: other inputs of the same target, and the
/// comparison with earlier runs.
public struct DomainReport: Hashable, Sendable {
    /// The input as the user wrote it.
    public package(set) var input: String
    /// Other inputs that mean the same target; `nil` where that cannot be known.
    public package(set) var alsoGivenAs: [String]?
    /// The number of other inputs besides those: a list can name a target more often than there is room for.
    public package(set) var alsoGivenAsOmitted = 0
    /// The domain; `nil` when the input could not be understood.
    public package(set) var domain: DomainID?
    /// The owner of the domain.
    public package(set) var owner: String?
    /// The contact of the owner or the team.
    public package(set) var contact: String?
    /// The team in charge.
    public package(set) var team: String?
    /// Labels to group by.
    public package(set) var tags: [String]
    /// Other columns of the list that named the target.
    public package(set) var columns: [TargetColumn]
    /// The apps that list the domain, as far as their entitlements were given.
    public package(set) var listings: [AppListing]
    /// The expectations of the file; `nil` where there were none.
    public package(set) var expectations: Expectations?
    /// The changes that were made to understand the input, or the reason why it was not understood.
    public package(set) var notes: [String]
    /// The overall state.
    public package(set) var status: DomainStatus
    /// Whether links open the app, by system.
    public package(set) var verdicts: [Verdict]
    /// The well-known location; `nil` for an invalid target.
    public package(set) var wellKnown: LocationReport?
    /// The root location; `nil` for an invalid target.
    public package(set) var root: LocationReport?
    /// Apple's copy; `nil` where it was not asked for.
    public package(set) var cdn: LocationReport?
    /// The file that counts; `nil` where there is none that can be read.
    public package(set) var file: FileReport?
    /// The findings, the root cause first.
    public package(set) var findings: [Finding]
    /// When the observation began.
    public package(set) var startedAt: Date
    /// The duration of the whole observation.
    public package(set) var totalMs: Double
    /// The number of attempts: 1 means without a retry, 0 that the domain was not requested.
    public package(set) var attempts: Int
    /// The kinds of observations that were made because a setting enables them.
    public package(set) var furtherLooks: [AdditionalObservation.Kind] = []
    /// The findings of the previous run that this one, which checked for them, did not make; empty where no history is kept.
    public package(set) var gone: [FindingCode] = []
    /// The body behind the redirects of the well-known location, where that was answered with 200; never stored.
    public package(set) var bodyBehindRedirects: [UInt8]?

    /// Creates the report of a valid target.
    package init(
        _ target: Target, status: DomainStatus, verdicts: [Verdict] = [], wellKnown: LocationReport? = nil,
        root: LocationReport? = nil, cdn: LocationReport? = nil, file: FileReport? = nil, findings: [Finding] = [],
        startedAt: Date, totalMs: Double = 0, attempts: Int = 1, furtherLooks: [AdditionalObservation.Kind] = []
    ) {
        input = target.input
        domain = target.domain
        owner = target.owner
        contact = target.contact
        team = target.team
        tags = target.tags
        columns = target.columns
        listings = target.listings
        expectations = target.expectations
        notes = target.notes
        self.status = status
        self.verdicts = verdicts
        self.wellKnown = wellKnown
        self.root = root
        self.cdn = cdn
        self.file = file
        self.findings = findings
        self.startedAt = startedAt
        self.totalMs = totalMs
        self.attempts = attempts
        self.furtherLooks = furtherLooks
    }

    /// Creates the report of an invalid input; `notes` contain the reason.
    package init(invalid input: String, notes: [String] = [], at startedAt: Date, attempts: Int = 0) {
        self.input = input
        self.notes = notes
        self.startedAt = startedAt
        self.attempts = attempts
        (status, totalMs) = (.invalid, 0)
        (tags, columns, listings, verdicts, findings) = ([], [], [], [], [])
    }

    /// The name for display, with the port unless it is 443; for an invalid target, the input.
    public var name: String { domain?.name ?? input }
}

extension DomainReport {
    /// Takes over the other inputs that mean the same target.
    package mutating func setAliases(_ aliases: Aliases.Row) {
        alsoGivenAs = aliases.inputs
        alsoGivenAsOmitted = aliases.omitted
    }

    /// The other inputs for display, with the number of further ones; `nil` if none.
    public var aliasesText: String? {
        guard let inputs = alsoGivenAs, !inputs.isEmpty || alsoGivenAsOmitted > 0 else { return nil }
        let named = inputs.joined(separator: ", ")
        guard alsoGivenAsOmitted > 0 else { return named }
        guard inputs.isEmpty else { return "\(named), and \(alsoGivenAsOmitted) more" }
        return Phrase.count(alsoGivenAsOmitted, "other input")
    }

    /// The finding whose waiver is that of an accepted domain: of several, the most severe one, and among those the one
    /// whose waiver ends first.
    public var acceptedFinding: Finding? {
        guard status == .accepted else { return nil }
        let accepted = findings.filter { $0.waived != nil }
        let gravest = accepted.map(\.severity).max()
        return accepted.filter { $0.severity == gravest }
            .min { ($0.waived?.until ?? "9999-12-31") < ($1.waived?.until ?? "9999-12-31") }
    }

    /// The waiver of an accepted domain.
    public var acceptance: Waiver? { acceptedFinding?.waived }

    /// Says how the finding at `index` stands against earlier runs.
    package mutating func setState(
        _ state: ChangeKind?, firstSeen: Date?, before: EarlierObservation? = nil, ofFindingAt index: Int
    ) {
        findings[index].state = state
        findings[index].firstSeen = firstSeen
        findings[index].before = before
    }
}
