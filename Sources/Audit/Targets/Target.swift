/// A column of a list that the program does not interpret.
public struct TargetColumn: Codable, Hashable, Sendable {
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
public struct Target: Codable, Hashable, Sendable {
    /// What the user wrote.
    public var input: String
    /// The host name in ASCII (Punycode), lower case, without a trailing dot; or an address literal without brackets.
    public var host: String
    /// The host name for people: internationalised names in Unicode.
    public var displayHost: String
    /// The port, 443 unless the user named another.
    public var port: Int
    /// What was changed to get from the input to the host, in words for the report; empty when nothing was.
    public var notes: [String]
    /// Who owns the domain.
    public var owner: String?
    /// The team in charge.
    public var team: String?
    /// Labels to group by.
    public var tags: [String]

    /// Other columns of the list, carried into the reports.
    public var columns: [TargetColumn]
    /// What the file must say; `nil` where nobody said.
    public var expectations: Expectations?

    /// Creates a target.
    public init(
        input: String, host: String, displayHost: String? = nil, port: Int = 443, notes: [String] = [],
        owner: String? = nil, team: String? = nil, tags: [String] = [],
        columns: [TargetColumn] = [], expectations: Expectations? = nil
    ) {
        self.input = input
        self.host = host
        self.displayHost = displayHost ?? host
        self.port = port
        self.notes = notes
        self.owner = owner
        self.team = team
        self.tags = tags
        self.columns = columns
        self.expectations = expectations
    }

    /// The host as it stands in a URL: brackets around an IPv6 literal, the port when it is not 443.
    public var authority: String {
        port == 443 ? Self.bracketed(host) : Self.label(host, port: port)
    }

    /// A host with its port, which is left out where it is 443 or not known (0): `example.com`, `[2001:db8::1]:8443`.
    public static func label(_ host: String, port: Int) -> String {
        port == 443 || port == 0 ? host : "\(bracketed(host)):\(port)"
    }

    /// A host as it stands before a colon: brackets around an IPv6 literal.
    public static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }
}
