import CCurl

/// An absolute URL as libcurl parses it, so that the checked URL is the requested one.
public struct AbsoluteURL: Hashable, Sendable, CustomStringConvertible {
    /// The scheme in lower case.
    public let scheme: String
    /// The host in lower case and ASCII, without brackets.
    public let host: String
    /// The port, or the default of the scheme; 0 for a scheme without one.
    public let port: Int
    /// The whole URL without user information and fragment.
    public let description: String

    /// Parses `text`; `nil` if it is not an absolute URL.
    public init?(_ text: String) {
        if let host = Self.hostOfPlainURL(text) {
            self.init(scheme: "https", host: host, port: 443, description: text)
            return
        }
        guard let handle = curl_url() else { return nil }
        defer { curl_url_cleanup(handle) }
        guard curl_url_set(handle, CURLUPART_URL, text, Self.readingFlags) == CURLUE_OK else { return nil }
        self.init(handle)
    }

    /// Whether the scheme is `https` or `http`.
    package var isWeb: Bool { scheme == "https" || scheme == "http" }

    /// Whether `other` has the same scheme, host and port (RFC 6454, section 5).
    public func isSameOrigin(as other: AbsoluteURL) -> Bool {
        scheme == other.scheme && host == other.host && port == other.port
    }

    /// Resolves `reference` relative to this URL (RFC 3986, section 5); `nil` if it cannot be parsed.
    public func resolving(_ reference: String) -> AbsoluteURL? {
        guard let handle = curl_url() else { return nil }
        defer { curl_url_cleanup(handle) }
        guard curl_url_set(handle, CURLUPART_URL, description, Self.readingFlags) == CURLUE_OK,
            curl_url_set(handle, CURLUPART_URL, reference, Self.readingFlags) == CURLUE_OK
        else { return nil }
        return AbsoluteURL(handle)
    }

    /// Returns the host of a URL that libcurl does not change; `nil` if libcurl might change something.
    ///
    /// Nearly all URLs of a crawl are of this kind: `https`, a lower-case name, no port, and a path of letters,
    /// digits, hyphens, dots and slashes.
    private static func hostOfPlainURL(_ text: String) -> String? {
        let start = "https://".utf8
        let bytes = text.utf8
        guard bytes.count > start.count, bytes.count < 512, bytes.starts(with: start) else { return nil }
        let hostStart = bytes.index(bytes.startIndex, offsetBy: start.count)
        guard let hostEnd = bytes[hostStart...].firstIndex(of: UInt8(ascii: "/")) else { return nil }
        // A last label that begins with a digit could be part of an address, which libcurl normalises.
        var isLabelStart = true
        var mayEnd = false
        for byte in bytes[hostStart..<hostEnd] {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"):
                if isLabelStart { mayEnd = true }
                isLabelStart = false
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                if isLabelStart { mayEnd = false }
                isLabelStart = false
            case UInt8(ascii: "."):
                if isLabelStart { return nil }
                isLabelStart = true
            default: return nil
            }
        }
        guard mayEnd, !isLabelStart, Self.isPlainPath(bytes[hostEnd...]) else { return nil }
        return String(text[hostStart..<hostEnd])
    }

    /// Whether a path needs no encoding and has no segment that consists only of dots.
    private static func isPlainPath(_ path: Substring.UTF8View) -> Bool {
        var isOnlyDots = false
        for byte in path {
            switch byte {
            case UInt8(ascii: "/"):
                if isOnlyDots { return false }
                isOnlyDots = true
            case UInt8(ascii: "."): continue
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                isOnlyDots = false
            default: return false
            }
        }
        return !isOnlyDots || path.count == 1
    }

    /// Unknown schemes are parsed so that they can be reported; spaces and other bytes are percent-encoded as in
    /// browsers.
    private static let readingFlags = UInt32(CURLU_NON_SUPPORT_SCHEME | CURLU_URLENCODE)

    private init(scheme: String, host: String, port: Int, description: String) {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.description = description
    }

    private init?(_ handle: OpaquePointer) {
        curl_url_set(handle, CURLUPART_USER, nil, 0)
        curl_url_set(handle, CURLUPART_PASSWORD, nil, 0)
        curl_url_set(handle, CURLUPART_OPTIONS, nil, 0)
        curl_url_set(handle, CURLUPART_FRAGMENT, nil, 0)
        guard let scheme = Self.part(handle, CURLUPART_SCHEME, 0) else { return nil }
        self.scheme = scheme.lowercased()
        let isWeb = self.scheme == "https" || self.scheme == "http"
        guard let host = Self.part(handle, CURLUPART_HOST, 0) else { return nil }
        // A host name in a URL is ASCII (RFC 3986, section 3.2.2); libcurl converts others depending on the locale.
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
