import AppSiteAssociation
import Basics
import Findings
import Transport

/// A check for redirects, which Apple does not allow: `redirect` or `redirect-loop`.
/// Documented as transport.no-redirect, transport.rewrite
struct RedirectCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard let status = response.status, (300..<400).contains(status), ![304, 305, 306].contains(status),
            let route = RedirectRoute(response)
        else { return nil }
        let isEndless = route.end == .loop || route.end == .limit
        let finding = isEndless ? loopFinding(route, status, response) : redirectFinding(route, status, response)
        return Cause(outcome: .redirected, finding: finding, route: route)
    }

    private func redirectFinding(_ route: RedirectRoute, _ status: Int, _ response: Response) -> Finding {
        let firstTarget = Wording.excerpt(route.hops[0].to)
        let httpSentence = route.includesHTTP ? " The chain includes plain HTTP, which no system follows." : ""
        return Finding(
            .redirect, location: response.location,
            message: "\(response.url) redirects (\(Wording.status(status))) to \(firstTarget).\(httpSentence) "
                + route.endSentence,
            impact: impact(of: route), remedy: route.remedy, evidence: evidence(of: route, status, response))
    }

    /// Returns the impact if it is known whether the redirect leads to a file; otherwise `nil`.
    private func impact(of route: RedirectRoute) -> String? {
        if route.includesHTTP {
            return "No system follows a redirect through plain HTTP: links open the browser instead of the app."
        }
        if route.target?.isUsable == true {
            return """
                According to Apple, iOS 13 and earlier refuse redirects. Apple's CDN was observed to follow redirects \
                to other https addresses, but this is not documented. The destination serves the file, so links may \
                work on iOS 14 and later.
                """
        }
        guard route.leadsNowhere else { return nil }
        return """
            The redirect leads to no usable file: links open the browser instead of the app. Even a usable file there \
            would help only iOS 14 and later, because Apple's CDN follows redirects (observed).
            """
    }

    private func loopFinding(_ route: RedirectRoute, _ status: Int, _ response: Response) -> Finding {
        let lastTarget = Wording.excerpt(route.hops.last?.to ?? "")
        let count = Phrase.count(route.hops.count, "redirect")
        let limit = response.judge.settings.maxRedirects
        let course =
            route.end == .loop
            ? "in a loop: after \(count), it is back at \(lastTarget)."
            : "without end: after \(count) (the limit is \(limit)), it leads on to \(lastTarget)."
        let message = "\(response.url) redirects (\(Wording.status(status))) \(course)"
        let evidence = evidence(of: route, status, response)
        return Finding(.redirectLoop, location: response.location, message: message, evidence: evidence)
    }

    private func evidence(of route: RedirectRoute, _ status: Int, _ response: Response) -> Evidence {
        let chain = route.hops.prefix(32).map { hop -> EvidenceValue in
            [
                "status": .integer(hop.status), "from": .string(hop.from), "to": .string(hop.to),
                "address": hop.address.map { .string($0) },
            ]
        }
        let target = route.target
        let isPermanent = status == 301 || status == 308
        return [
            "status": .integer(status), "permanent": .boolean(isPermanent), "crossHost": .boolean(route.changesHost),
            "toHTTP": .boolean(route.includesHTTP), "chain": .array(chain),
            "end": route.end.map { .string($0.rawValue) }, "unusable": route.unusableReason.map { .string($0) },
            "finalURL": target.map { .string($0.response.exchange.url) },
            "finalStatus": target?.response.status.map { .integer($0) },
            "leadsToFile": target.map { .boolean($0.isUsable) },
            "finalProblem": target?.problem.map { .string($0.rawValue) },
            "server": response.header("server").map { .string($0) },
        ]
    }
}

struct RedirectRoute: Sendable {
    let hops: [RedirectTrail.Hop]
    /// The reason why following ended; `nil` if the redirect was not followed.
    let end: RedirectTrail.End?
    let changesHost: Bool
    let includesHTTP: Bool
    /// The judged response at the end of the redirects; `nil` if it was not requested.
    let target: JudgedResponse?
    /// The reason why the last Location cannot be followed, as a clause; `nil` if it can be followed.
    let unusableReason: String?

    init?(_ response: Response) {
        if let trail = response.trail, !trail.hops.isEmpty {
            hops = trail.hops
            end = trail.end
        } else {
            guard let location = response.header("location") else { return nil }
            let exchange = response.exchange
            hops = [.init(status: response.status ?? 0, from: exchange.url, to: location, address: exchange.address)]
            end = response.trail?.end
        }
        let urls = ([hops[0].from] + hops.map(\.to)).map(Self.webURL)
        changesHost = zip(urls, urls.dropFirst()).contains { $0 != nil && $1 != nil && $0?.host != $1?.host }
        includesHTTP = urls.dropFirst().contains { $0?.scheme == "http" }
        unusableReason = end == .unusableLocation ? hops.last.map { UnusableLocation.reason(for: $0.to) } : nil
        // If the last Location is unusable, the last exchange is the redirect itself, not its destination.
        guard end != .unusableLocation, let exchange = response.trail?.exchanges.last else {
            target = nil
            return
        }
        target = JudgedResponse(
            Response(
                location: response.location, exchange: exchange, isRedirectTarget: true, target: response.target,
                observedAt: response.observedAt, judge: response.judge))
    }

