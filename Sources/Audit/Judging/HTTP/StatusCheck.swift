import Findings
import Transport

/// Checks for any status other than 200: `http-status-unexpected`.
///
/// Rule: transport.status-200
struct StatusCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard let status = response.status, status != 200 else { return nil }
        var evidence: Evidence = ["status": .integer(status)]
        if let location = response.exchange.headerFields.first("location") { evidence["location"] = .string(location) }
        if let allow = response.header("allow") { evidence["allow"] = .string(allow) }
        return Cause(
            .httpStatusUnexpected, of: response, at: .status, .unusable,
            message: "\(response.url) returns status \(Wording.status(status)), where 200 is expected."
                + Self.reason(status, response),
            evidence: evidence)
    }

    private static func reason(_ status: Int, _ response: Response) -> String {
        switch status {
        case 204, 205: return " A response with this status has no content."
        case 206: return " Only a part was sent, although the whole file was requested."
        case 304: return " The request was not conditional: probably a cache in front of the server is at fault."
        case 305, 306: return " It is an obsolete kind of redirect, which is not followed."
        case 300..<400:
            return response.exchange.headerFields.first("location") == nil
                ? " It is a redirect without a Location." : " It is a redirect with an empty Location."
        case 405: return " The file must be served to a GET request."
        case 421: return " The server is not configured for this name."
        case 400, 497: return " The server rejects a plain GET request."
        default: return ""
        }
    }
}
