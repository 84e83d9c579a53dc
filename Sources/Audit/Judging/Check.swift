import Findings

/// The steps of a request in order; a failure at one step explains problems at later ones.
enum Stage: Int, Sendable, Comparable, CaseIterable {
    case dns
    case connection
    case tls
    case status
    case redirect
    case mediaType
    case size
    case encoding
    case content

    static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
}

/// The reason why a location does not serve a usable file.
struct Cause: Sendable {
    /// The step at which the problem occurs.
    var stage: Stage
    /// The resulting outcome of the location.
    var outcome: LocationReport.Outcome
    /// The finding; `nil` if both locations are needed to determine it, or if the content's findings report it.
    var finding: Finding?
    /// The route of the redirect, if it is one.
    var route: RedirectRoute?
}

/// Checks for one cause that makes a response unusable.
///
/// Causes are checked in the order of ``Stage``; the first one found is the root cause, and later causes are not
/// reported.
protocol CauseCheck: Sendable {
    func cause(of response: Response) -> Cause?
}

/// Checks for facts about how a file is served.
protocol FactCheck: Sendable {
    func findings(of response: Response) -> [Finding]
}

/// Checks for facts about the domain as a whole.
protocol DomainCheck: Sendable {
    func findings(of domain: JudgedDomain) -> [Finding]
}
