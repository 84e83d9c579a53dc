import Findings
import Transport

/// Checks for responses that begin late: `slow-response`.
///
/// Rule: transport.timeout
struct SlowResponseCheck: FactCheck {
    func finding(of response: Response) -> Finding? {
        let limit = JudgeSettings.slowMs
        guard let time = response.exchange.timings.firstByteMs, time.isFinite, time > limit else { return nil }
        let isVerySlow = time > JudgeSettings.verySlowMs
        return Finding(
            .slowResponse, severity: isVerySlow ? .warning : .info, location: response.location,
            message: "The first byte of \(response.url) took \(Wording.seconds(time)).",
            evidence: [
                "firstByteMs": .number(time), "limitMs": .number(isVerySlow ? JudgeSettings.verySlowMs : limit),
            ])
    }
}
