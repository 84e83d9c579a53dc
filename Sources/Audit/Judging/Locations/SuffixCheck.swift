import Findings
import Transport

/// Checks for files whose name ends in `.json`, which no system requests: `json-suffix-only`.
///
/// Rule: location.name
struct SuffixCheck: DomainCheck {
    func findings(of domain: JudgedDomain) -> [Finding] {
        guard !domain.wellKnown.isUsable, !domain.root.isUsable else { return [] }
        for exchange in domain.observation.jsonSuffixProbes.prefix(4) {
            let location: FindingLocation = exchange.url.contains("/.well-known/") ? .wellKnown : .root
            let judged = JudgedResponse(
                Response(
                    location: location, exchange: exchange, target: domain.target, now: domain.now,
                    settings: domain.settings, contentJudge: domain.contentJudge))
            guard judged.isUsable else { continue }
            return [
                Finding(
                    .jsonSuffixOnly, location: location,
                    message: "There is a file at \(Wording.excerpt(exchange.url)), but no system requests that name: "
                        + "the file's name has no extension.",
                    evidence: ["url": .string(exchange.url), "bytes": .integer(exchange.bodySize)])
            ]
        }
        return []
    }
}
