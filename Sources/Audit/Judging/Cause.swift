import Findings

/// The steps of a request, in order; a failure at one step explains problems at later steps.
enum Stage: Sendable, Comparable {
    case dns
    case connection
    case tls
    case status
    case redirect
    case mediaType
    case size
    case encoding
    case content
}

/// The reason why a location does not serve a usable file.
struct Cause: Sendable {
    var stage: Stage
    var outcome: LocationReport.Outcome
    /// The finding about this cause; `nil` if it can only be made from both locations together, or if content findings
    /// already report it.
    var finding: Finding?
    var route: RedirectRoute?
}

extension Cause {
    init(
        _ code: FindingCode, of response: Response, at stage: Stage, _ outcome: LocationReport.Outcome,
        message: String, impact: String? = nil, evidence: Evidence
    ) {
        let finding = Finding(
            code, location: response.location, message: message, impact: impact, evidence: evidence)
        self.init(stage: stage, outcome: outcome, finding: finding)
    }
}
