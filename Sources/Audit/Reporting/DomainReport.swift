import Basics
public import Findings
public import Transport

public import struct Foundation.Date

/// The overall state of a domain.
public enum DomainStatus: String, Codable, Sendable, CaseIterable {
    /// Nothing above info.
    case pass
    /// Warnings only.
    case warn
    /// At least one error.
    case fail
    /// It could not be checked.
    case unreachable
    /// The target could not be understood.
    case invalid
    /// It has errors or warnings, and somebody has accepted all of them for now: each has a waiver.
    case accepted

    /// All of them in the order in which a reader wants to see them.
    public static let worstFirst: [DomainStatus] = [.fail, .unreachable, .invalid, .warn, .accepted, .pass]
}

/// One location as it stands in a report.
public struct LocationReport: Hashable, Sendable {
    /// What became of the location.
    public enum Outcome: String, Codable, Sendable, CaseIterable {
        /// 200 with a body that is an association file, as far as it is judged.
        case served
        /// 404 or 410.
        case missing
        /// An answer that points elsewhere.
        case redirected
        /// 401, 403, 407, 429, 451, or a challenge.
        case refused
        /// Another answer that is no file: another status, an empty body, a web page, broken JSON, …
        case unusable
        /// No complete answer.
        case failed
        /// Not asked.
        case notTried
    }

    /// The URL.
    public var url: String
    /// What became of it.
    public var outcome: Outcome
    /// The exchange; `nil` when it was not asked.
    public var exchange: Exchange?
    /// The redirects that were followed, in order.
    public var redirects: [RedirectTrail.Hop]
    /// The SHA-256 of the body in hexadecimal digits; `nil` without a complete body.
    public var sha256: String?
    /// How many bytes of the body there are, its content coding undone; `nil` without an answer.
    public var bytes: Int?

    /// Creates a location report; `bytes` is taken from the exchange when it is not given.
    public init(
        url: String, outcome: Outcome, exchange: Exchange? = nil, redirects: [RedirectTrail.Hop] = [],
        sha256: String? = nil, bytes: Int? = nil
    ) {
        self.url = url
        self.outcome = outcome
        self.exchange = exchange
        self.redirects = redirects
        self.sha256 = sha256
        self.bytes = bytes ?? exchange.flatMap { $0.status == nil ? nil : $0.bodySize }
    }
}

/// The file that counts, in short.
public struct FileReport: Hashable, Sendable {
    /// An app that the file names.
    public struct App: Hashable, Sendable {
        /// The app identifier as written.
        public var appID: String
        /// The services that name it.
        public var services: [String]
        /// How many rules it has for `applinks`.
        public var rules: Int

        /// Creates an app.
        public init(appID: String, services: [String], rules: Int) {
            self.appID = appID
            self.services = services
            self.rules = rules
        }
    }

    /// Where it was read: `wellKnown` or `root`.
    public var location: FindingLocation
    /// Whether it came in a CMS envelope.
    public var signed: Bool
    /// The service keys that it has, in order.
    public var services: [String]
    /// The apps that it names, in order.
    public var apps: [App]
    /// The bytes of the file (the payload of a signed one); `nil` in a stored report that does not carry them.
    public var bytes: [UInt8]?

    /// Creates a file report.
    public init(location: FindingLocation, signed: Bool, services: [String], apps: [App], bytes: [UInt8]?) {
        self.location = location
        self.signed = signed
        self.services = services
        self.apps = apps
        self.bytes = bytes
    }
}

/// Everything that a report says about one target.
public struct DomainReport: Hashable, Sendable {
    /// What the user wrote.
    public var input: String
    /// Other inputs that mean the same target; `nil` where that cannot be known.
    public var alsoGivenAs: [String]?
    /// How many other inputs there were besides those: a list can name a target more often than there is room for.
    public var alsoGivenAsOmitted: Int
    /// The host name in ASCII; `nil` when the target could not be understood.
    public var domain: String?
    /// The host name for people.
    public var displayDomain: String
    /// The port.
    public var port: Int
    /// Who owns the domain.
    public var owner: String?
    /// The team in charge.
    public var team: String?
    /// Labels to group by.
    public var tags: [String]
    /// Other columns of the list that named the target.
    public var columns: [TargetColumn]
    /// What was changed to understand the input, or why it was not understood.
    public var notes: [String]
    /// The overall state.
    public var status: DomainStatus
    /// Whether links open the app, by system.
    public var verdicts: [Verdict]
    /// The well-known location; `nil` for an invalid target.
    public var wellKnown: LocationReport?
    /// The root location; `nil` for an invalid target.
    public var root: LocationReport?
    /// Apple's copy; `nil` where it was not asked for.
    public var cdn: LocationReport?
    /// The file that counts; `nil` where there is none that can be read.
    public var file: FileReport?
    /// The findings, the root cause first.
    public var findings: [Finding]
    /// When the observation began.
    public var startedAt: Date
    /// How long everything took.
    public var totalMs: Double
    /// How often the domain was tried: 1 means without a retry.
    public var attempts: Int
    /// What it rests on, to be judged again some day; `nil` where that is not kept.
    public var observation: Observation? {
        get { boxedObservation?.value }
        set { boxedObservation = newValue.map { Boxed($0) } }
    }
    private var boxedObservation: Boxed<Observation>?

    /// Creates a report.
    public init(
        input: String, alsoGivenAs: [String]? = nil, alsoGivenAsOmitted: Int = 0, domain: String?,
        displayDomain: String, port: Int = 443,
        owner: String? = nil, team: String? = nil, tags: [String] = [], columns: [TargetColumn] = [],
        notes: [String] = [],
        status: DomainStatus,
        verdicts: [Verdict] = [], wellKnown: LocationReport? = nil, root: LocationReport? = nil,
        cdn: LocationReport? = nil, file: FileReport? = nil, findings: [Finding] = [], startedAt: Date,
        totalMs: Double = 0, attempts: Int = 1
    ) {
        self.input = input
        self.alsoGivenAs = alsoGivenAs
        self.alsoGivenAsOmitted = alsoGivenAsOmitted
        self.domain = domain
        self.displayDomain = displayDomain
        self.port = port
        self.owner = owner
        self.team = team
        self.tags = tags
        self.columns = columns
        self.notes = notes
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
    }

    /// Takes over the other inputs that mean the same target.
    public mutating func setAliases(_ aliases: Aliases.Row) {
        alsoGivenAs = aliases.inputs
        alsoGivenAsOmitted = aliases.omitted
    }

    /// The other inputs for people, with how many more there were; `nil` where there are none.
    public var aliasesText: String? {
        guard let inputs = alsoGivenAs, !inputs.isEmpty || alsoGivenAsOmitted > 0 else { return nil }
        let named = inputs.joined(separator: ", ")
        guard alsoGivenAsOmitted > 0 else { return named }
        guard inputs.isEmpty else { return "\(named), and \(alsoGivenAsOmitted) more" }
        return Phrase.count(alsoGivenAsOmitted, "other input")
    }

    /// The waiver of an accepted domain; of several the gravest finding's, and of those the one that ends first.
    public var acceptance: Waiver? {
        guard status == .accepted else { return nil }
        let gravest = findings.lazy.filter { $0.waived != nil }.map(\.severity).max()
        return findings.lazy.filter { $0.severity == gravest }.compactMap(\.waived)
            .min { ($0.until ?? "9999-12-31") < ($1.until ?? "9999-12-31") }
    }

    /// The name for people, with the port where that is not 443.
    public var name: String { domain == nil ? displayDomain : Target.label(displayDomain, port: port) }
}
