import AppSiteAssociation
import Basics
import Findings
import Transport

/// A comparison of Apple's copy with the server's file: `cdn-not-served`, `cdn-unavailable`, `cdn-differs`,
/// `cdn-followed-redirect`.
struct CDNCheck: DomainCheck {
    func findings(of domain: JudgedDomain) -> [Finding] {
        guard let cdn = domain.cdn else { return [] }
        guard let exchange = cdn.copy.judged?.response.exchange else { return [notAsked] }
        let answer = CDNAnswer(exchange: exchange)
        let finding: Finding? =
            switch cdn.state {
            case .inSync: cdn.followedURL.map { followed($0, answer) }
            case .unchecked: CDNAnswer.isAnswer(exchange) ? nil : unavailable(cdn, answer)
            case .fetchFailed: notServed(domain, answer)
            case .outOfSync: cdn.difference.map { differs($0, answer) }
            case .onlyAtCDN: onlyAtCDN(domain, answer)
            }
        return [finding].compactMap(\.self)
    }

    private func notServed(_ domain: JudgedDomain, _ answer: CDNAnswer) -> Finding {
        let name = Wording.name(of: domain.target)
        var text: String
        if answer.exchange.status == 200 {
            text = "Apple's CDN answers for \(name) with content that is not a usable file."
        } else if let reason = answer.failureReason {
            text = "Apple's CDN has no file for \(name): \(Wording.excerpt(reason))"
            if let detail = answer.failureDetail { text += " (\(Wording.excerpt(detail)))" }
            text += "."
            if let meaning = answer.failureExplanation?.meaning { text += " \(meaning)" }
        } else {
            text = "Apple's CDN has no file for \(name): it returns \(Wording.status(answer.exchange.status ?? 0))."
        }
        if domain.inEffect.isUsable { text += " The server does serve the file to this check." }
        return Finding(
            .cdnNotServed,
            // If the server's file is not usable, the server's own errors are the cause.
            severity: domain.inEffect.isUsable ? nil : .info, location: .cdn, message: text,
            remedy: domain.inEffect.isUsable ? answer.failureExplanation?.remedy : nil, evidence: evidence(answer))
    }

    private var notAsked: Finding {
        Finding(
            .cdnUnavailable, location: .cdn,
            message: "Apple's CDN was not queried for its copy: the time limit for the domain was reached first.",
            evidence: ["asked": false])
    }

    private func unavailable(_ cdn: JudgedCDN, _ answer: CDNAnswer) -> Finding {
        var text = "Apple's CDN could not be queried for its copy: "
        if let failure = answer.exchange.failure {
            text += failure.detail.isEmpty ? "no answer." : "\(Wording.excerpt(failure.detail))."
        } else {
            text += "it returns \(Wording.status(answer.exchange.status ?? 0))."
        }
        if let others = cdn.copy.observation.otherDomainsUnanswered {
            text += " It had not answered for \(others) domains in a row, and was not queried again in this run."
        }
        return Finding(.cdnUnavailable, location: .cdn, message: text, evidence: evidence(answer))
    }

    private func differs(_ difference: AssociationMeaning.Difference, _ answer: CDNAnswer) -> Finding {
        let sentence = difference.sentence(first: "the server's file", second: "Apple's copy")
        var evidence = evidence(answer)
        for entry in difference.evidence(first: "server", second: "cdn").entries { evidence[entry.key] = entry.value }
        var impact: String?
        if difference == .service(.applinks, onlyInFirst: true) {
            impact = """
                Links open the browser instead of the app on iOS 14 and later, because Apple's copy lists no apps. \
                Devices check again about once a week, so a change arrives late even after the CDN has it.
                """
        }
        return Finding(
            .cdnDiffers, location: .cdn,
            message: "Apple's copy differs from the file on the server: \(sentence). "
                + "iOS 14 and later use the copy\(ageClause(answer)).",
            impact: impact, evidence: evidence)
    }

    private func onlyAtCDN(_ domain: JudgedDomain, _ answer: CDNAnswer) -> Finding {
        Finding(
            .cdnDiffers, severity: .info, location: .cdn,
            message: "Apple's CDN has a file for \(Wording.name(of: domain.target)), and iOS 14 and later get it"
                + "\(ageClause(answer)). The server itself serves none today.",
            impact: """
                On iOS 14 and later, links can still open the app until Apple checks the server again; it is not known \
                when that is. Earlier systems and developer mode contact the server directly.
                """,
            remedy: "Correct the other errors of this report before Apple's next check.", evidence: evidence(answer))
    }

    private func followed(_ url: String, _ answer: CDNAnswer) -> Finding {
        Finding(
            .cdnFollowedRedirect, location: .cdn,
            message: "Apple's CDN has followed the redirect and has a copy of \(Wording.excerpt(url)).",
            evidence: evidence(answer))
    }

    /// Returns a clause with the age of the response in the CDN; empty if unknown or too short. Rule: cdn.lifetime
    private func ageClause(_ answer: CDNAnswer) -> String {
        guard let age = answer.age, age >= 60 else { return "" }
        let time = age < 7200 ? Phrase.count(age / 60, "minute") : Phrase.count(age / 3600, "hour")
        return "; the CDN has kept this response for \(time)"
    }

    private func evidence(_ answer: CDNAnswer) -> Evidence {
        var evidence: Evidence = [:]
        if let status = answer.exchange.status { evidence["status"] = .integer(status) }
        if let reason = answer.failureReason { evidence["failureReason"] = .string(reason) }
        if let detail = answer.failureDetail { evidence["failureDetail"] = .string(detail) }
        if !answer.visitedURLs.isEmpty { evidence["visited"] = .strings(Array(answer.visitedURLs.prefix(12))) }
        if let age = answer.age { evidence["ageSeconds"] = .integer(age) }
        if let maxAge = answer.maxAge { evidence["maxAgeSeconds"] = .integer(maxAge) }
        return evidence
    }
}
