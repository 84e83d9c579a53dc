/// The identity of a domain: a host with its port, and the form of both for display.
///
/// Created once from the user's input, and used by targets, reports, the database and anchors in pages.
public struct DomainID: Hashable, Sendable {
    /// The host name in ASCII (Punycode), lower case, without a trailing dot; or an address literal without brackets.
    public let host: String
    /// The host for display: internationalised names in Unicode.
    public let displayHost: String
    /// The port; 443 by default.
    public let port: Int

    /// Creates an identity; by default, `displayHost` is the host itself.
    public init(host: String, displayHost: String? = nil, port: Int = 443) {
        self.host = host
        self.displayHost = displayHost ?? host
        self.port = port
    }

    /// The name for display, with the port unless it is 443: `münchen.example:8443`, `[2001:db8::1]:8443`.
    public var name: String { port == 443 ? displayHost : "\(Self.bracketed(displayHost)):\(port)" }

    /// The host as in a URL, with brackets around an IPv6 literal, and with the port unless it is 443.
    public var authority: String { port == 443 ? Self.bracketed(host) : "\(Self.bracketed(host)):\(port)" }

    /// Returns a host as written before a port, with brackets around an IPv6 literal.
    public static func bracketed(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    private var isAddress: Bool { host.contains(":") || host.last?.isNumber == true }

    /// Labels below a country's domain under which names are registered, as in `example.co.uk`.
    private static let registries: Set<Substring> = [
        "ac", "co", "com", "edu", "go", "gob", "gov", "gouv", "id", "ltd", "me", "mil", "ne", "net", "nom", "or", "org",
        "plc", "sch",
    ]

    /// The probable registered name of the domain: `example.co.uk` for `www.shop.example.co.uk`.
    ///
    /// Consists of the last two labels, or of the last three below a label such as `co` in the domain of a country.
    /// Without a list of public suffixes, a site can contain names of several owners. An address is its own site.
    public var site: String {
        guard !isAddress else { return host }
        let labels = host.split(separator: ".")
        guard labels.count > 2 else { return host }
        let isBelowRegistry =
            labels[labels.count - 1].utf8.count == 2 && Self.registries.contains(labels[labels.count - 2])
        return labels.suffix(isBelowRegistry ? 3 : 2).joined(separator: ".")
    }

    /// The name with or without `www.`; `nil` for addresses, and if it would be too long or a top-level domain.
    public var sibling: DomainID? {
        let prefix = "www."
        guard !isAddress, host.contains(".") else { return nil }
        if !host.hasPrefix(prefix) {
            guard host.utf8.count + prefix.utf8.count <= HostName.maxNameLength else { return nil }
            return DomainID(host: prefix + host, displayHost: prefix + displayHost, port: port)
        }
        let rest = host.dropFirst(prefix.count)
        // Without “www.”, “www.com” would be a top-level domain.
        guard rest.contains(".") else { return nil }
        let shown = displayHost.hasPrefix(prefix) ? String(displayHost.dropFirst(prefix.count)) : String(rest)
        return DomainID(host: String(rest), displayHost: shown, port: port)
    }
}
