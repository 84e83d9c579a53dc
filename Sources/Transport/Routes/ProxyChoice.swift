/// Decides whether a request goes through a proxy, as curl does from its options and the environment.
///
/// libcurl would decide by itself, but then nobody knows before the transfer whether the name has to be resolved here.
struct ProxyChoice: Sendable {
    private let forHTTPS: String?
    private let forHTTP: String?
    private let exceptions: [Substring]

    init(proxy: String?, environment: [String: String]) {
        func variable(_ names: String...) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        let all = proxy ?? variable("all_proxy", "ALL_PROXY")
        forHTTPS = proxy ?? variable("https_proxy", "HTTPS_PROXY") ?? all
        // HTTP_PROXY in capitals can be set by a request's header in CGI programs: curl leaves it alone, too.
        forHTTP = proxy ?? variable("http_proxy") ?? all
        exceptions = (variable("no_proxy", "NO_PROXY") ?? "").split { $0 == "," || $0 == " " }
    }

    /// The proxy for `url`; `nil` for none.
    func proxy(for url: AbsoluteURL) -> String? {
        guard let proxy = url.scheme == "http" ? forHTTP : forHTTPS else { return nil }
        return exceptions.contains { Self.covers($0, host: url.host) } ? nil : proxy
    }

    private static func covers(_ exception: Substring, host: String) -> Bool {
        if exception == "*" { return true }
        if let address = IPAddress(host) {
            let parts = exception.split(separator: "/", maxSplits: 1)
            guard let first = parts.first, let network = IPAddress(String(first)) else { return false }
            guard parts.count == 2 else { return network == address }
            guard let bits = Int(parts[1]), network.bytes.count == address.bytes.count else { return false }
            return (0..<min(max(bits, 0), network.bytes.count * 8)).allSatisfy { bit in
                let mask = UInt8(0x80) >> UInt8(bit % 8)
                return network.bytes[bit / 8] & mask == address.bytes[bit / 8] & mask
            }
        }
        let domain = exception.drop { $0 == "." }.lowercased()
        return !domain.isEmpty && (host == domain || host.hasSuffix(".\(domain)"))
    }
}
