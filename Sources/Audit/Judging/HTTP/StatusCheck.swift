import Findings
import Transport

/// Any other status than 200: `http-status-unexpected`.
///
/// Rule: transport.status-200
struct StatusCheck: CauseCheck {
    func cause(of answer: Answer) -> Cause? {
        guard let status = answer.status, status != 200 else { return nil }
        var evidence: Evidence = ["status": .integer(status)]
        if let location = answer.exchange.headerFields.first("location") { evidence["location"] = .string(location) }
        if let allow = answer.header("allow") { evidence["allow"] = .string(allow) }
        let finding = Finding(
            .httpStatusUnexpected, location: answer.location,
            message: "\(answer.url) answers with status \(Wording.status(status)), where 200 is expected."
                + Self.reason(status, answer),
            evidence: evidence)
        return Cause(stage: .status, outcome: .unusable, finding: finding)
    }

    private static func reason(_ status: Int, _ answer: Answer) -> String {
        switch status {
        case 204, 205: return " By its meaning such an answer carries no file."
        case 206: return " No part of the file was asked for: the server or a cache cuts it on its own."
        case 304: return " Nothing conditional was asked: a cache in front of the server answers for someone else."
        case 305, 306: return " It is an obsolete kind of redirect, which nobody follows."
        case 300..<400:
            return answer.exchange.headerFields.first("location") == nil
                ? " It is a redirect that names no target." : " It is a redirect with an empty Location."
        case 405: return " The file must be served to a GET request."
        case 421: return " The server does not feel responsible for this name."
        case 400, 497: return " The server does not understand a plain GET request."
        default: return ""
        }
    }
}
