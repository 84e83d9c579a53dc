import Findings
import Transport

/// Checks for responses that begin late: `slow-response`.
///
/// Rule: transport.timeout
struct SlowResponseCheck: FactCheck {
    func findings(of response: Response) -> [Finding] {
        let settings = response.settings
        guard let time = response.exchange.timings.firstByteMs, time.isFinite, time > settings.slowMs else { return [] }
        let severity: Severity = time > settings.verySlowMs ? .warning : .info
        return [
            Finding(
                .slowResponse, severity: severity, location: response.location,
                message: "The first byte of \(response.url) took \(Wording.seconds(time)).",
                evidence: [
                    "firstByteMs": .number(time),
                    "limitMs": .number(severity == .warning ? settings.verySlowMs : settings.slowMs),
                ])
        ]
    }
}
