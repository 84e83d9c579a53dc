import AppSiteAssociation
import Transport

/// A redirect chain and its last response.
struct RedirectRoute: Sendable {
    let hops: [RedirectTrail.Hop]
    /// The reason why following ended; `nil` if the redirect was not followed.
    let end: RedirectTrail.End?
    let crossHost: Bool
    let toHTTP: Bool
    let target: JudgedResponse?
    /// The reason why the last Location cannot be followed, as the rest of a sentence about it; `nil` if it can.
    let unusable: String?

    init?(_ response: Response) {
        if let trail = response.trail, !trail.hops.isEmpty {
            hops = trail.hops
            end = trail.end
        } else {
            guard let location = response.header("location") else { return nil }
            hops = [
                .init(
                    status: response.status ?? 0, from: response.exchange.url, to: location,
                    address: response.exchange.address)
            ]
            end = response.trail?.end
        }
        let parts = ([hops[0].from] + hops.map(\.to)).map(Self.webURL)
        crossHost = zip(parts, parts.dropFirst()).contains { from, to in
            guard let from, let to else { return false }
            return from.host != to.host
        }
        toHTTP = parts.dropFirst().contains { $0?.scheme == "http" }
        unusable = end == .unusableLocation ? hops.last.map { UnusableLocation.reason(for: $0.to) } : nil
        // If the Location is unusable, the last exchange is the redirect itself, not its destination.
        target = (end == .unusableLocation ? nil : response.trail?.exchanges.last).map { exchange in
            JudgedResponse(
                Response(
                    location: response.location, exchange: exchange, isRedirectTarget: true,
                    target: response.target, now: response.now, settings: response.settings,
                    contents: response.contents))
        }
    }

    static func webURL(_ text: String) -> LinkURL? { (try? LinkURL(text)).flatMap { $0.isWeb ? $0 : nil } }

    /// Whether iOS 14 and later get no usable file from the destination, as their verdict states; `false` if unknown.
    var leadsNowhere: Bool {
        switch end {
        case .answered?, .failed?:
            guard let target, let cause = target.cause else { return false }
            return DeliveryRules.ruling(of: cause, target.content, on: .iOS14).works == false
        case .unusableLocation?, .loop?, .limit?: return true
        case .deadline?, nil: return false
        }
    }
}
