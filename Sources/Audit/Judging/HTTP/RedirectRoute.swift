import Basics
import Findings
import Transport

/// A redirect chain, and what its last answer was.
struct RedirectRoute: Sendable {
    /// The redirects; the first is the location's own answer.
    let hops: [RedirectTrail.Hop]
    /// Why following ended; `nil` when it was not followed.
    let end: RedirectTrail.End?
    /// Whether a hop leads to another host than the one before.
    let crossHost: Bool
    /// Whether a hop leads to plain HTTP.
    let toHTTP: Bool
    /// The last answer; `nil` when none was asked for.
    let target: JudgedResponse?
    /// Why the last Location cannot be followed, as the rest of a sentence that begins with it; `nil` when it can.
    let unusable: String?

    /// Reads the chain of `response`; `nil` when it has no Location.
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
        let parts = ([hops[0].from] + hops.map(\.to)).map(URLParts.init)
        crossHost = zip(parts, parts.dropFirst()).contains { from, to in
            guard let from, let to else { return false }
            return from.host != to.host
        }
        toHTTP = parts.dropFirst().contains { $0?.scheme == "http" }
        unusable = end == .unusableLocation ? hops.last.map { UnusableLocation.reason(for: $0.to) } : nil
        // The exchange before an unusable Location is the hop itself, not where it leads.
        target = (end == .unusableLocation ? nil : response.trail?.exchanges.last).map { exchange in
            JudgedResponse(
                Response(
                    location: response.location, exchange: exchange, isRedirectTarget: true, tls: nil,
                    target: response.target, now: response.now, settings: response.settings,
                    contents: response.contents))
        }
    }

    /// Whether it is known that no usable file is at the end.
    var leadsNowhere: Bool {
        switch end {
        case .answered?, .failed?:
            target.map { !$0.isUsable && $0.response.earlyFailure?.kind.isByAddressGuard != true } ?? false
        case .unusableLocation?, .loop?, .limit?: true
        case .deadline?, nil: false
        }
    }

    /// A sentence that describes the end of the chain.
    var endSentence: String {
        let reason = target?.problem.map { ": \(Phrase.lowered(Catalogue[$0].title))" } ?? ""
        let followed = hops.count > 1 ? "After \(hops.count) redirects it" : "It"
        // With a single hop the target was just named.
        let last =
            hops.count > 1 ? Wording.excerpt(target?.response.exchange.url ?? hops.last?.to ?? "") : "that address"
        switch end {
        case nil, .deadline?: return "Its target was not checked."
        case .loop?, .limit?: return "\(followed) does not end."
        case .unusableLocation?:
            let reason = unusable ?? "the reason is not known"
            return hops.count == 1
                ? "It cannot be followed: \(reason)."
                : "\(followed) ends at a target that cannot be used: \(Wording.quote(hops.last?.to ?? "")) (\(reason))."
        case .failed?:
            if target?.response.exchange.failure?.kind == .addressBlocked {
                return "\(followed) leads to an address that is not public; it was not followed there."
            }
            return "\(followed) leads to \(last), which could not be fetched\(reason)."
        case .answered?:
            guard let target else { return "\(followed) leads to \(last)." }
            if target.isUsable { return "\(followed) leads to a usable file at \(last)." }
            let status = target.response.status.map { "answers \(Wording.status($0))" } ?? "did not respond"
            return
                "\(followed) leads to \(last), which \(status)\(target.response.status == 200 ? ", but not with a usable file" : "")\(reason)."
        }
    }
}
