import Testing

@testable import Findings

struct CatalogueTests {
    /// Every declared code is in the list of its family; otherwise, it would be in no output and have no rank.
    @Test func everyDeclarationIsInTheCatalogueOnce() throws {
        let declared = try FindingSources.declarations().map(\.code)
        #expect(declared.count == Set(declared).count)
        #expect(declared.sorted() == FindingCode.allCases.map(\.rawValue).sorted())
    }

    @Test func codesAreSortedByFamily() {
        let families = FindingCode.allCases.map { Catalogue[$0].family }
        #expect(families == CatalogueEntry.Family.allCases.flatMap { family in families.filter { $0 == family } })
    }

    /// Causes are ranked by family; findings in the file have the order of the file.
    @Test func ranksFollowTheCatalogue() {
        let ranked = FindingCode.allCases.filter { $0 != .addressBlocked }.map(\.rank)
        #expect(ranked == ranked.sorted())
        let file = FindingCode.allCases.filter { Catalogue[$0].family == .file }
        #expect(Set(file.map(\.rank)).count == 1)
        let others = FindingCode.allCases.filter { Catalogue[$0].family != .file }
        #expect(Set(others.map(\.rank)).count == others.count - 1)
        #expect(FindingCode.addressBlocked.rank == FindingCode.redirect.rank)
    }

    @Test func codesAreReadByTheirNamesExactly() {
        for code in FindingCode.allCases { #expect(FindingCode(rawValue: code.rawValue) == code) }
        for name in ["Redirect", "redirect ", "", "unheard-of"] { #expect(FindingCode(rawValue: name) == nil) }
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
    func actionsAreShortAndWithoutFullStop(code: FindingCode) {
        let action = Catalogue[code].action
        #expect(action.count >= 10)
        #expect(action.count <= 60, "\(action.count)")
        #expect(!action.contains(". ") && action.last != ".")
        #expect(action.first?.isUppercase == true)
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
        for text in [entry.title, entry.action, entry.meaning, entry.impact, entry.remedy, entry.source] {
            #expect(!text.contains { $0.isNewline || $0 == "\t" })
            #expect(!text.contains("  "))
            #expect(text.first != " " && text.last != " ")
        }
    }

    /// General texts contain no technical terms of servers, which only remedies for web teams can contain.
    @Test(arguments: FindingCode.allCases)
    func generalTextsDoWithoutTheJargonOfWebTeams(code: FindingCode) {
        let entry = Catalogue[code]
        let jargon: Set<Substring> = [
            "API", "CNAME", "endpoint", "middleware", "MIME", "mTLS", "NXDOMAIN", "OCSP", "origin", "payload", "regex",
            "SNI",
            "SPA", "TTFB", "upstream", "vhost", "WAF",
        ]
        for text in [entry.title, entry.action, entry.meaning, entry.impact, entry.remedy] {
            #expect(jargon.intersection(text.split { !$0.isLetter }).isEmpty)
        }
    }

    /// A code that means unreachable is an error, and its texts state that nothing could be checked; no other code's texts do.
    @Test(arguments: FindingCode.allCases)
    func codesThatPreventChecksSayThatNothingWasChecked(code: FindingCode) {
        let entry = Catalogue[code]
        #expect(entry.preventsCheck == entry.meaning.contains("could not be checked"))
        if entry.preventsCheck {
            #expect(entry.severity == .error)
            #expect(entry.impact.hasPrefix("Not known"))
        }
    }
}

struct FindingTests {
    @Test func unspecifiedValuesComeFromTheCatalogue() {
        let finding = Finding(.redirect, location: .wellKnown, message: "It redirects.")
        #expect(finding.severity == .error)
        #expect(finding.impact == Catalogue[.redirect].impact)
        #expect(finding.remedy == Catalogue[.redirect].remedy)
    }

    @Test func specifiedValuesTakePrecedence() {
        let finding = Finding(
            .slowResponse, severity: .warning, location: .root, message: "It took 6 s.", impact: "I.", remedy: "R.")
        #expect(finding.severity == .warning)
        #expect(finding.impact == "I.")
        #expect(finding.remedy == "R.")
    }
}

struct EvidenceTests {
    @Test func keepsTheOrderOfItsKeys() {
        var evidence: Evidence = ["z": 1, "a": "two", "m": .null, "n": nil]
        evidence["a"] = true
        #expect(evidence.entries.map(\.key) == ["z", "a", "m"])
        #expect(evidence["a"] == .boolean(true))
    }

    @Test func removesAKeyThatIsSetToNothing() {
        var evidence: Evidence = ["z": 1, "a": .number(2.5)]
        evidence["z"] = nil
        #expect(evidence.entries.map(\.key) == ["a"])
        #expect(evidence["z"] == nil)
    }
}
