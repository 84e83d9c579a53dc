import Findings
import Testing

struct RemediesTests {
    @Test func noRemedyIsDeclaredTwice() {
        let names = Remedies.all.map { "\($0.code.rawValue) on \($0.platformName)" }
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: HostingPlatform.allCases)
    func everyPlatformHasARemedyAndANameOfItsOwn(platform: HostingPlatform) {
        #expect(Remedies.all.contains { $0.platform == platform })
        #expect(HostingPlatform.allCases.count { $0.name == platform.name } == 1)
        #expect(platform.rawValue.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
        #expect(HostingPlatform(called: platform.name.uppercased()) == platform)
        #expect(HostingPlatform(called: platform.rawValue) == platform)
    }

    @Test func platformsHaveOnlyKnownNames() {
        #expect(HostingPlatform(called: "httpd") == .apache)
        #expect(HostingPlatform(called: "") == nil)
        #expect(HostingPlatform(called: "ngin") == nil)
    }

    @Test func areInTheOrderOfTheCatalogueAndOfThePlatforms() throws {
        let codes = FindingCode.allCases
        let platforms = HostingPlatform.allCases
        let places = try Remedies.all.map { remedy in
            let code = try #require(codes.firstIndex(of: remedy.code))
            return code * 100 + (try remedy.platform.map { try #require(platforms.firstIndex(of: $0)) + 1 } ?? 0)
        }
        #expect(places == places.sorted())
        #expect(FindingCode.allCases.flatMap(Remedies.all(for:)) == Remedies.all)
    }

    @Test(arguments: Remedies.all)
    func stepsAreWholeSentencesOfBoundedLength(remedy: ServerRemedy) {
        #expect(!remedy.steps.isEmpty)
        for step in remedy.steps {
            #expect(step.hasSuffix("."), "\(step)")
            #expect(step.count >= 20 && step.count <= 420, "\(step.count): \(step)")
            #expect(!step.contains { $0.isNewline || $0 == "\t" } && !step.contains("  "), "\(step)")
            #expect(step.first?.isUppercase == true || step.first == "“", "\(step)")
        }
        #expect(!remedy.source.isEmpty && !remedy.source.hasSuffix("."), "\(remedy.source)")
    }

    @Test(arguments: Remedies.all.compactMap(\.snippet))
    func snippetsFitOnATerminal(snippet: ConfigurationSnippet) {
        let lines = snippet.text.split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines {
            #expect(line.count <= 76, "\(line.count): \(line)")
            #expect(line.last != " " && !line.contains("\t"), "\(line)")
        }
        #expect(lines.first?.isEmpty == false && lines.last?.isEmpty == false)
        #expect(!snippet.text.contains("```"))
    }

    @Test(arguments: [
        (FindingCode.redirect, [HostingPlatform.cloudflare, .nginx], HostingPlatform?.some(.cloudflare)),
        (.contentTypeWrong, [.cloudflare, .nginx], .nginx),
        (.contentTypeWrong, [.cloudfront, .s3], .s3),
        (.redirect, [.akamai, .apache, .wordpress], .akamai),
        (.tlsChainIncomplete, [.nginx], .nginx),
        (.httpUnauthorized, [.vercel, .nextjs], .vercel),
    ])
    func outermostPlatformWithARemedyCounts(
        code: FindingCode, platforms: [HostingPlatform], expected: HostingPlatform?
    ) throws {
        #expect(try #require(Remedies.best(for: code, on: platforms)).platform == expected)
    }

    /// The outermost platform terminates TLS, so a server behind it cannot cause problems with TLS.
    @Test func onlyTheOutermostPlatformHasRemediesForTLS() {
        #expect(Remedies.best(for: .tlsChainIncomplete, on: [.cloudflare, .nginx]) == nil)
    }

    @Test func generalRemediesApplyWithoutARemedyOfThePlatform() throws {
        let remedy = try #require(Remedies.best(for: .encodingBOM, on: [.nginx]))
        #expect(remedy.platform == nil)
        #expect(remedy.platformName == "any server")
        #expect(Remedies.best(for: .encodingBOM, on: []) == remedy)
        #expect(Remedies.best(for: .dnsNotFound, on: [.nginx]) == nil)
        #expect(Remedies.best(for: .redirect, on: []) == nil)
    }
}

struct GlossaryTests {
    @Test func wordsAreInOrderAndStandOnce() {
        let words = Glossary.terms.map { $0.word.lowercased() }
        #expect(words == words.sorted())
        #expect(Set(words).count == words.count)
        for term in Glossary.terms { #expect(term.meaning.hasSuffix("."), "\(term.word)") }
    }

    @Test(arguments: [
        ("a CDN, a redirect, a CDN", ["CDN", "redirect"]),
        ("an intermediate certificate and a certificate", ["intermediate certificate", "certificate"]),
        ("in .well-known/x", [".well-known"]), ("TLS\u{301} \u{1F600}TLS, TLS", ["TLS"]),
    ])
    func findsTheFirstPlaceOfEach(text: String, expected: [String]) {
        #expect(Glossary.occurrences(in: text).map { String(text[$0.range]) } == expected)
    }

    @Test func everyWordIsUsed() {
        let used = Set(FindingCode.allCases.flatMap { Glossary.terms(of: $0) })
        #expect(Glossary.terms.filter { !used.contains($0) }.map(\.word) == [])
    }

    @Test(arguments: [
        ("Apple's CDN has it.", ["CDN"]), ("CDNs and xCDN", []), ("A redirect, then redirects", ["redirect"]),
        ("JSON5", []), ("(TLS)", ["TLS"]), ("", []),
    ])
    func findsWholeWords(text: String, expected: [String]) {
        #expect(Glossary.terms(in: [text]).map(\.word) == expected)
        #expect(Glossary.occurrences(in: text).map(\.term.word) == expected)
    }
}
