import Findings
import Transport

/// Files close under the limit, where "128 KB" can be read both ways: `file-size-near-limit`.
///
/// Rule: body.size-limit-bytes
struct NearLimitCheck: FactCheck {
    func findings(of answer: Answer) -> [Finding] {
        let bytes = answer.exchange.body.count
        let settings = answer.settings
        guard bytes > settings.sizeNearLimit, bytes <= settings.sizeLimit else { return [] }
        return [
            Finding(
                .fileSizeNearLimit, location: answer.location,
                message:
                    "The file at \(answer.url) has \(Wording.bytes(bytes)) uncompressed. The limit of 128 KB can be "
                    + "read as \(Wording.bytes(settings.sizeNearLimit)) or as \(Wording.bytes(settings.sizeLimit)).",
                evidence: ["bytes": .integer(bytes), "limit": .integer(settings.sizeLimit)])
        ]
    }
}
