import Findings
import Transport

/// Files over the limit, counted uncompressed: `file-oversized`.
///
/// Rules: body.size-limit, body.size-limit-bytes
struct SizeCheck: CauseCheck {
    func cause(of answer: Answer) -> Cause? {
        let bytes = answer.exchange.body.count
        let limit = answer.settings.sizeLimit
        guard answer.status == 200, bytes > limit || answer.exchange.bodyCapped else { return nil }
        let capped = answer.exchange.bodyCapped
        let size =
            capped
            ? "more than \(Wording.bytes(bytes)) uncompressed (reading was stopped there)"
            : "\(Wording.bytes(bytes)) uncompressed"
        var evidence: Evidence = ["bytes": .integer(bytes), "capped": .boolean(capped), "limit": .integer(limit)]
        evidence["wireBytes"] = .integer(answer.exchange.wireBytes)
        if let coding = answer.header("content-encoding") { evidence["contentEncoding"] = .string(coding) }
        let finding = Finding(
            .fileOversized, location: answer.location,
            message: "The file at \(answer.url) has \(size); the limit is \(Wording.bytes(limit)).",
            evidence: evidence)
        return Cause(stage: .size, outcome: .unusable, finding: finding)
    }
}
