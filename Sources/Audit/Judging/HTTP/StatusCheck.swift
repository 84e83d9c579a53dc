import Findings
import Transport

/// A check for any status other than 200: `http-unauthorized`, `http-rate-limited`, `http-server-error` and
/// `http-status-unexpected`. Documented as transport.status-200
struct StatusCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard let status = response.status else { return nil }
        switch status {
        case 200: return nil
        // The meaning of a missing file depends on both locations. Documented as transport.status-missing
        case 404, 410: return Cause(outcome: .missing)
        case 401, 407: return unauthorizedCause(status, response)
        case 429: return rateLimitCause(response)
        case 500...599: return serverErrorCause(status, response)
        default: return unexpectedStatusCause(status, response)
        }
    }

    // Documented as transport.status-refused, transport.no-credentials
    private func unauthorizedCause(_ status: Int, _ response: Response) -> Cause {
        let field = status == 401 ? "www-authenticate" : "proxy-authenticate"
        let challenges = response.exchange.headerFields.values(of: field)
        // The scheme comes first (RFC 9110, section 11.3).
        let schemes = challenges.compactMap { $0.split(separator: " ", maxSplits: 1).first.map(String.init) }
        let schemeList = schemes.isEmpty ? "" : " (\(Wording.list(schemes.map { Wording.excerpt($0) })))"
        let message = "\(response.url) requires a login\(schemeList): status \(Wording.status(status))."
        let evidence: Evidence = ["status": .integer(status), "schemes": .strings(schemes.prefix(8))]
        return Cause(.httpUnauthorized, of: response, .refused, message: message, evidence: evidence)
    }

    private func rateLimitCause(_ response: Response) -> Cause {
        let retryAfter = response.header("retry-after")
        var evidence: Evidence = ["status": 429, "retryAfter": retryAfter.map { .string($0) }]
        var details = retryAfter.map { " It asks clients to wait (Retry-After: \(Wording.quote($0)))." } ?? ""
        if let signature = FirewallSignature.strongest(on: response) {
            signature.add(to: &evidence)
            details +=
                " The response came through \(signature.product) (recognized by \(Wording.quote(signature.sign))), "
                + "which may impose the limit."
        }
        let message = "\(response.url) returns status \(Wording.status(429)): the server limits the number of requests."
        return Cause(.httpRateLimited, of: response, .refused, message: message + details, evidence: evidence)
    }

    // Documented as transport.status-server-error
    private func serverErrorCause(_ status: Int, _ response: Response) -> Cause {
        let reason = Self.serverErrors[status].map { " \($0)" } ?? ""
        return Cause(
            .httpServerError, of: response, .unusable,
            message: "\(response.url) returns a server error: \(Wording.status(status)).\(reason)",
            evidence: [
                "status": .integer(status), "retryAfter": response.header("retry-after").map { .string($0) },
                "server": response.header("server").map { .string($0) },
            ])
    }

    private static let serverErrors: [Int: String] = [
        502: "A proxy or load balancer got no usable response from the server behind it.",
        503: "The server is temporarily unavailable.",
        504: "A proxy or load balancer got no response in time from the server behind it.",
        520: "Cloudflare got no usable response from the server behind it.",
        521: "The server behind Cloudflare refused the connection.",
        522: "Cloudflare could not connect to the server behind it in time.",
        523: "Cloudflare cannot reach the server behind it.",
        524: "Cloudflare got no response in time from the server behind it.",
        525: "The TLS handshake between Cloudflare and the server behind it failed.",
        526: "Cloudflare does not accept the certificate of the server behind it.",
        530: "Cloudflare cannot find the server behind it.",
    ]

    private func unexpectedStatusCause(_ status: Int, _ response: Response) -> Cause {
        let location = response.exchange.headerFields.first("location")
        let reason =
            switch status {
            case 204, 205: " A response with this status has no content."
            case 206: " Only a part was sent, although the whole file was requested."
            case 304: " The request was not conditional: probably a cache in front of the server is at fault."
            case 305, 306: " It is an obsolete kind of redirect, which is not followed."
            case 300..<400: " It is a redirect \(location == nil ? "without a Location" : "with an empty Location")."
            case 405: " The file must be served to a GET request."
            case 421: " The server is not configured for this name."
            case 400, 497: " The server rejects a plain GET request."
            default: ""
            }
        return Cause(
            .httpStatusUnexpected, of: response, .unusable,
            message: "\(response.url) returns status \(Wording.status(status)), where 200 is expected.\(reason)",
            evidence: [
                "status": .integer(status), "location": location.map { .string($0) },
                "allow": response.header("allow").map { .string($0) },
            ])
    }
}

/// A check for refusals: 403, 451, and bot challenges with any status: `http-forbidden`.
/// Documented as transport.status-refused
struct ForbiddenCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard let status = response.status else { return nil }
        let isRefusal = status == 403 || status == 451
        guard isRefusal || Self.mayCarryChallenge(status, response) else { return nil }
        let signature = FirewallSignature.strongest(on: response)
        let isChallenge = signature?.strength == .challenge
        guard isRefusal || isChallenge else { return nil }
        var evidence: Evidence = ["status": .integer(status), "challenge": .boolean(isChallenge)]
        signature?.add(to: &evidence)
        evidence["server"] = response.header("server").map { .string($0) }
        let message = Self.message(status, signature, response)
        return Cause(.httpForbidden, of: response, .refused, message: message, evidence: evidence)
    }

    /// Whether a response can be a challenge, for which servers use many statuses (200, 202, 405, 429, 503).
    private static func mayCarryChallenge(_ status: Int, _ response: Response) -> Bool {
        switch status {
        case 200: response.isPage
        case 300..<400, 401, 404, 407, 410: false
        default: true
        }
    }

    private static func message(_ status: Int, _ signature: FirewallSignature?, _ response: Response) -> String {
        let named = Wording.status(status)
        guard let signature else {
            return "\(response.url) returns \(named). The response shows no sign of a firewall that aasa-audit "
                + "recognizes."
        }
        let sign = Wording.quote(signature.sign)
        switch signature.strength {
        case .challenge:
            return
                "\(response.url) returns a bot challenge from \(signature.product) (status \(named), recognized by "
                + "\(sign)). Apple's servers cannot pass a test made for browsers."
        case .block:
            return
                "\(response.url) is blocked by a firewall, \(signature.product): status \(named), recognized by \(sign)."
        case .present:
            return "\(response.url) returns \(named). The response came through \(signature.product) "
                + "(recognized by \(sign)), and its firewall may be the cause."
        }
    }
}
