import Findings

/// Checks for server errors: `http-server-error`.
///
/// Rule: transport.status-server-error
struct ServerErrorCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard let status = response.status, (500...599).contains(status) else { return nil }
        var evidence: Evidence = ["status": .integer(status)]
        if let value = response.header("retry-after") { evidence["retryAfter"] = .string(value) }
        if let server = response.header("server") { evidence["server"] = .string(server) }
        let reason = Self.reasons[status].map { " \($0)" } ?? ""
        return Cause(
            .httpServerError, of: response, at: .status, .unusable,
            message: "\(response.url) returns a server error: \(Wording.status(status)).\(reason)",
            evidence: evidence)
    }

    private static let reasons: [Int: String] = [
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
}
