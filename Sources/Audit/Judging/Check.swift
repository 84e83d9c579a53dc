import Findings

/// The steps of a request in their order: a failure at one explains what is wrong at later ones.
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

/// Why a location serves no usable file.
struct Cause: Sendable {
    /// The step at which it is.
    var stage: Stage
    /// The resulting outcome of the location.
    var outcome: LocationReport.Outcome
    /// The finding; `nil` where both locations are needed to determine the error, and where the content's findings report it.
    var finding: Finding?
    /// The route of the redirect, if it is one.
    var route: RedirectRoute?
}

/// Looks for one cause that keeps a response from being a usable file.
///
/// Causes are looked for in the order of ``Stage``; the first one found is the root cause, and nothing after it is reported.
protocol CauseCheck: Sendable {
    func cause(of response: Response) -> Cause?
}

/// Looks for facts about how a file is served.
protocol FactCheck: Sendable {
    func findings(of response: Response) -> [Finding]
}

/// Looks for facts about the domain as a whole.
protocol DomainCheck: Sendable {
    func findings(of domain: JudgedDomain) -> [Finding]
}
