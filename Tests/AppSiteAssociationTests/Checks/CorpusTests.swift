import Findings
import Testing

import class Foundation.FileManager
import struct Foundation.URL

@testable import AppSiteAssociation

/// Runs the checks over files of public repositories, which nobody here wrote.
struct CorpusTests {
    private static func names() throws -> [String] {
        let folder = SharedFiles.projectRoot.deletingLastPathComponent().appending(path: "shared/corpus")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
        #expect(names.count > 100, "the corpus in \(folder.path) is missing or incomplete")
        return names.sorted()
    }

    @Test func everyFileIsJudged() throws {
        var codes: [FindingCode: Int] = [:]
        for name in try Self.names() {
            let bytes = try SharedFiles.bytes("corpus/\(name)")
            let judgement = FileJudge.judge(bytes, location: .file)
            for finding in judgement.findings { codes[finding.code, default: 0] += 1 }
            let unreadable: Set<FindingCode> = [.jsonInvalid, .jsonNotObject, .encodingNotUTF8, .jsonTooDeep]
            #expect((judgement.file == nil) == judgement.findings.contains { unreadable.contains($0.code) }, "\(name)")
            // Every finding about the file says where.
            #expect(judgement.findings.allSatisfy { $0.line != nil && $0.column != nil }, "\(name)")
            // A file means what it means, however it is printed.
            if let file = judgement.file {
                let printed = try JSONDocument(JSONPrinter(indentation: 1).bytes(of: file.document.root))
                #expect(AssociationMeaning.compare(file, AssociationFile(printed)) != .unknown, "\(name)")
                if case .different(let difference) = AssociationMeaning.compare(file, AssociationFile(printed)) {
                    Issue.record("\(name): \(difference)")
                }
            }
        }
        // Made by hand, looked through one by one: what is found in these files is really there.
        #expect(codes[.jsonInvalid] == 15)
        #expect(codes[.appIDPlaceholder, default: 0] >= 16)
        #expect(codes[.ruleUnreachable, default: 0] >= 20)
    }

    @Test func damagedFilesAreJudgedToo() throws {
        var generator = SeededGenerator(seed: 5)
        for name in try Self.names().prefix(60) {
            let bytes = try SharedFiles.bytes("corpus/\(name)")
            for _ in 0..<20 {
                var damaged = bytes
                for _ in 0..<Int.random(in: 1...6, using: &generator) where !damaged.isEmpty {
                    let place = Int.random(in: 0..<damaged.count, using: &generator)
                    switch Int.random(in: 0..<3, using: &generator) {
                    case 0: damaged[place] = UInt8.random(in: 0...255, using: &generator)
                    case 1: damaged.remove(at: place)
                    default: damaged.insert(contentsOf: damaged.prefix(place).suffix(9), at: place)
                    }
                }
                _ = FileJudge.judge(damaged, location: .wellKnown)
            }
        }
    }
}
