/// All checks of how a file is served; those of what is in it are `ContentChecks` in `AppSiteAssociation`.
enum Checks {
    /// The checks that look for the root cause, in the order of causes.
    static let cause: [any CauseCheck] = [
        DNSCheck(), AddressGuardCheck(), ProxyCheck(), ConnectionCheck(),
        ClientCertificateCheck(), CertificateCheck(), HandshakeCheck(),
        TimeoutCheck(), ConnectionClosedCheck(), MalformedCheck(),
        MissingCheck(), UnauthorizedCheck(), ForbiddenCheck(), RateLimitedCheck(), ServerErrorCheck(),
        RedirectCheck(), StatusCheck(),
        EmptyCheck(), HTMLCheck(), SizeCheck(), ContentEncodingCheck(), TruncationCheck(),
    ]

    /// The checks for facts about a file that is there.
    static let fact: [any FactCheck] = [ContentTypeCheck(), NearLimitCheck(), SlowResponseCheck()]

    /// The checks that look at the domain as a whole.
    static let domain: [any DomainCheck] = [
        AddressCheck(), AddressDifferenceCheck(), RevocationCheck(), CertificateExpiryCheck(), MissingFileCheck(),
        LocationsDifferCheck(), SuffixCheck(), SiblingCheck(), PortCheck(), ExpectedAppCheck(), ExpectedLinkCheck(),
        EntitlementCheck(), CDNCheck(),
    ]
}
