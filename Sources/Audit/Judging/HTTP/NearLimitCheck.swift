import Findings
import Transport

/// Checks for files close to the limit, where the interpretation of "128 KB" matters: `file-size-near-limit`.
///
/// Rule: body.size-limit-bytes
struct NearLimitCheck: FactCheck {
    func finding(of response: Response) -> Finding? {
        let bytes = response.exchange.body.count
        let (near, limit) = (JudgeSettings.sizeNearLimit, JudgeSettings.sizeLimit)
        guard bytes > near, bytes <= limit else { return nil }
        return Finding(
            .fileSizeNearLimit, location: response.location,
            message:
                "The file at \(response.url) has \(Wording.bytes(bytes)) uncompressed. The limit of 128 KB can be "
                + "read as \(Wording.bytes(near)) or as \(Wording.bytes(limit)).",
            evidence: ["bytes": .integer(bytes), "limit": .integer(limit)])
    }
}
