import Findings
import Foundation
import Testing

/// Codes whose checks are not built yet are kept out of all outputs, and only those.
struct ReservedCodeTests {
    /// The folders of the sources in which findings are made; verdicts only name them.
    private static let folders = ["AppSiteAssociation", "Audit"]
    private static let bystanders = ["Audit/Judging/Verdicts", "Audit/Hosting"]

    private static func sources() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        var text = ""
        for folder in folders {
            let files = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
            for file in files.map({ "\(folder)/\($0)" }) where file.hasSuffix(".swift") {
                guard !bystanders.contains(where: { file.hasPrefix($0 + "/") }) else { continue }
                text += try String(contentsOf: root.appending(path: file), encoding: .utf8)
            }
        }
        return text
    }

    @Test func reservedCodesAreThoseThatNoCheckNames() throws {
        // The names of cases as code writes them: what follows a dot.
        let named = Set(
            try Self.sources().split { !$0.isLetter && !$0.isNumber && $0 != "." }
                .flatMap { $0.split(separator: ".", omittingEmptySubsequences: false).dropFirst() })
        let unnamed = FindingCode.allCases.filter { !named.contains(Substring("\($0)")) }
        #expect(unnamed.map(\.rawValue).sorted() == FindingCode.reserved.map(\.rawValue).sorted())
    }

    @Test func theCatalogueListsOnlyWhatCanBeFound() {
        #expect(Catalogue.entries.map(\.code) == FindingCode.inUse)
        #expect(FindingCode.inUse == FindingCode.allCases.filter { !FindingCode.reserved.contains($0) })
        #expect(FindingCode.reserved.allSatisfy { Remedies.all(for: $0).isEmpty })
    }

    @Test func readsOnlyNamesThatAreInUse() {
        for code in FindingCode.inUse { #expect(FindingCode(named: code.rawValue) == code) }
        for code in FindingCode.reserved { #expect(FindingCode(named: code.rawValue) == nil) }
        #expect(FindingCode(named: "Redirect") == nil)
    }
}
