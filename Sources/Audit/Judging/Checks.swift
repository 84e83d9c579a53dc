import Basics
import Findings

/// All checks of how a file is served; `ContentChecks` in `AppSiteAssociation` are the checks of its content.
enum Checks {
    private static let causes: [any CauseCheck] = [
        AddressGuardCheck(), ClientCertificateCheck(), CertificateCheck(), HandshakeCheck(), FailureCheck(),
        ForbiddenCheck(), RedirectCheck(), StatusCheck(),
        EmptyCheck(), HTMLCheck(), SizeCheck(), ContentEncodingCheck(), TruncationCheck(),
    ]

    /// Returns the first cause that makes `response` unusable; `nil` if there is none.
    static func cause(of response: Response) -> Cause? { causes.firstResult { $0.cause(of: response) } }

    static let delivery: [any DeliveryCheck] = [ContentTypeCheck(), SizeCheck(), SlowResponseCheck()]

    static let domain: [any DomainCheck] = [
        AddressCheck(), AddressDifferenceCheck(), VerifiedCertificateCheck(), MissingFileCheck(),
        LocationsDifferCheck(), SuffixCheck(), SiblingCheck(), PortCheck(), ExpectedAppCheck(), ExpectedLinkCheck(),
        EntitlementCheck(), CDNCheck(),
    ]
}

/// A check for a cause that makes a response unusable; only the first cause, in the order of ``Checks``, is reported.
protocol CauseCheck: Sendable {
    func cause(of response: Response) -> Cause?
}

/// A check of how a file is served that does not make the file unusable.
protocol DeliveryCheck: Sendable {
    func finding(of response: Response) -> Finding?
}

/// A check that requires both locations, or the additional checks.
protocol DomainCheck: Sendable {
    func findings(of domain: JudgedDomain) -> [Finding]
}

/// The reason why a location does not serve a usable file.
struct Cause: Sendable {
    /// The part of the exchange that is at fault.
    enum Stage: Sendable {
        /// There is no complete response, or the response refuses or redirects the request.
        case request
        /// A response with status 200 that is not meant as the file.
        case page
        /// A response that is meant as the file, but not usable.
        case file
    }

    var stage = Stage.request
    var outcome: LocationReport.Outcome
    /// The finding; `nil` if a check of both locations, or of the content, reports the cause.
    var finding: Finding?
    var route: RedirectRoute?
}

extension Cause {
    init(
        _ code: FindingCode, of response: Response, at stage: Stage = .request, _ outcome: LocationReport.Outcome,
        message: String, impact: String? = nil, evidence: Evidence
    ) {
        let finding = Finding(code, location: response.location, message: message, impact: impact, evidence: evidence)
        self.init(stage: stage, outcome: outcome, finding: finding)
    }
}
