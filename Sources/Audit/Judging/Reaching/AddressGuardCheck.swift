import Findings
import Transport

/// Checks for addresses that the address guard refused: `address-excluded` for an address of the domain itself, and
/// `address-blocked`, in addition to `redirect`, for a redirect to an address that is not public.
struct AddressGuardCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard let failure = response.earlyFailure, failure.kind.isCausedByAddressGuard else { return nil }
        let isBlocked = response.isRedirectTarget && failure.kind == .addressBlocked
        let addresses = response.exchange.addresses
        return Cause(
            isBlocked ? .addressBlocked : .addressExcluded, of: response, at: .connection, .failed,
            message: "\(response.name) was not contacted: \(Self.reason(for: failure, response.exchange)).",
            evidence: response.evidence(
                of: failure, with: addresses.isEmpty ? [:] : ["addresses": .strings(addresses.prefix(32))]))
    }

    /// Returns the finding about a redirect that the guard stopped because of an address; otherwise `nil`.
    static func finding(about trail: RedirectTrail, of response: Response) -> Finding? {
        guard let last = trail.exchanges.last, let failure = last.failure, failure.kind == .addressBlocked else {
            return nil
        }
        return Finding(
            .addressBlocked, location: response.location,
            message: "The redirect leads to \(Wording.excerpt(last.url)), which was not requested: "
                + "\(reason(for: failure, last)).",
            impact: hasPublicAddress(last)
                ? """
                Whether Apple's CDN can get the file from there depends on which of the addresses it uses. It has been \
                observed to refuse those that are not public, and links then open the browser instead of the app on \
                iOS 14 and later.
                """
                : nil,
            evidence: [
                "url": .string(last.url), "addresses": .strings(last.addresses.prefix(32)),
                "detail": .string(String(failure.detail.prefix(1000))),
            ])
    }

    static func hasPublicAddress(_ exchange: Exchange) -> Bool { exchange.addresses.contains(where: isPublic) }

    private static func isPublic(_ address: String) -> Bool { IPAddress(address)?.isPublic == true }

    private static func reason(for failure: ExchangeFailure, _ exchange: Exchange) -> String {
        guard failure.kind == .addressBlocked else {
            return "its name can only be looked up by the proxy, and its addresses may not be public"
        }
        let refused = exchange.addresses.filter { !isPublic($0) }
        guard !refused.isEmpty else { return "its address is not public" }
        let list = Wording.list(refused.map { Wording.excerpt($0) })
        if hasPublicAddress(exchange) {
            return "not all of its addresses are public (\(list)), and the proxy may connect to any of them"
        }
        return "its \(refused.count == 1 ? "address is" : "addresses are") not public (\(list))"
    }
}
