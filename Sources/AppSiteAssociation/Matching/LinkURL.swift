/// A URL in its parts (RFC 3986, section 3), as they are compared with patterns.
///
/// Nothing is decoded or made regular. Characters that cannot stand in a URL are percent-encoded as UTF-8 first, because
/// that is how they reach a device: a link to `/café` asks for `/caf%C3%A9`. A `%` stays as it is.
public struct LinkURL: Hashable, Sendable {
    /// The URL as it was given.
    public let text: String
    /// The scheme in small letters.
    public let scheme: String
    /// What stands before `@`; `nil` without one.
    public let userInfo: String?
    /// The host in small letters, without brackets and without a final dot.
    public let host: String
    /// The port; `nil` when none is given.
    public let port: Int?
    /// The path; empty, or it begins with a slash.
    public let path: String
    /// What stands between `?` and `#`; `nil` without a `?`.
    public let query: String?
    /// What stands after `#`; `nil` without one.
    public let fragment: String?
    /// Whether path, query or fragment had characters that had to be encoded.
    public let wasEncoded: Bool

    /// Whether the scheme is `http` or `https`: systems look for an app for no others.
    public var isWeb: Bool { scheme == "https" || scheme == "http" }

    /// Takes a URL apart.
    /// - Throws: what is missing or wrong.
    public init(_ text: String) throws(LinkURLError) {
        let scalars = text.unicodeScalars
        guard !scalars.isEmpty else { throw .empty }
        guard let colon = scalars.firstIndex(of: ":") else { throw .noScheme(text) }
        let scheme = String(scalars[..<colon])
        guard Self.isScheme(scheme) else { throw .noScheme(text) }
        self.text = text
        self.scheme = scheme.lowercased()

        var rest = scalars[scalars.index(after: colon)...]
        guard rest.starts(with: "//".unicodeScalars) else { throw .noHost(text) }
        rest = rest.dropFirst(2)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        rest = rest[authority.endIndex...]
        (userInfo, host, port) = try Self.authority(authority, text)

        var beforeFragment = rest
        var fragment: Substring.UnicodeScalarView?
        if let hash = rest.firstIndex(of: "#") {
            beforeFragment = rest[..<hash]
            fragment = rest[rest.index(after: hash)...]
        }
        var path = beforeFragment
        var query: Substring.UnicodeScalarView?
        if let mark = beforeFragment.firstIndex(of: "?") {
            path = beforeFragment[..<mark]
            query = beforeFragment[beforeFragment.index(after: mark)...]
        }
        var wasEncoded = false
        self.path = PercentDecoding.completed(path, changed: &wasEncoded)
        self.query = query.map { PercentDecoding.completed($0, changed: &wasEncoded) }
        self.fragment = fragment.map { PercentDecoding.completed($0, changed: &wasEncoded) }
        self.wasEncoded = wasEncoded
    }

    private static func isScheme(_ text: String) -> Bool {
        guard let first = text.utf8.first, (first | 0x20) &- UInt8(ascii: "a") < 26 else { return false }
        return text.utf8.allSatisfy { byte in
            (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
                || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
        }
    }

    private static func authority(
        _ authority: Substring.UnicodeScalarView, _ text: String
    ) throws(LinkURLError) -> (String?, String, Int?) {
        var hostAndPort = authority
        var userInfo: String?
        if let at = authority.lastIndex(of: "@") {
            userInfo = String(authority[..<at])
            hostAndPort = authority[authority.index(after: at)...]
        }
        var host = hostAndPort
        var portText: Substring.UnicodeScalarView?
        if hostAndPort.first == "[" {
            guard let end = hostAndPort.firstIndex(of: "]") else { throw .malformedHost(text) }
            host = hostAndPort[hostAndPort.index(after: hostAndPort.startIndex)..<end]
            let after = hostAndPort[hostAndPort.index(after: end)...]
            guard after.isEmpty || after.first == ":" else { throw .malformedHost(text) }
            if !after.isEmpty { portText = after.dropFirst() }
        } else if let colon = hostAndPort.lastIndex(of: ":") {
            host = hostAndPort[..<colon]
            portText = hostAndPort[hostAndPort.index(after: colon)...]
        }
        if host.last == "." { host = host.dropLast() }
        guard !host.isEmpty else { throw .noHost(text) }
        guard host.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F && !#"<>"\^`{|}@"#.unicodeScalars.contains($0) })
        else {
            throw .malformedHost(text)
        }
        var port: Int?
        if let portText, !portText.isEmpty {
            guard let number = Int(String(portText)), (0...65535).contains(number), portText.first != "+" else {
                throw .malformedPort(text)
            }
            port = number
        }
        return (userInfo, String(host).lowercased(), port)
    }
}

/// Why a text is not a URL that could open an app.
public enum LinkURLError: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    case noScheme(String)
    case noHost(String)
    case malformedHost(String)
    case malformedPort(String)

    /// What was found and what was expected.
    public var description: String {
        switch self {
        case .empty: "an empty text is not a URL; expected one such as https://example.com/path"
        case .noScheme(let text):
            "\(Shown.quoted(text)) has no scheme; expected a whole URL such as https://example.com/path"
        case .noHost(let text):
            "\(Shown.quoted(text)) has no host; expected a whole URL such as https://example.com/path"
        case .malformedHost(let text): "the host of \(Shown.quoted(text)) has characters that no host has"
        case .malformedPort(let text): "the port of \(Shown.quoted(text)) is not a number from 0 to 65535"
        }
    }
}

/// The host part of an entry for associated domains: one host, or `*.` and all hosts below.
///
/// Hosts are compared without regard to case (observed with swcutil); internationalised names have to be given in their
/// ASCII form on both sides. `*.example.com` does not cover `example.com` itself (Apple, Associated Domains Entitlement).
public struct AssociatedHost: Hashable, Sendable, CustomStringConvertible {
    /// The host in small letters, without `*.` and without a final dot.
    public let host: String
    /// Whether it stands for all hosts below ``host``.
    public let isWildcard: Bool

    /// Reads `example.com` or `*.example.com`; a port behind it is passed over.
    public init(_ text: String) {
        var rest = text.lowercased()[...]
        isWildcard = rest.hasPrefix("*.")
        if isWildcard { rest = rest.dropFirst(2) }
        if !rest.hasPrefix("["), let colon = rest.lastIndex(of: ":") { rest = rest[..<colon] }
        if rest.hasSuffix(".") { rest = rest.dropLast() }
        host = String(rest.drop { $0 == "[" }.prefix { $0 != "]" })
    }

    /// Whether a URL's host belongs to it.
    public func covers(_ url: LinkURL) -> Bool {
        guard isWildcard else { return url.host.isExactly(host) }
        return url.host.utf8.count > host.utf8.count + 1 && url.host.hasSuffix("." + host)
    }

    /// The entry as it would be written.
    public var description: String { (isWildcard ? "*." : "") + host }
}
