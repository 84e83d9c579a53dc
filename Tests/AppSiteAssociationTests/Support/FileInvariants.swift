import Findings
import TestSupport
import Testing

@testable import AppSiteAssociation

/// The conditions that hold for any file.
enum FileInvariants {
    /// Checks the conditions, and returns the findings.
    @discardableResult
    static func check(_ bytes: [UInt8], name: String) throws -> [Finding] {
        let judgement = FileJudge.judge(bytes, location: .file)
        let unreadable: Set<FindingCode> = [.jsonInvalid, .jsonNotObject, .encodingNotUTF8, .jsonTooDeep]
        #expect((judgement.file == nil) == judgement.findings.contains { unreadable.contains($0.code) }, "\(name)")
        // Every finding about the file has a position.
        #expect(judgement.findings.allSatisfy { $0.line != nil && $0.column != nil }, "\(name)")
        // The printed file has the same meaning.
        if let file = judgement.file {
            let printed = try JSONDocument(text: JSONPrinter.print(file.document.root))
            #expect(AssociationMeaning.compare(file, AssociationFile(printed)) != .unknown, "\(name)")
            if case .different(let difference) = AssociationMeaning.compare(file, AssociationFile(printed)) {
                Issue.record("\(name): \(difference)")
            }
        }
        return judgement.findings
    }

    /// Judges the file with some bytes replaced, removed or repeated, which must not fail.
    static func judgeDamaged(_ bytes: [UInt8], using generator: inout SeededGenerator) {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...6, using: &generator) where !damaged.isEmpty {
            let index = Int.random(in: 0..<damaged.count, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: damaged[index] = UInt8.random(in: 0...255, using: &generator)
            case 1: damaged.remove(at: index)
            default: damaged.insert(contentsOf: damaged.prefix(index).suffix(9), at: index)
            }
        }
        _ = FileJudge.judge(damaged, location: .wellKnown)
    }
}