    static func webURL(_ text: String) -> LinkURL? { (try? LinkURL(text)).flatMap { $0.isWeb ? $0 : nil } }

    /// Whether iOS 14 and later get no usable file from the destination; `false` if unknown.
    var leadsNowhere: Bool {
        switch end {
        case .answered?, .failed?:
            guard let target, let cause = target.cause else { return false }
            return DeliveryRules.ruling(of: cause, target.content, on: .iOS14).works == false
        case .unusableLocation?, .loop?, .limit?: return true
        case .deadline?, nil: return false
        }
    }

    /// Whether the destination of a single redirect could not be reached; for example, because it has no address.
    private var isUnreachable: Bool {
        guard hops.count == 1, let problem = target?.problem else { return false }
        return Catalogue[problem].family == .reachingTheServer
    }

    /// The remedy for common kinds of redirects; `nil` for others, whose remedies are in the catalogue.
    var remedy: String? {
        guard let from = Self.webURL(hops[0].from), let to = Self.webURL(hops[0].to) else { return nil }
        let path = Wording.excerpt(from.path)
        let request = "Ask the web server's administrators to"
        if from.host == "www." + to.host || to.host == "www." + from.host {
            let host = Wording.excerpt(from.host)
            return "\(request) exempt \(path) from the redirect, and to serve the file with status 200 on \(host) "
                + (isUnreachable ? "itself." : "and on \(Wording.excerpt(to.host)).")
        }
        if from.host == to.host, to.scheme == "https", to.path == from.path + "/", to.query == nil {
            return "\(request) exempt \(path) from the rule that appends a slash: the file must be served at this URL."
        }
        return to.scheme == "http"
            ? "\(request) exempt \(path) from the redirect to plain HTTP, and to serve the file there with status 200."
            : nil
    }

    var endSentence: String {
        let problem = target?.problem.map { ": \(Phrase.lowered(Catalogue[$0].title))" } ?? ""
        // For a single redirect, the preceding text already contains the target.
        let isSingle = hops.count == 1
        let subject = isSingle ? "It" : "After \(hops.count) redirects it"
        let last = isSingle ? "that URL" : Wording.excerpt(target?.response.exchange.url ?? hops.last?.to ?? "")
        let destination = isSingle ? "That URL" : "\(subject) leads to \(last), which"
        switch end {
        case nil, .deadline?: return "The destination was not checked."
        case .loop?, .limit?: return "\(subject) does not end."
        case .unusableLocation?:
            let reason = unusableReason ?? "the reason is not known"
            return isSingle
                ? "It cannot be followed: \(reason)."
                : "\(subject) ends at a target that cannot be used: \(Wording.quote(hops.last?.to ?? "")) (\(reason))."
        case .failed?:
            if target?.response.exchange.failure?.kind == .addressBlocked {
                return "\(subject) leads to an address that is not public, and was not followed there."
            }
            return "\(destination) could not be fetched\(problem)."
        case .answered?:
            guard let target else { return "\(subject) leads to \(last)." }
            if target.isUsable { return "\(destination) serves a usable file." }
            let status = target.response.status.map { "returns \(Wording.status($0))" } ?? "did not respond"
            let unusable = target.response.status == 200 ? ", but not a usable file" : ""
            return "\(destination) \(status)\(unusable)\(problem)."
        }
    }
}

enum UnusableLocation {
    /// Returns the reason as a clause such as “it has no host”, without text from the server except a short scheme.
    static func reason(for location: String) -> String {
        if let byte = location.utf8.first(where: \.isASCIIControl) {
            return "it contains a control character (\(Unicode.Scalar(byte).codePoint))"
        }
        let bytes = location.utf8.count
        if bytes > Redirect.maxLocationLength {
            return
                "it has \(Wording.bytes(bytes)); no more than \(Phrase.number(Redirect.maxLocationLength)) are followed"
        }
        guard let (scheme, rest) = split(location) else {
            return location.hasPrefix("//") && !hasHost(location[...]) ? "it has no host" : otherReason
        }
        if scheme != "https", scheme != "http" {
            // The text before the colon can also be a host with a port.
            return rest.utf8.first?.isASCIIDigit == true ? "it has no scheme" : "its scheme is \(scheme), not https"
        }
        return hasHost(rest) ? otherReason : "it has no host"
    }

    private static let otherReason = "it is not a URL that can be read"

    /// Splits a URL at the colon after its scheme (RFC 3986, section 3.1); `nil` without a scheme of usual length.
    private static func split(_ location: String) -> (scheme: String, rest: Substring)? {
        guard let colon = location.utf8.prefix(40).firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = location[..<colon].lowercased()
        guard scheme.utf8.first?.isASCIILetter == true, scheme.utf8.allSatisfy(\.isSchemeByte) else { return nil }
        return (scheme, location[location.utf8.index(after: colon)...])
    }

    private static func hasHost(_ rest: Substring) -> Bool {
        guard rest.hasPrefix("//"), let next = rest.utf8.first(where: { $0 != UInt8(ascii: "/") }) else { return false }
        return !":?#".utf8.contains(next)
    }
}
