import Findings
import Transport

/// Checks for files over the limit, measured uncompressed: `file-oversized`.
///
/// Rules: body.size-limit, body.size-limit-bytes
struct SizeCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        let bytes = response.exchange.body.count
        let limit = JudgeSettings.sizeLimit
        let capped = response.exchange.bodyCapped
        guard response.status == 200, bytes > limit || capped else { return nil }
        let size =
            capped
            ? "more than \(Wording.bytes(bytes)) uncompressed (reading was stopped there)"
            : "\(Wording.bytes(bytes)) uncompressed"
        var evidence: Evidence = [
            "bytes": .integer(bytes), "capped": .boolean(capped), "limit": .integer(limit),
            "wireBytes": .integer(response.exchange.wireBytes),
        ]
        if let coding = response.header("content-encoding") { evidence["contentEncoding"] = .string(coding) }
        return Cause(
            .fileOversized, of: response, at: .size, .unusable,
            message: "The file at \(response.url) has \(size); the limit is \(Wording.bytes(limit)).",
            evidence: evidence)
    }
}
