/// The stable name of a kind of finding.
///
/// Kebab case, append only: a code is stored in histories and in other people's scripts, and is never renamed or reused.
/// What a code means stands in the ``Catalogue``.
public enum FindingCode: String, Codable, Sendable, CaseIterable {
    // MARK: Reaching the server
    case dnsNotFound = "dns-not-found"
    case addressNotPublic = "address-not-public"
    case dnsFailure = "dns-failure"
    case connectRefused = "connect-refused"
    case connectTimeout = "connect-timeout"
    case connectFailed = "connect-failed"
    case timeout
    case connectionClosed = "connection-closed"
    case addressBlocked = "address-blocked"
    case proxyFailed = "proxy-failed"
    case addressInconsistent = "address-inconsistent"

    // MARK: TLS
    case tlsCertificateExpired = "tls-certificate-expired"
    case tlsCertificateNotYetValid = "tls-certificate-not-yet-valid"
    case tlsCertificateNameMismatch = "tls-certificate-name-mismatch"
    case tlsCertificateSelfSigned = "tls-certificate-self-signed"
    case tlsChainIncomplete = "tls-chain-incomplete"
    case tlsCertificateUntrusted = "tls-certificate-untrusted"
    case tlsCertificateRevoked = "tls-certificate-revoked"
    case tlsCertificateExpiring = "tls-certificate-expiring"
    case tlsClientCertificateRequired = "tls-client-certificate-required"
    case tlsProtocolUnsupported = "tls-protocol-unsupported"
    case tlsHandshakeFailed = "tls-handshake-failed"

    // MARK: HTTP
    case fileMissing = "file-missing"
    case wellKnownMissing = "well-known-missing"
    case httpUnauthorized = "http-unauthorized"
    case httpForbidden = "http-forbidden"
    case httpRateLimited = "http-rate-limited"
    case httpServerError = "http-server-error"
    case httpStatusUnexpected = "http-status-unexpected"
    case httpMalformed = "http-malformed"
    case portUnusual = "port-unusual"
    case redirect
    case redirectLoop = "redirect-loop"
    case contentTypeMissing = "content-type-missing"
    case contentTypeGeneric = "content-type-generic"
    case contentTypeWrong = "content-type-wrong"
    case slowResponse = "slow-response"
    case fileEmpty = "file-empty"
    case fileSizeNearLimit = "file-size-near-limit"
    case fileOversized = "file-oversized"
    case bodyTruncated = "body-truncated"
    case contentEncodingBroken = "content-encoding-broken"
    case htmlInsteadOfFile = "html-instead-of-file"
    case locationsDiffer = "locations-differ"
    case jsonSuffixOnly = "json-suffix-only"

    // MARK: The file
    case jsonInvalid = "json-invalid"
    case jsonNotObject = "json-not-object"
    case jsonDuplicateKey = "json-duplicate-key"
    case encodingNotUTF8 = "encoding-not-utf8"
    case encodingBOM = "encoding-bom"
    case jsonTooDeep = "json-too-deep"
    case serviceNone = "service-none"
    case serviceMalformed = "service-malformed"
    case keyUnknown = "key-unknown"
    case applinksAppsMissing = "applinks-apps-missing"
    case applinksAppsNotEmpty = "applinks-apps-not-empty"
    case detailsMissing = "details-missing"
    case detailsMalformed = "details-malformed"
    case detailsLegacyDictionary = "details-legacy-dictionary"
    case appIDMissing = "app-id-missing"
    case appIDMalformed = "app-id-malformed"
    case appIDPlaceholder = "app-id-placeholder"
    case appIDDuplicate = "app-id-duplicate"
    case detailAppIDsDisagree = "detail-app-ids-disagree"
    case detailFormsMixed = "detail-forms-mixed"
    case detailRulesMissing = "detail-rules-missing"
    case detailLegacyOnly = "detail-legacy-only"
    case detailModernOnly = "detail-modern-only"
    case detailFormsDisagree = "detail-forms-disagree"
    case ruleMalformed = "rule-malformed"
    case ruleWidened = "rule-widened"
    case defaultsNarrowRules = "defaults-narrow-rules"
    case ruleNeverMatches = "rule-never-matches"
    case ruleUnreachable = "rule-unreachable"
    case rulesOnlyExclude = "rules-only-exclude"
    case ruleMatchesEverything = "rule-matches-everything"
    case ruleHomePageOnly = "rule-home-page-only"
    case ruleNotPrefixMalformed = "rule-not-prefix-malformed"
    case variableUndefined = "variable-undefined"
    case variableMalformed = "variable-malformed"
    case variableRecursive = "variable-recursive"
    case variableUnused = "variable-unused"
    case variableShadowsPredefined = "variable-shadows-predefined"
    case variableInPaths = "variable-in-paths"
    case signatureInvalid = "signature-invalid"
    case signatureUntrusted = "signature-untrusted"
    case signatureExpired = "signature-expired"
    case signatureObsolete = "signature-obsolete"

    // MARK: Against what is expected
    case expectedAppMissing = "expected-app-missing"
    case expectedURLDoesNotOpen = "expected-url-does-not-open"
    case expectedURLOpens = "expected-url-opens"
    case cdnNotServed = "cdn-not-served"
    case cdnUnavailable = "cdn-unavailable"
    case cdnDiffers = "cdn-differs"
    case entitlementMalformed = "entitlement-malformed"
    case entitlementDeveloperMode = "entitlement-developer-mode"
    case entitlementsTooManyDomains = "entitlements-too-many-domains"
    case wildcardApexMissing = "wildcard-apex-missing"
}

extension FindingCode {
    /// Names that are kept for checks which are not built yet: no finding has them, and no output mentions them.
    ///
    /// Whoever builds the check takes its code out of here.
    public static let reserved: Set<FindingCode> = [
        .addressInconsistent, .cdnNotServed, .cdnUnavailable, .cdnDiffers, .entitlementMalformed,
        .entitlementDeveloperMode, .entitlementsTooManyDomains, .wildcardApexMissing,
    ]

    /// The codes that a finding can have, in the order of the catalogue.
    public static let inUse: [FindingCode] = allCases.filter { !reserved.contains($0) }

    /// The code that users know by `name`; `nil` also for names that are only ``reserved``.
    public init?(named name: String) {
        guard let code = FindingCode(rawValue: name), !Self.reserved.contains(code) else { return nil }
        self = code
    }
}
