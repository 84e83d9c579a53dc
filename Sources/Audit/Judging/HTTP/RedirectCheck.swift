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
        let first = route.hops.first?.to ?? ""
        var message =
            "\(response.url) redirects (\(Wording.status(status))) to \(Wording.excerpt(first))."
        if route.includesHTTP { message += " The chain includes plain HTTP, which no system follows." }
        message += " \(route.endSentence)"
        return Finding(
            .redirect, location: response.location, message: message,
            impact: impact(of: route),
            remedy: route.remedy,
            evidence: evidence(of: route, status, response))
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
        var evidence: Evidence = [
            "status": .integer(status), "permanent": .boolean(status == 301 || status == 308),
            "crossHost": .boolean(route.changesHost), "toHTTP": .boolean(route.includesHTTP),
            "chain": .array(
                route.hops.prefix(32).map { hop in
                    var entry: Evidence = [
                        "status": .integer(hop.status), "from": .string(hop.from), "to": .string(hop.to),
                    ]
                    if let address = hop.address { entry["address"] = .string(address) }
                    return .object(entry)
                }),
        ]
        if let end = route.end { evidence["end"] = .string(end.rawValue) }
        if let unusable = route.unusableReason { evidence["unusable"] = .string(unusable) }
        if let target = route.target {
            evidence["finalURL"] = .string(target.response.exchange.url)
            if let status = target.response.status { evidence["finalStatus"] = .integer(status) }
            evidence["leadsToFile"] = .boolean(target.isUsable)
            if let code = target.problem { evidence["finalProblem"] = .string(code.rawValue) }
        }
        if let server = response.header("server") { evidence["server"] = .string(server) }
        return evidence
    }
}
