import Basics
import Findings
import Transport

/// Checks for redirects, which Apple does not allow: `redirect` or `redirect-loop`.
/// Rules: transport.no-redirect, transport.rewrite
struct RedirectCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard let status = response.status, (300..<400).contains(status), ![304, 305, 306].contains(status),
            let route = RedirectRoute(response)
        else { return nil }
        let finding =
            switch route.end {
            case .loop, .limit: loop(route, status, response)
            default: redirect(route, status, response)
            }
        return Cause(stage: .redirect, outcome: .redirected, finding: finding, route: route)
    }

    private func redirect(_ route: RedirectRoute, _ status: Int, _ response: Response) -> Finding {
        let first = Wording.excerpt(route.hops[0].to)
        let plain = route.includesHTTP ? " The chain includes plain HTTP, which no system follows." : ""
        return Finding(
            .redirect, location: response.location,
            message: "\(response.url) redirects (\(Wording.status(status))) to \(first).\(plain) \(route.endSentence)",
            impact: impact(of: route), remedy: route.remedy, evidence: evidence(of: route, status, response))
    }

    /// Returns the impact of a redirect that leads no system to a file; otherwise `nil`.
    private func impact(of route: RedirectRoute) -> String? {
        if route.includesHTTP {
            return "No system follows a redirect through plain HTTP: links open the browser instead of the app."
        }
        guard route.leadsNowhere else { return nil }
        return """
            The redirect leads to no usable file: links open the browser instead of the app. Even a usable file there \
            would help only iOS 14 and later, because Apple's CDN follows redirects (observed).
            """
    }

    private func loop(_ route: RedirectRoute, _ status: Int, _ response: Response) -> Finding {
        let last = Wording.excerpt(route.hops.last?.to ?? "")
        let count = Phrase.count(route.hops.count, "redirect")
        let course =
            route.end == .loop
            ? "in a loop: after \(count) it is back at \(last)."
            : "without end: after \(count) (the limit is \(response.settings.maxRedirects)) it leads on to \(last)."
        return Finding(
            .redirectLoop, location: response.location,
            message: "\(response.url) redirects (\(Wording.status(status))) \(course)",
            evidence: evidence(of: route, status, response))
    }

    private func evidence(of route: RedirectRoute, _ status: Int, _ response: Response) -> Evidence {
        let chain = route.hops.prefix(32).map { hop -> EvidenceValue in
            [
                "status": .integer(hop.status), "from": .string(hop.from), "to": .string(hop.to),
                "address": hop.address.map { .string($0) },
            ]
        }
        let target = route.target
        return [
            "status": .integer(status), "permanent": .boolean(status == 301 || status == 308),
            "crossHost": .boolean(route.changesHost), "toHTTP": .boolean(route.includesHTTP), "chain": .array(chain),
            "end": route.end.map { .string($0.rawValue) }, "unusable": route.unusableReason.map { .string($0) },
            "finalURL": target.map { .string($0.response.exchange.url) },
            "finalStatus": target?.response.status.map { .integer($0) },
            "leadsToFile": target.map { .boolean($0.isUsable) },
            "finalProblem": target?.problem.map { .string($0.rawValue) },
            "server": response.header("server").map { .string($0) },
        ]
    }
}
