import AppSiteAssociation
import Transport

/// Apple's copy of a file, compared with the server's.
struct JudgedCDN: Sendable {
    let copy: JudgedLocation
    private(set) var state = CDNState.unchecked
    private(set) var difference: AssociationMeaning.Difference?
    /// The URL of the file behind a redirect that the CDN has followed.
    private(set) var followedURL: String?

    init(_ copy: JudgedLocation, beside domain: JudgedDomain) {
        self.copy = copy
        guard let judged = copy.judged, CDNAnswer.isAnswer(judged.response.exchange) else { return }
        let origin = domain.inEffect
        if !judged.isUsable {
            state = .fetchFailed
        } else if origin.isUsable, let content = origin.judged?.content {
            switch content.compare(with: judged.content) {
            case .same: state = .inSync
            case .unknown: break
            case .different(let first):
                state = .outOfSync
                difference = first
            }
        } else {
            followedURL = Self.redirectFollowed(by: judged, of: domain)
            state = followedURL == nil ? .onlyAtCDN : .inSync
        }
    }

    /// Returns the destination of the redirect at the well-known location if the CDN visited more than one URL, and its
    /// copy is the file at the destination; otherwise `nil`.
    private static func redirectFollowed(by copy: JudgedResponse, of domain: JudgedDomain) -> String? {
        guard let target = domain.wellKnown.judged?.cause?.route?.target, target.isUsable,
            let file = target.content, CDNAnswer(exchange: copy.response.exchange).visitedURLs.count > 1,
            file.compare(with: copy.content) == .same
        else { return nil }
        return target.response.exchange.url
    }
}
