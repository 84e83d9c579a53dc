import CCurl

/// An absolute URL as libcurl reads it, so that what is judged is what is asked for.
public struct AbsoluteURL: Hashable, Sendable, CustomStringConvertible {
    /// The scheme in lower case.
    public let scheme: String
    /// The host in lower case and ASCII, without brackets.
    public let host: String
    /// The port, the scheme's own where the URL names none; 0 for a scheme without one.
    public let port: Int
    /// The whole URL without user information and fragment.
    public let description: String

    /// Reads `text`; `nil` when it is no absolute URL.
    public init?(_ text: String) {
        guard let handle = curl_url() else { return nil }
        defer { curl_url_cleanup(handle) }
        guard curl_url_set(handle, CURLUPART_URL, text, Self.readingFlags) == CURLUE_OK else { return nil }
        self.init(handle)
    }

    /// Reads `reference` relative to this URL (RFC 3986, section 5); `nil` when it cannot be read.
    public func resolving(_ reference: String) -> AbsoluteURL? {
        guard let handle = curl_url() else { return nil }
        defer { curl_url_cleanup(handle) }
        guard curl_url_set(handle, CURLUPART_URL, description, Self.readingFlags) == CURLUE_OK,
            curl_url_set(handle, CURLUPART_URL, reference, Self.readingFlags) == CURLUE_OK
        else { return nil }
        return AbsoluteURL(handle)
    }

    /// Unknown schemes are read, to be named; spaces and other bytes are percent-encoded as browsers do.
    private static let readingFlags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE)

    private init?(_ handle: OpaquePointer) {
        curl_url_set(handle, CURLUPART_USER, nil, 0)
        curl_url_set(handle, CURLUPART_PASSWORD, nil, 0)
        curl_url_set(handle, CURLUPART_OPTIONS, nil, 0)
        curl_url_set(handle, CURLUPART_FRAGMENT, nil, 0)
        guard let scheme = Self.part(handle, CURLUPART_SCHEME, 0) else { return nil }
        self.scheme = scheme.lowercased()
        let isWeb = self.scheme == "https" || self.scheme == "http"
        guard let host = Self.part(handle, CURLUPART_HOST, 0) else { return nil }
        // A host name in a URL is ASCII (RFC 3986, section 3.2.2); libcurl reads others by the locale, which is no rule.
        if isWeb, !host.utf8.allSatisfy({ $0 < 0x80 }) || host.contains("%") { return nil }
        let plain = host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" }) : host
        self.host = plain.lowercased()
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
