import Findings
import Transport

/// Addresses that the address guard refused: `address-blocked`, as a cause for a location's own address, and beside
/// `redirect` where a redirect leads to a private address.
struct AddressGuardCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard let failure = response.earlyFailure, failure.kind == .addressBlocked else { return nil }
        let finding = Finding(
            .addressBlocked, location: response.location,
            message: "No connection to \(response.name) was made, because its address is not public "
                + "(\(Self.addresses(of: response.exchange))).",
            evidence: FailureEvidence.of(failure, response))
        return Cause(stage: .connection, outcome: .failed, finding: finding)
    }

    /// The finding about the end of a redirect, if the guard ended it.
    static func finding(about trail: RedirectTrail, of response: Response) -> Finding? {
        guard let last = trail.exchanges.last, let failure = last.failure, failure.kind == .addressBlocked else {
            return nil
        }
        return Finding(
            .addressBlocked, location: response.location,
            message: "The redirect leads to \(Wording.excerpt(last.url)), whose address is not public "
                + "(\(addresses(of: last))). The request was not sent.",
            evidence: [
                "url": .string(last.url), "addresses": .strings(last.addresses.prefix(32)),
                "detail": .string(String(failure.detail.prefix(1000))),
            ])
    }

    private static func addresses(of exchange: Exchange) -> String {
        let addresses = exchange.addresses.isEmpty ? [exchange.address].compactMap(\.self) : exchange.addresses
        return addresses.isEmpty ? "unknown" : Wording.list(addresses.map { Wording.excerpt($0) })
    }
}
