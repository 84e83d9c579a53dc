import Basics

/// A URL, divided into the parts that are compared with patterns (RFC 3986, section 3).
///
/// Path, query and fragment are not decoded or normalised, but their characters that are not allowed in a URL are
/// percent-encoded as UTF-8, as is done before a link reaches a device: a link to `/café` requests `/caf%C3%A9`. A `%`
/// remains unchanged.
/// Documented as matching.parts, matching.unencoded-links
public struct LinkURL: Hashable, Sendable {
    /// The URL as specified.
    public let text: String
    /// The scheme in lower case.
    public let scheme: String
    /// The text before `@`; `nil` if there is none.
    public let userInfo: String?
    /// The host in lower case, without brackets and without a final dot.
    public let host: String
    /// The port; `nil` if none is specified.
    public let port: Int?
    /// The path, which is empty or begins with a slash.
    public let path: String
    /// The text between `?` and `#`; `nil` without `?`.
    public let query: String?
    /// The text after `#`; `nil` without `#`.
    public let fragment: String?

    /// Whether the scheme is `http` or `https`; links with other schemes cannot open apps.
    /// Documented as matching.schemes
    public var isWeb: Bool { scheme == "https" || scheme == "http" }

    /// Parses a URL, or throws an error that describes the missing or invalid part.
    public init(_ text: String) throws(LinkURLError) {
        // All delimiters of a URL are ASCII, so the text can be split as UTF-8.
        let bytes = text.utf8
        guard !bytes.isEmpty else { throw .empty }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes.first?.isASCIILetter == true,
            bytes[..<colon].allSatisfy(\.isSchemeByte)
        else { throw .noScheme(text) }
        self.text = text
        scheme = String(text[..<colon]).lowercased()

        var rest = bytes[bytes.index(after: colon)...]
        guard rest.starts(with: "//".utf8) else { throw .noHost(text) }
        rest = rest.dropFirst(2)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        rest = rest[authority.endIndex...]
        (userInfo, host, port) = try Self.parseAuthority(authority, of: text)

        let (beforeFragment, fragment) = rest.divided(at: UInt8(ascii: "#"))
        let (path, query) = beforeFragment.divided(at: UInt8(ascii: "?"))
        self.path = PercentEncoding.encodedWhereRequired(path)
        self.query = query.map(PercentEncoding.encodedWhereRequired)
        self.fragment = fragment.map(PercentEncoding.encodedWhereRequired)
    }

    private static func parseAuthority(
        _ authority: Substring.UTF8View, of text: String
    ) throws(LinkURLError) -> (userInfo: String?, host: String, port: Int?) {
        var host = authority
        var userInfo: String?
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) {
            userInfo = String(Substring(authority[..<at]))
            host = authority[authority.index(after: at)...]
        }
        var portText: Substring.UTF8View?
        if host.first == UInt8(ascii: "[") {
            let (address, rest) = host.dropFirst().divided(at: UInt8(ascii: "]"))
            guard let rest, rest.isEmpty || rest.first == UInt8(ascii: ":") else { throw .malformedHost(text) }
            portText = rest.dropFirst()
            host = address
        } else if let colon = host.lastIndex(of: UInt8(ascii: ":")) {
            portText = host[host.index(after: colon)...]
            host = host[..<colon]
        }
        if host.last == UInt8(ascii: ".") { host = host.dropLast() }
        guard !host.isEmpty else { throw .noHost(text) }
        guard host.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !#"<>"\^`{|}@"#.utf8.contains($0) }) else {
            throw .malformedHost(text)
        }
        var port: Int?
        if let portText, !portText.isEmpty {
            guard portText.count <= 5, portText.allSatisfy(\.isASCIIDigit),
                let number = Int(Substring(portText)), number <= 65535
            else { throw .malformedPort(text) }
            port = number
        }
        return (userInfo, String(Substring(host)).lowercased(), port)
    }
}

extension Substring.UTF8View {
    /// Returns the text before the first `separator`, and the text after it; `nil` if there is no separator.
    func divided(at separator: UInt8) -> (before: Substring.UTF8View, after: Substring.UTF8View?) {
        guard let index = firstIndex(of: separator) else { return (self, nil) }
        return (self[..<index], self[self.index(after: index)...])
    }
}

/// The reason why a text is not a URL that can open an app.
public enum LinkURLError: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    case noScheme(String)
    case noHost(String)
    case malformedHost(String)
    case malformedPort(String)

    /// A description of the found and the expected text.
    public var description: String {
        switch self {
        case .empty: "an empty text is not a URL; expected one such as https://example.com/path"
        case .noScheme(let text):
            "\(QuotedText.curly(text)) has no scheme; expected a whole URL such as https://example.com/path"
        case .noHost(let text):
            "\(QuotedText.curly(text)) has no host; expected a whole URL such as https://example.com/path"
        case .malformedHost(let text):
            "the host of \(QuotedText.curly(text)) contains characters that are not allowed in a host"
        case .malformedPort(let text): "the port of \(QuotedText.curly(text)) is not a number from 0 to 65535"
        }
    }
}

/// The host in an entry for associated domains: one host, or all hosts below a domain if it begins with `*.`.
///
/// Hosts are compared without regard to case; internationalised names must be in their ASCII form in the entry and the
/// URL. As documented, `*.example.com` does not cover `example.com` itself.
/// Documented as matching.host, domains.ascii, domains.wildcard, domains.wildcard-parent
public struct AssociatedHost: Hashable, Sendable, CustomStringConvertible {
    /// The host in lower case, without `*.` and without a final dot.
    public let host: String
    /// Whether the entry covers all hosts below ``host``.
    public let isWildcard: Bool

    /// Parses `example.com` or `*.example.com`; a port is ignored.
    public init(_ text: String) {
        var rest = text.lowercased()[...]
        isWildcard = rest.hasPrefix("*.")
        if isWildcard { rest = rest.dropFirst(2) }
        // Only an IPv6 address has brackets; its port follows them.
        if !rest.hasPrefix("["), let colon = rest.lastIndex(of: ":") { rest = rest[..<colon] }
        if rest.hasSuffix(".") { rest = rest.dropLast() }
        host = String(rest.drop { $0 == "[" }.prefix { $0 != "]" })
    }

    /// Whether the entry covers a URL's host.
    package func covers(_ url: LinkURL) -> Bool {
        guard isWildcard else { return url.host.isExactly(host) }
        return url.host.utf8.count > host.utf8.count + 1 && url.host.hasSuffix("." + host)
    }

    /// The host in the notation of an entry, with `*.` for a wildcard.
    public var description: String { (isWildcard ? "*." : "") + host }
}
