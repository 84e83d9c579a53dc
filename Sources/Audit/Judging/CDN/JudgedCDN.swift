import AppSiteAssociation
import Findings
import Transport

/// Apple's copy of a file beside the server's own.
struct JudgedCDN: Sendable {
    /// The copy, judged by itself.
    let copy: JudgedLocation
    /// How the two compare.
    let state: CDNState
    /// The first difference in meaning between the server's file and the copy.
    let difference: AssociationMeaning.Difference?
    /// The URL of the file behind a redirect that the CDN has followed.
    let followed: String?

    init?(_ copy: JudgedLocation, beside domain: JudgedDomain) {
        guard let judged = copy.judged else { return nil }
        self.copy = copy
        let origin = domain.inEffect
        let file = judged.content?.file
        var difference: AssociationMeaning.Difference?
        var followed: String?
        if !CDNAnswer.isAnswer(judged.response.exchange) {
            state = .unchecked
        } else if !judged.isUsable {
            state = .fetchFailed
        } else if origin.isUsable, let own = origin.judged?.content {
            if own.bytes == judged.content?.bytes {
                state = .inSync
            } else if let own = own.file, let file, own.document != file.document {
                switch AssociationMeaning.compare(own, file) {
                case .same: state = .inSync
                case .unknown: state = .unchecked
                case .different(let first):
                    state = .outOfSync
                    difference = first
                }
            } else {
                state = .inSync
            }
        } else {
            let behind = Self.fileBehindRedirect(domain)
            if let file, let behind, let target = behind.content?.file,
                AssociationMeaning.compare(target, file) == .same,
                CDNAnswer(exchange: judged.response.exchange).visited.count > 1
            {
                followed = behind.response.exchange.url
            }
            state = followed == nil ? .onlyAtCDN : .inSync
        }
        self.difference = difference
        self.followed = followed
    }

    /// The file that the redirect at the well-known location leads to.
    private static func fileBehindRedirect(_ domain: JudgedDomain) -> JudgedResponse? {
        guard domain.wellKnown.outcome == .redirected, let last = domain.wellKnown.observation.trail?.exchanges.last
        else { return nil }
        let judged = JudgedResponse(
            Response(
                location: .wellKnown, exchange: last, tls: nil, target: domain.target, now: domain.now,
                settings: domain.settings, contents: domain.contents))
        return judged.isUsable ? judged : nil
    }
}
