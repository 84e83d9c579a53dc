import CCurl

/// An absolute URL, parsed by libcurl so that the URL that is checked is also the URL that is requested.
public struct AbsoluteURL: Hashable, Sendable, CustomStringConvertible {
    /// The scheme in lower case.
    public let scheme: String
    /// The host in lower case and ASCII, without brackets.
    public let host: String
    /// The port, or the default port of the scheme; 0 if there is neither.
    public let port: Int
    /// The whole URL without user information, fragment, and default port.
    public let description: String

    /// Parses `text`; `nil` if it is not an absolute URL.
    public init?(_ text: String) { self.init(resolving: [text]) }

    /// Creates the `https` URL of `path` at a server whose host and authority are already in their canonical form.
    package init(host: String, port: Int, authority: String, path: String) {
        scheme = "https"
        self.host = host
        self.port = port
        description = "https://\(authority)\(path)"
    }

    package var isWeb: Bool { scheme == "https" || scheme == "http" }

    /// Whether `other` has the same scheme, host and port (RFC 6454, section 5).
    public func isSameOrigin(as other: AbsoluteURL) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port
    }

    /// Resolves `reference` relative to this URL (RFC 3986, section 5); `nil` if it cannot be parsed.
    public func resolving(_ reference: String) -> AbsoluteURL? { AbsoluteURL(resolving: [description, reference]) }

    /// Flags to accept unknown schemes, so that they can be reported, and to percent-encode bytes like a browser.
    private static let readingFlags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE)

    /// Parses the first text, and resolves each of the others relative to the one before it.
    private init?(resolving texts: [String]) {
        guard let handle = curl_url() else { return nil }
        defer { curl_url_cleanup(handle) }
        for text in texts {
            guard curl_url_set(handle, CURLUPART_URL, text, Self.readingFlags) == CURLUE_OK else { return nil }
        }
        for part in [CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_FRAGMENT] {
            curl_url_set(handle, part, nil, 0)
        }
        guard let scheme = Self.part(handle, CURLUPART_SCHEME, 0) else { return nil }
        self.scheme = scheme.lowercased()
        let isWeb = self.scheme == "https" || self.scheme == "http"
        guard let host = Self.part(handle, CURLUPART_HOST, 0) else { return nil }
        // A host name in a URL is ASCII (RFC 3986, section 3.2.2); how libcurl converts others depends on the locale.
        if isWeb, !host.utf8.allSatisfy({ $0 < 0x80 }) || host.contains("%") { return nil }
        let bareHost = host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" }) : host
        self.host = bareHost.lowercased()
        if isWeb, curl_url_set(handle, CURLUPART_HOST, host.lowercased(), 0) != CURLUE_OK { return nil }
        let port = Self.part(handle, CURLUPART_PORT, UInt32(CURLU_DEFAULT_PORT))
        self.port = port.flatMap { Int($0) } ?? 0
        guard let whole = Self.part(handle, CURLUPART_URL, UInt32(CURLU_NO_DEFAULT_PORT)) else { return nil }
        description = whole
    }

    private static func part(_ handle: OpaquePointer, _ part: CURLUPart, _ flags: UInt32) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
