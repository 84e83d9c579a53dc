import Findings
import Transport

/// Checks for files whose uncompressed size exceeds the limit (`file-oversized`), or exceeds it according to only one
/// interpretation of "128 KB" (`file-size-near-limit`).
///
/// Rules: body.size-limit, body.size-limit-bytes
struct SizeCheck: CauseCheck, FactCheck {
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

    func finding(of response: Response) -> Finding? {
        let bytes = response.exchange.body.count
        let near = JudgeSettings.sizeNearLimit
        let limit = JudgeSettings.sizeLimit
        guard bytes > near, bytes <= limit else { return nil }
        return Finding(
            .fileSizeNearLimit, location: response.location,
            message:
                "The file at \(response.url) has \(Wording.bytes(bytes)) uncompressed. The limit of 128 KB can be "
                + "read as \(Wording.bytes(near)) or as \(Wording.bytes(limit)).",
            evidence: ["bytes": .integer(bytes), "limit": .integer(limit)])
    }
}
