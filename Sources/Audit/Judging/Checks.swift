/// All checks of how a file is served; the checks of its content are `ContentChecks` in `AppSiteAssociation`.
enum Checks {
    /// The checks for the root cause, in order.
    static let cause: [any CauseCheck] = [
        AddressGuardCheck(), ClientCertificateCheck(), CertificateCheck(), HandshakeCheck(), FailureCheck(),
        ForbiddenCheck(), RedirectCheck(), StatusCheck(),
        EmptyCheck(), HTMLCheck(), SizeCheck(), ContentEncodingCheck(), TruncationCheck(),
    ]

    /// The checks for facts about an existing file.
    static let fact: [any FactCheck] = [ContentTypeCheck(), NearLimitCheck(), SlowResponseCheck()]

    static let domain: [any DomainCheck] = [
        AddressCheck(), AddressDifferenceCheck(), RevocationCheck(), CertificateExpiryCheck(), MissingFileCheck(),
        LocationsDifferCheck(), SuffixCheck(), SiblingCheck(), PortCheck(), ExpectedAppCheck(), ExpectedLinkCheck(),
        EntitlementCheck(), CDNCheck(),
    ]
}
