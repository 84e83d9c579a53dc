import Testing

@testable import Findings

struct CatalogueTests {
    /// The severity of every code, in the order of the catalogue.
    private static let severities: [(codes: [FindingCode], severity: Severity)] = [
        (
            [
                .dnsNotFound, .addressNotPublic, .dnsFailure, .connectRefused, .connectTimeout, .connectFailed,
                .timeout, .connectionClosed, .addressBlocked, .proxyFailed, .addressInconsistent,
            ], .error
        ),
        (
            [
                .tlsCertificateExpired, .tlsCertificateNotYetValid, .tlsCertificateNameMismatch,
                .tlsCertificateSelfSigned, .tlsChainIncomplete, .tlsCertificateUntrusted, .tlsCertificateRevoked,
            ], .error
        ),
        ([.tlsCertificateExpiring], .warning),
        ([.tlsClientCertificateRequired, .tlsProtocolUnsupported, .tlsHandshakeFailed], .error),
        (
            [
                .fileMissing, .wellKnownMissing, .httpUnauthorized, .httpForbidden, .httpRateLimited,
                .httpServerError, .httpStatusUnexpected, .httpMalformed,
            ], .error
        ),
        ([.portUnusual], .warning),
        ([.redirect, .redirectLoop], .error),
        ([.contentTypeMissing, .contentTypeGeneric], .info),
        ([.contentTypeWrong], .warning),
        ([.slowResponse], .info),
        ([.fileEmpty], .error),
        ([.fileSizeNearLimit], .warning),
        ([.fileOversized, .bodyTruncated, .contentEncodingBroken, .htmlInsteadOfFile], .error),
        ([.locationsDiffer], .warning),
        ([.jsonSuffixOnly], .info),
        ([.jsonInvalid, .jsonNotObject], .error),
        ([.jsonDuplicateKey], .warning),
        ([.encodingNotUTF8], .error),
        ([.encodingBOM], .warning),
        ([.jsonTooDeep, .serviceNone, .serviceMalformed], .error),
        ([.keyUnknown, .applinksAppsMissing], .info),
        ([.applinksAppsNotEmpty, .detailsMissing], .warning),
        ([.detailsMalformed], .error),
        ([.detailsLegacyDictionary], .warning),
        ([.appIDMissing, .appIDMalformed, .appIDPlaceholder], .error),
        ([.appIDDuplicate, .detailAppIDsDisagree], .warning),
        ([.detailFormsMixed], .info),
        ([.detailRulesMissing], .warning),
        ([.detailLegacyOnly, .detailModernOnly], .info),
        ([.detailFormsDisagree], .warning),
        ([.ruleMalformed, .ruleWidened], .error),
        ([.defaultsNarrowRules], .warning),
        ([.ruleNeverMatches], .error),
        ([.ruleUnreachable, .rulesOnlyExclude], .warning),
        ([.ruleMatchesEverything], .info),
        ([.ruleHomePageOnly], .warning),
        ([.ruleNotPrefixMalformed, .variableUndefined, .variableMalformed, .variableRecursive], .error),
        ([.variableUnused], .info),
        ([.variableShadowsPredefined, .variableInPaths], .warning),
        ([.signatureInvalid], .error),
        ([.signatureUntrusted, .signatureExpired], .warning),
        ([.signatureObsolete], .info),
        ([.expectedAppMissing, .expectedURLDoesNotOpen, .expectedURLOpens, .cdnNotServed], .error),
        ([.cdnUnavailable], .info),
        ([.cdnDiffers], .warning),
        ([.entitlementMalformed], .error),
        ([.entitlementDeveloperMode, .entitlementsTooManyDomains], .warning),
        ([.wildcardApexMissing], .error),
    ]

    @Test func hasOneEntryForEveryCodeInTheOrderOfTheCodes() {
        #expect(Catalogue.declared.map(\.code) == FindingCode.allCases)
    }

    @Test func familiesFollowEachOther() {
        var seen: [CatalogueEntry.Family] = []
        for family in Catalogue.declared.map(\.family) where seen.last != family { seen.append(family) }
        #expect(seen == CatalogueEntry.Family.allCases)
    }

