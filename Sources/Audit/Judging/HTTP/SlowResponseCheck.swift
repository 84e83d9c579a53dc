import Findings
import Transport

/// Answers that begin late: `slow-response`.
///
/// Rule: transport.timeout
struct SlowResponseCheck: FactCheck {
    func findings(of answer: Answer) -> [Finding] {
        let settings = answer.settings
        guard let time = answer.exchange.timings.firstByteMs, time.isFinite, time > settings.slowMs else { return [] }
        let severity: Severity = time > settings.verySlowMs ? .warning : .info
        return [
            Finding(
                .slowResponse, severity: severity, location: answer.location,
                message: "The first byte of \(answer.url) took \(Wording.seconds(time)).",
                evidence: [
                    "firstByteMs": .number(time),
                    "limitMs": .number(severity == .warning ? settings.verySlowMs : settings.slowMs),
                ])
        ]
    }
}
