import AppSiteAssociation
import Findings
import Testing

@testable import Audit

struct ContentCacheTests {
    private func file(_ number: Int, padding: Int = 0) -> [UInt8] {
        Array("{\"applinks\":{\"apps\":[],\"x\(number)\":\"\(String(repeating: "x", count: padding))\"}}".utf8)
    }

    @Test func saysTheSameAgain() {
        let cache = ContentCache()
        let first = cache.judgedFile(for: file(1), location: .wellKnown)
        let second = cache.judgedFile(for: file(1), location: .wellKnown)
        #expect(first.findings == FileJudge.judge(file(1), location: .wellKnown).findings)
        #expect(second.findings == first.findings)
        #expect(cache.count == 1)
    }

    @Test func namesTheLocationThatWasAsked() {
        let cache = ContentCache()
        let wellKnown = cache.judgedFile(for: file(1), location: .wellKnown)
        let root = cache.judgedFile(for: file(1), location: .root)
        #expect(!root.findings.isEmpty)
        #expect(root.findings.allSatisfy { $0.location == .root })
        #expect(wellKnown.findings.allSatisfy { $0.location == .wellKnown })
    }

    @Test func forgetsFilesThatDoNotRecur() {
        let cache = ContentCache()
        for number in 0..<2 * ContentCache.maxFiles { _ = cache.judgedFile(for: file(number), location: .wellKnown) }
        #expect(cache.count == ContentCache.maxFiles)
    }

    @Test func keepsFewLargeFiles() {
        let cache = ContentCache()
        let size = ContentCache.maxSize / 8
        for number in 0..<20 { _ = cache.judgedFile(for: file(number, padding: size), location: .wellKnown) }
        #expect(cache.count <= 8)
        _ = cache.judgedFile(for: file(0, padding: ContentCache.maxFileSize), location: .wellKnown)
        #expect(cache.count <= 8)
    }

    /// The cache has few files with many short rules, because a rule needs the same memory in a short form.
    @Test func forgetsFilesOfManyShortRules() {
        let cache = ContentCache()
        let rules = Array(repeating: "{}", count: 2_000).joined(separator: ",")
        let text = #"{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.a.b"],"components":[\#(rules)]}]}}"#
        _ = cache.judgedFile(for: Array(text.utf8), location: .wellKnown)
        #expect(text.utf8.count < ContentCache.maxFileSize && cache.count == 0)
    }

    @Test(arguments: AppleSystem.allCases) func saysTheSameOfAnAppAgain(system: AppleSystem) throws {
        let text =
            #"{"applinks":{"details":[{"appID":"A1B2C3D4E5.a.b","paths":["*"]},{"appIDs":["A1B2C3D4E5.c.d","x"]}]}}"#
        let judgement = FileJudge.judge(Array(text.utf8), location: .wellKnown)
        let rules = try #require(ContentRules(judgement))
        let file = JudgedFile(judgement)
        for app in ["A1B2C3D4E5.a.b", "A1B2C3D4E5.c.d", "x", "A1B2C3D4E5.unnamed"].map({ AppIdentifier($0) }) {
            for _ in 0..<2 { #expect(file.ruling(system, of: app) == rules.ruling(system, of: app)) }
        }
    }
}
