import Findings
import TestSupport
import Testing

@testable import AppSiteAssociation

/// Complete files with typical mistakes.
struct FieldFileTests {
    @Test(arguments: FieldFiles.all)
    func onlyTheMistakesAreFound(reason: String, file: MarkedFile) {
        let serious = file.findings.filter { $0.severity > .info }.map(\.code)
        #expect(serious.count == file.expected.count, "\(reason) \(serious)")
        for code in Set(serious) {
            let found = file.findings.filter { $0.code == code && $0.severity > .info }
            let expected = file.expected.filter { $0.code == code.rawValue }
            #expect(found.map(\.line) == expected.map(\.line), "\(reason)")
            #expect(found.map(\.column) == expected.map(\.column), "\(reason)")
            #expect(found.map(\.severity.rawValue) == expected.map(\.severity), "\(reason)")
        }
    }

    @Test(arguments: FieldFiles.all)
    func findingsOfAFileAreConsistent(reason: String, file: MarkedFile) throws {
        try FileInvariants.check(Array(file.text.utf8), name: reason)
    }

    @Test func damagedFilesAreJudgedToo() {
        var generator = SeededGenerator(seed: 5)
        for (_, file) in FieldFiles.all {
            for _ in 0..<20 { FileInvariants.judgeDamaged(Array(file.text.utf8), using: &generator) }
        }
    }
}
