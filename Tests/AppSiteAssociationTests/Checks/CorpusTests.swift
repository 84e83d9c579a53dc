import Findings
import TestSupport
import Testing

import class Foundation.FileManager

@testable import AppSiteAssociation

/// The checks on files from public repositories, if these files are available.
@Suite(.enabled(if: ProjectFiles.hasCorpus, "the folder ../shared/corpus is not beside the project"))
struct CorpusTests {
    private static func files() throws -> [(name: String, bytes: [UInt8])] {
        let names = try FileManager.default.contentsOfDirectory(atPath: ProjectFiles.corpus.path)
            .filter { $0.hasSuffix(".json") }
        #expect(names.count > 100, "the corpus in \(ProjectFiles.corpus.path) is incomplete")
        return try names.sorted().map { ($0, try ProjectFiles.bytes(ProjectFiles.corpus.appending(path: $0))) }
    }

    @Test func everyFileIsJudged() throws {
        var codes: [FindingCode: Int] = [:]
        for (name, bytes) in try Self.files() {
            for finding in try FileInvariants.check(bytes, name: name) { codes[finding.code, default: 0] += 1 }
        }
        // The numbers were verified manually for each file.
        #expect(codes[.jsonInvalid] == 15)
        #expect(codes[.appIDPlaceholder, default: 0] >= 16)
        #expect(codes[.ruleUnreachable, default: 0] >= 20)
    }

    /// After all remedies are applied, a file opens the same links and has no new findings.
    @Test func remediesDoNoHarm() throws {
        var changed = 0
        for (_, bytes) in try Self.files() where (try? JSONDocument(bytes))?.root.kind == .object {
            let file = try RepairedFile(bytes)
            guard file.isChanged else { continue }
            changed += 1
            try file.check(links: file.links)
        }
        #expect(changed > 5, "\(changed)")
    }

    @Test func damagedFilesAreJudgedToo() throws {
        var generator = SeededGenerator(seed: 5)
        for (_, bytes) in try Self.files().prefix(60) {
            for _ in 0..<20 { FileInvariants.judgeDamaged(bytes, using: &generator) }
        }
    }
}
