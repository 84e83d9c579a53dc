/// Decides like curl whether a request uses a proxy, but before the transfer, because names may have to be resolved.
struct ProxyChoice: Sendable {
    private let forHTTPS: ProxyURL?
    private let forHTTP: ProxyURL?
    private let exceptions: [Substring]

    /// Parses every proxy that might be used; an error names the setting or variable, but no part of its value.
    init(proxy: String?, environment: [String: String]) throws(TransportError) {
        func firstVariable(_ names: [String]) -> (name: String, value: String)? {
            names.lazy.map { (name: $0, value: environment[$0] ?? "") }.first { !$0.value.isEmpty }
        }
        func proxyURL(inVariables names: [String]) throws(TransportError) -> ProxyURL? {
            if let proxy { return try Self.read(proxy, of: "The proxy") }
            guard let (name, value) = firstVariable(names) else { return nil }
            return try Self.read(value, of: "The proxy in the environment variable \(name)")
        }
        forHTTPS = try proxyURL(inVariables: ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"])
        // As in curl, HTTP_PROXY in capitals is ignored, because a request header can set it in CGI programs.
        forHTTP = try proxyURL(inVariables: ["http_proxy", "all_proxy", "ALL_PROXY"])
        exceptions = firstVariable(["no_proxy", "NO_PROXY"])?.value.split { $0 == "," || $0 == " " } ?? []
    }

    private static func read(_ text: String, of source: String) throws(TransportError) -> ProxyURL {
        do throws(ProxyURL.Mistake) {
            return try ProxyURL(text)
        } catch {
            throw .setting("\(source) is invalid: \(error.found); \(error.expected)")
        }
    }

    func proxy(for url: AbsoluteURL) -> ProxyURL? {
        guard let proxy = url.scheme == "http" ? forHTTP : forHTTPS else { return nil }
        return exceptions.contains { Self.covers($0, host: url.host) } ? nil : proxy
    }

    private static func covers(_ exception: Substring, host: String) -> Bool {
        if exception == "*" { return true }
        if let address = IPAddress(host) {
            let parts = exception.split(separator: "/", maxSplits: 1)
            guard let base = parts.first, let network = IPAddress(String(base)) else { return false }
            guard parts.count == 2 else { return network == address }
            guard let bits = Int(parts[1]), network.bytes.count == address.bytes.count else { return false }
            return AddressPrefix(network.bytes, min(bits, network.bytes.count * 8)).covers(address.bytes)
        }
        let domain = exception.drop { $0 == "." }.lowercased()
        return !domain.isEmpty && (host == domain || host.hasSuffix(".\(domain)"))
    }
}
