import Transport

/// An answer that points elsewhere.
struct Redirect {
    /// The longest Location that is followed, in bytes; every implementation is asked to take as many (RFC 9110, section 4.1).
    static let longestLocation = 8000

    let hop: RedirectTrail.Hop
    /// The URL to which it points; `nil` when that cannot be requested.
    let target: AbsoluteURL?

    /// Reads the redirect of `exchange`; `nil` when the response is no redirect, or has no Location.
    ///
    /// The result for the body does not matter: the header contains the destination.
    init?(_ exchange: Exchange) {
        guard exchange.failure == nil || exchange.failure?.phase == .body,
            let status = exchange.status, [301, 302, 303, 307, 308].contains(status),
            let location = exchange.headerFields.first("Location"), !location.isEmpty
        else { return nil }
        target = Self.target(of: location, at: exchange.url)
        hop = RedirectTrail.Hop(
            status: status, from: exchange.url, to: target?.description ?? location, address: exchange.address)
    }

    /// Whether `byte` is a control character, which no URL has (RFC 3986, section 2).
    static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7f }

    private static func target(of location: String, at url: String) -> AbsoluteURL? {
        guard location.utf8.count <= longestLocation, !location.utf8.contains(where: isControl),
            let target = AbsoluteURL(url)?.resolving(location), ["https", "http"].contains(target.scheme)
        else { return nil }
        return target
    }
}
