/// The parts of an absolute `http` or `https` URL that are relevant for redirects.
struct URLParts: Hashable {
    /// The scheme in lower case.
    let scheme: String
    /// The host in lower case, without brackets, port and user information.
    let host: String
    /// The path, query and fragment; `/` if empty.
    let path: String

    /// Splits `url`; `nil` if it is not an absolute URL with a host.
    init?(_ url: String) {
        guard let mark = url.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = url[..<mark].lowercased()
        let rest = url[mark...]
        guard scheme == "https" || scheme == "http", rest.hasPrefix("://") else { return nil }
        let afterSlashes = rest.dropFirst(3)
        let end = afterSlashes.firstIndex { "/?#\\".contains($0) } ?? afterSlashes.endIndex
        var authority = afterSlashes[..<end]
        if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
        let host: Substring
        if authority.hasPrefix("[") {
            guard let close = authority.firstIndex(of: "]") else { return nil }
            host = authority[authority.index(after: authority.startIndex)..<close]
        } else {
            host = authority.prefix { $0 != ":" }
        }
        guard !host.isEmpty else { return nil }
        self.scheme = scheme
        self.host = host.lowercased()
        let path = String(afterSlashes[end...])
        self.path = path.hasPrefix("/") ? path : "/" + path
    }

    /// Whether the two hosts differ only by a leading `www.`.
    func isApexOrWWW(of other: URLParts) -> Bool { host == "www." + other.host || other.host == "www." + host }
}
