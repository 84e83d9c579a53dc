import Basics
public import Findings
package import Transport

public import struct Foundation.Date

/// The report on one target, created by the judge or from a stored report.
///
/// Only the other inputs for the target and the comparison with earlier runs are added later.
public struct DomainReport: Hashable, Sendable {
    /// The input as the user wrote it.
    public package(set) var input: String
    /// Other inputs for the same target; `nil` if unknown.
    public package(set) var aliases: Aliases.Row?
    /// The domain; `nil` if the input is invalid.
    public package(set) var domain: DomainID?
    /// The people responsible for the domain, and its tags.
    public package(set) var people = DomainPeople()
    /// Other columns of the list that contains the target.
    public package(set) var columns: [TargetColumn] = []
    /// The apps that list the domain, according to the specified entitlements.
    public package(set) var listings: [AppListing] = []
    /// The expectations for the file; `nil` if none.
    public package(set) var expectations: Expectations?
    /// Descriptions of the changes from the input to the domain, or the reason why the input is invalid.
    public package(set) var notes: [String]
    /// The overall state.
    public package(set) var status: DomainStatus
    /// Whether links open the app, by system.
    public package(set) var verdicts: [Verdict] = []
    /// The well-known location; `nil` for an invalid target.
    public package(set) var wellKnown: LocationReport?
    /// The root location; `nil` for an invalid target.
    public package(set) var root: LocationReport?
    /// Apple's copy; `nil` if it was not requested.
    public package(set) var cdn: LocationReport?
    /// The file that takes effect; `nil` if none can be read.
    public package(set) var file: FileReport?
    /// The findings, the most severe first.
    public package(set) var findings: [Finding] = []
    /// The time at which the observation began.
    public package(set) var startedAt: Date
    /// The duration of the whole observation.
    public package(set) var totalMs = 0.0
    /// The number of attempts: 1 if there was no retry, 0 if the domain was not requested.
    public package(set) var attempts: Int
    /// The additional checks that were performed.
    public package(set) var additionalChecks: [AdditionalCheck] = []
    /// The codes of findings that were resolved since the previous run; empty without a history.
    public package(set) var resolvedCodes: [FindingCode] = []
    /// The body at the end of the well-known location's redirects, if its status is 200; never stored.
    public package(set) var bodyBehindRedirects: [UInt8]?
    /// The usable file of the unverified fetch; `nil` if there is none; never stored.
    public package(set) var unverifiedFile: [UInt8]?

    package init(
        _ target: Target, status: DomainStatus, verdicts: [Verdict] = [], wellKnown: LocationReport? = nil,
        root: LocationReport? = nil, cdn: LocationReport? = nil, file: FileReport? = nil, findings: [Finding] = [],
        startedAt: Date, totalMs: Double = 0, attempts: Int = 1, additionalChecks: [AdditionalCheck] = []
    ) {
        input = target.input
        domain = target.domain
        people = target.people
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
        self.additionalChecks = additionalChecks
    }

    /// Creates the report of an invalid input; `notes` contain the reason.
    package init(invalid input: String, notes: [String] = [], at startedAt: Date, attempts: Int = 0) {
        self.input = input
        self.notes = notes
        self.startedAt = startedAt
        self.attempts = attempts
        status = .invalid
    }

    /// The name for display, with the port unless it is 443; for an invalid target, the input.
    public var name: String { domain?.name ?? input }

    /// The report on a location; on the well-known location for the file and for the domain as a whole.
    package subscript(location: FindingLocation) -> LocationReport? {
        switch location {
        case .root: root
        case .cdn: cdn
        case .wellKnown, .domain, .file: wellKnown
        }
    }

    /// The certificate that the server presented for itself; `nil` if none was received.
    package var certificate: CertificateFacts? {
        wellKnown?.exchange?.tls?.chain.first ?? root?.exchange?.tls?.chain.first
    }

    /// The other inputs for display, with the number of omitted inputs; `nil` if there are none.
    public var aliasesText: String? {
        guard let aliases, !aliases.isEmpty else { return nil }
        let named = aliases.inputs.joined(separator: ", ")
        guard aliases.omitted > 0 else { return named }
        guard aliases.inputs.isEmpty else { return "\(named), and \(Phrase.number(aliases.omitted)) more" }
        return Phrase.count(aliases.omitted, "other input")
    }

    /// The most severe waived finding of an accepted domain; of equally severe ones, the one whose waiver ends first.
    public var waivedFinding: Finding? {
        guard status == .accepted else { return nil }
        let waived = findings.filter { $0.waived != nil }
        let maxSeverity = waived.map(\.severity).max()
        return waived.filter { $0.severity == maxSeverity }.min { one, other in
            guard let end = one.waived?.until else { return false }
            guard let otherEnd = other.waived?.until else { return true }
            return end < otherEnd
        }
    }

    /// The waiver of an accepted domain.
    public var waiver: Waiver? { waivedFinding?.waived }

    package mutating func setState(
        _ state: ChangeKind?, firstSeen: Date?, before: EarlierObservation? = nil, ofFindingAt index: Int
    ) {
        findings[index].state = state
        findings[index].firstSeen = firstSeen
        findings[index].before = before
    }
}
