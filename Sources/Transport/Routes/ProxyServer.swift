/// A proxy, as far as its URL tells where it is and what it looks up by itself.
struct ProxyServer: Hashable, Sendable {
    /// The URL as the user wrote it, secrets included: for libcurl only.
    let url: String
    /// `http`, `https`, `socks4`, `socks4a`, `socks5` or `socks5h`.
    let scheme: String
    /// The host in lower case, without brackets.
    let host: String
    /// The port.
    let port: Int

    /// Reads a proxy's URL; `nil` when it is none.
    init?(_ text: String) {
        guard let read = AbsoluteURL(text.contains("://") ? text : "http://\(text)") else { return nil }
        url = text
        scheme = read.scheme == "socks" ? "socks4" : read.scheme
        host = read.host
        // As in curl: without a port in the text it is 1080, for https proxies 443.
        let authority = text.split(separator: "@").last.map { $0.split(separator: "/").last ?? $0 } ?? ""
        let hasPort = authority.last != "]" && (authority.split(separator: "]").last ?? "").contains(":")
        port = hasPort ? read.port : read.scheme == "https" ? 443 : 1080
    }

    /// Whether the program looks up the domain's name and tells the proxy an address.
    var takesAddresses: Bool { scheme == "socks4" || scheme == "socks5" }
    /// Whether the connection to the proxy itself is encrypted.
    var isEncrypted: Bool { scheme == "https" }
    /// The host and port, for messages and as the name of a place.
    var name: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
