/// A column of a list that the program does not interpret.
public struct TargetColumn: Hashable, Sendable {
    /// The name in the header.
    public var name: String
    /// The value.
    public var value: String

    /// Creates a column.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// One domain to audit, as the user named it and as it is asked for.
public struct Target: Hashable, Sendable {
    /// The input as the user wrote it.
    public var input: String
    /// Which domain that is.
    public let domain: DomainID
    /// Whether it stands for all hosts below the domain, as `*.example.com` does: systems read their file from the domain.
    public var isWildcard: Bool
    /// The changes from the input to the domain, in words for the report; empty when there were none.
    public var notes: [String]
    /// The owner of the domain.
    public var owner: String?
    /// The contact of the owner or the team: an address, a channel, a page.
    public var contact: String?
    /// The team in charge.
    public var team: String?
    /// Labels to group by.
    public var tags: [String]

    /// Other columns of the list, carried into the reports.
    public var columns: [TargetColumn]
    /// The expectations of the file; `nil` where none were given.
    public var expectations: Expectations?
    /// The apps that list the domain, as far as their entitlements were given.
    public var listings: [AppListing] = []

    /// Creates a target.
    public init(
        input: String, domain: DomainID, isWildcard: Bool = false, notes: [String] = [], owner: String? = nil,
        contact: String? = nil, team: String? = nil, tags: [String] = [], columns: [TargetColumn] = [],
        expectations: Expectations? = nil
    ) {
        self.input = input
        self.domain = domain
        self.isWildcard = isWildcard
        self.notes = notes
        self.owner = owner
        self.contact = contact
        self.team = team
        self.tags = tags
        self.columns = columns
        self.expectations = expectations
    }

    /// The host of the domain in ASCII.
    public var host: String { domain.host }
    /// The port of the domain.
    public var port: Int { domain.port }
}
