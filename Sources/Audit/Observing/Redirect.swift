import Basics
import Transport

struct Redirect {
    /// The maximum length of a Location that is followed, in bytes; RFC 9110, section 4.1, recommends that
    /// implementations support at least this length.
    static let maxLocationLength = 8000

    let hop: RedirectTrail.Hop
    /// The target URL; `nil` if it cannot be requested.
    let target: AbsoluteURL?

    /// Reads the redirect of `exchange`; `nil` if the response is not a redirect, or has no Location.
    ///
    /// A failure in the body is ignored, because the header already contains the destination.
    init?(_ exchange: Exchange) {
        guard exchange.failure == nil || exchange.failure?.phase == .body,
            let status = exchange.status, [301, 302, 303, 307, 308].contains(status),
            let location = exchange.headerFields.first("Location"), !location.isEmpty
        else { return nil }
        target = Self.target(of: location, at: exchange.url)
        hop = RedirectTrail.Hop(
            status: status, from: exchange.url, to: target?.description ?? location, address: exchange.address)
    }

    private static func target(of location: String, at url: String) -> AbsoluteURL? {
        guard location.utf8.count <= maxLocationLength, !location.utf8.contains(where: \.isASCIIControl),
            let target = AbsoluteURL(url)?.resolving(location), target.isWeb
        else { return nil }
        return target
    }
}
