import Findings
import Transport

/// Checks for files that require authentication: `http-unauthorized`.
///
/// Rules: transport.status-refused, transport.no-credentials
struct UnauthorizedCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard let status = response.status, status == 401 || status == 407 else { return nil }
        let challenges = response.exchange.headerFields.values(
            of: status == 401 ? "www-authenticate" : "proxy-authenticate")
        // The scheme comes first (RFC 9110, section 11.3).
        let schemes = challenges.compactMap { $0.split(separator: " ", maxSplits: 1).first.map(String.init) }
        let asked = schemes.isEmpty ? "" : " (\(Wording.list(schemes.map { Wording.excerpt($0) })))"
        return Cause(
            .httpUnauthorized, of: response, at: .status, .refused,
            message: "\(response.url) requires a login\(asked): status \(Wording.status(status)).",
            evidence: ["status": .integer(status), "schemes": .strings(schemes.prefix(8))])
    }
}
