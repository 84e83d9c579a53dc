import AppSiteAssociation
import Basics
import Findings
import Transport

/// A comparison of Apple's copy with the server's file: `cdn-not-served`, `cdn-unavailable`, `cdn-differs`,
/// `cdn-followed-redirect`.
struct CDNCheck: DomainCheck {
    func findings(of domain: JudgedDomain) -> [Finding] {
        guard let cdn = domain.cdn else { return [] }
        guard let exchange = cdn.copy.response?.exchange else {
            let message = "Apple's CDN was not queried for its copy: the time limit for the domain was reached first."
            return [Finding(.cdnUnavailable, location: .cdn, message: message, evidence: ["asked": false])]
        }
        let answer = CDNAnswer(exchange: exchange)
        let finding: Finding? =
            switch cdn.state {
            case .inSync: cdn.followedURL.map { followedRedirectFinding($0, answer) }
            case .unchecked: CDNAnswer.isAnswer(exchange) ? nil : unavailableFinding(cdn, answer)
            case .fetchFailed: notServedFinding(domain, answer)
            case .outOfSync: cdn.difference.map { differenceFinding($0, answer) }
            case .onlyAtCDN: onlyAtCDNFinding(domain, answer)
            }
        return [finding].compactMap(\.self)
    }

    private func notServedFinding(_ domain: JudgedDomain, _ answer: CDNAnswer) -> Finding {
        let name = Wording.name(of: domain.target)
        var message: String
        if answer.exchange.status == 200 {
            message = "For \(name), Apple's CDN returns content that is not a usable file."
        } else if let reason = answer.failureReason {
            let detail = answer.failureDetail.map { " (\(Wording.excerpt($0)))" } ?? ""
            message = "Apple's CDN has no file for \(name): \(Wording.excerpt(reason))\(detail)."
            if let meaning = answer.failureExplanation?.meaning { message += " \(meaning)" }
        } else {
            message = "Apple's CDN has no file for \(name): it returns \(Wording.status(answer.exchange.status ?? 0))."
        }
        // If the server's file is not usable, the server's own errors are the cause.
        guard domain.effectiveLocation.isUsable else {
            return Finding(.cdnNotServed, severity: .info, location: .cdn, message: message, evidence: answer.evidence)
        }
        return Finding(
            .cdnNotServed, location: .cdn, message: "\(message) However, the server sends the file to this check.",
            remedy: answer.failureExplanation?.remedy, evidence: answer.evidence)
    }

    private func unavailableFinding(_ cdn: JudgedCDN, _ answer: CDNAnswer) -> Finding {
        var reason = "it returns \(Wording.status(answer.exchange.status ?? 0))"
        if let failure = answer.exchange.failure {
            reason = failure.detail.isEmpty ? "no answer" : Wording.excerpt(failure.detail)
        }
        var message = "Apple's CDN could not be queried for its copy: \(reason)."
        if let others = cdn.copy.observation.otherDomainsUnanswered {
            message += " It had not answered for \(others) domains in a row, and was not queried again in this run."
        }
        return Finding(.cdnUnavailable, location: .cdn, message: message, evidence: answer.evidence)
    }

    private func differenceFinding(_ difference: AssociationMeaning.Difference, _ answer: CDNAnswer) -> Finding {
        let sentence = difference.sentence(first: "the server's file", second: "Apple's copy")
        var evidence = answer.evidence
        for entry in difference.evidence(first: "server", second: "cdn").entries { evidence[entry.key] = entry.value }
        var impact: String?
        if difference == .service(.applinks, isInFirst: true) {
            impact = """
                Links open the browser instead of the app on iOS 14 and later, because Apple's copy lists no apps \
                for links. Each device checks the CDN only about once a week: after the CDN has the new file, it can \
                take another week until every device has it.
                """
        }
        return Finding(
            .cdnDiffers, location: .cdn,
            message: "Apple's copy differs from the file on the server: \(sentence). "
                + "iOS 14 and later use the copy\(ageClause(answer)).",
            impact: impact, evidence: evidence)
    }

    private func onlyAtCDNFinding(_ domain: JudgedDomain, _ answer: CDNAnswer) -> Finding {
        var evidence = answer.evidence
        evidence[Finding.serverFixKey] = true
        return Finding(
            .cdnDiffers, severity: .info, location: .cdn,
            message: "Apple's CDN has a file for \(Wording.name(of: domain.target)), and iOS 14 and later get it"
                + "\(ageClause(answer)). The server itself serves none today.",
            impact: """
                On iOS 14 and later, links can still open the app until Apple checks the server again; it is not known \
                when that is. Earlier systems and developer mode contact the server directly.
                """,
            remedy: "Correct the other errors of this report before Apple's next check.", evidence: evidence)
    }

    private func followedRedirectFinding(_ url: String, _ answer: CDNAnswer) -> Finding {
        let message = "Apple's CDN has followed the redirect and has a copy of \(Wording.excerpt(url))."
        return Finding(.cdnFollowedRedirect, location: .cdn, message: message, evidence: answer.evidence)
    }

    /// Returns a clause with the age of the response in the CDN; empty if unknown or too short.
    /// Documented as cdn.lifetime
    private func ageClause(_ answer: CDNAnswer) -> String {
        guard let age = answer.age, age >= 60 else { return "" }
        let time = age < 7200 ? Phrase.count(age / 60, "minute") : Phrase.count(age / 3600, "hour")
        return "; the CDN has kept this response for \(time)"
    }
}

/// Apple's copy of a file, compared with the server's file.
struct JudgedCDN: Sendable {
    let copy: JudgedLocation
    private(set) var state = CDNState.unchecked
    private(set) var difference: AssociationMeaning.Difference?
    /// The destination of the redirect that the CDN has followed; `nil` if there is no such redirect.
    private(set) var followedURL: String?

    init(_ copy: JudgedLocation, wellKnown: JudgedLocation, effectiveLocation: JudgedLocation) {
        self.copy = copy
        guard let judged = copy.judged, CDNAnswer.isAnswer(judged.response.exchange) else { return }
        if !judged.isUsable {
            state = .fetchFailed
        } else if let content = effectiveLocation.usableContent {
            switch content.compare(with: judged.content) {
            case .same: state = .inSync
            case .unknown: break
            case .different(let difference):
                state = .outOfSync
                self.difference = difference
            }
        } else {
            followedURL = Self.redirectFollowed(by: judged, from: wellKnown)
            state = followedURL == nil ? .onlyAtCDN : .inSync
        }
    }

    /// Returns the destination of the redirect if the CDN visited more than one URL, and has the destination's file.
    private static func redirectFollowed(by copy: JudgedResponse, from wellKnown: JudgedLocation) -> String? {
        guard let target = wellKnown.cause?.route?.target, let file = target.usableContent,
            CDNAnswer(exchange: copy.response.exchange).visitedURLs.count > 1,
            file.compare(with: copy.content) == .same
        else { return nil }
        return target.response.exchange.url
    }
}
