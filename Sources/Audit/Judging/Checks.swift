/// All checks of how a file is served; the checks of its content are `ContentChecks` in `AppSiteAssociation`.
enum Checks {
    static let cause: [any CauseCheck] = [
        AddressGuardCheck(), ClientCertificateCheck(), CertificateCheck(), HandshakeCheck(), FailureCheck(),
        ForbiddenCheck(), RedirectCheck(), StatusCheck(),
        EmptyCheck(), HTMLCheck(), SizeCheck(), ContentEncodingCheck(), TruncationCheck(),
    ]

    static let fact: [any FactCheck] = [ContentTypeCheck(), SizeCheck(), SlowResponseCheck()]

    static let domain: [any DomainCheck] = [
        AddressCheck(), AddressDifferenceCheck(), AcceptedCertificateCheck(), MissingFileCheck(),
        LocationsDifferCheck(), SuffixCheck(), SiblingCheck(), PortCheck(), ExpectedAppCheck(), ExpectedLinkCheck(),
        EntitlementCheck(), CDNCheck(),
    ]
}