    @Test func severitiesAreThoseOfTheTable() {
        let expected = Self.severities.flatMap { row in row.codes.map { "\($0.rawValue) \(row.severity)" } }
        #expect(Catalogue.declared.map { "\($0.code.rawValue) \($0.severity)" } == expected)
    }

    @Test func onlyWhatCannotBeCheckedIsUnreachable() {
        let expected: [FindingCode] = [
            .dnsFailure, .connectRefused, .connectTimeout, .connectFailed, .timeout, .connectionClosed, .proxyFailed,
            .httpRateLimited,
        ]
        #expect(Catalogue.declared.filter(\.unreachable).map(\.code) == expected)
    }

    @Test(arguments: FindingCode.allCases)
    func titlesAreShortAndWithoutFullStop(code: FindingCode) {
        let entry = Catalogue[code]
        #expect(!entry.title.isEmpty)
        #expect(entry.title.count <= 66, "\(entry.title.count)")
        #expect(entry.title.last != ".")
        #expect(entry.title.first?.isUppercase == true)
    }

    @Test(arguments: FindingCode.allCases)
    func textsAreWholeSentencesOfBoundedLength(code: FindingCode) {
        let entry = Catalogue[code]
        for text in [entry.meaning, entry.impact, entry.remedy] {
            #expect(text.hasSuffix("."))
            #expect(text.count >= 20)
            #expect(text.count <= 600, "\(text.count)")
        }
        #expect(!entry.source.isEmpty)
        #expect(entry.source.last != ".")
    }

    @Test(arguments: FindingCode.allCases)
    func textsAreOneLineWithoutStrayWhiteSpace(code: FindingCode) {
        let entry = Catalogue[code]
        for text in [entry.title, entry.meaning, entry.impact, entry.remedy, entry.source] {
            #expect(!text.contains { $0.isNewline || $0 == "\t" })
            #expect(!text.contains("  "))
            #expect(text.first != " " && text.last != " ")
        }
    }

    /// What the texts of remedies for servers may say, because web teams read them, the general ones may not.
    @Test(arguments: FindingCode.allCases)
    func generalTextsDoWithoutTheJargonOfWebTeams(code: FindingCode) {
        let entry = Catalogue[code]
        let jargon: Set<Substring> = [
            "API", "CNAME", "endpoint", "middleware", "MIME", "mTLS", "NXDOMAIN", "OCSP", "origin", "payload", "regex",
            "SNI",
            "SPA", "TTFB", "upstream", "vhost", "WAF",
        ]
        for text in [entry.title, entry.meaning, entry.impact, entry.remedy] {
            #expect(jargon.intersection(text.split { !$0.isLetter }).isEmpty)
        }
    }

    @Test(arguments: Catalogue.entries.filter(\.unreachable).map(\.code))
    func whatCannotBeCheckedSaysSo(code: FindingCode) {
        let entry = Catalogue[code]
        #expect(entry.meaning.contains("could not be checked"))
        #expect(entry.impact.hasPrefix("Not known"))
    }
}

struct FindingTests {
    @Test func takesWhatIsNotGivenFromTheCatalogue() {
        let finding = Finding(.redirect, location: .wellKnown, message: "It redirects.")
        #expect(finding.severity == .error)
        #expect(finding.impact == Catalogue[.redirect].impact)
        #expect(finding.remedy == Catalogue[.redirect].remedy)
    }

    @Test func keepsWhatACheckGives() {
        let finding = Finding(
            .slowResponse, severity: .warning, location: .root, message: "It took 6 s.", impact: "I.", remedy: "R.")
        #expect(finding.severity == .warning)
        #expect(finding.impact == "I.")
        #expect(finding.remedy == "R.")
    }
}

struct EvidenceTests {
    @Test func keepsTheOrderOfItsKeys() {
        var evidence: Evidence = ["z": 1, "a": "two", "m": nil]
        evidence["a"] = true
        #expect(evidence.entries.map(\.key) == ["z", "a", "m"])
        #expect(evidence["a"] == .boolean(true))
    }

    @Test func removesAKeyThatIsSetToNothing() {
        var evidence: Evidence = ["z": 1, "a": 2.5]
        evidence["z"] = nil
        #expect(evidence.entries.map(\.key) == ["a"])
        #expect(evidence["z"] == nil)
    }
}
