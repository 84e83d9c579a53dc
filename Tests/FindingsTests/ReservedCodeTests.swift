import Findings
import Testing

/// Codes whose checks are not built yet are kept out of all outputs, and only those.
struct ReservedCodeTests {
    /// The folders of the sources in which findings are made; verdicts only name them.
    private static let folders = ["AppSiteAssociation", "Audit"]
    private static let bystanders = ["Audit/Judging/Verdicts", "Audit/Hosting"]

    @Test func reservedCodesAreThoseThatNoCheckNames() throws {
        let sources = try Self.folders.map { try FindingSources.text(of: $0, without: Self.bystanders) }.joined()
        // The names of codes as code writes them: what follows a dot.
        let named = Set(
            sources.split { !$0.isLetter && !$0.isNumber && $0 != "." }
                .flatMap { $0.split(separator: ".", omittingEmptySubsequences: false).dropFirst() })
        let unnamed = try FindingSources.declarations().filter { !named.contains(Substring($0.name)) }
        #expect(unnamed.map(\.code).sorted() == FindingCode.reserved.map(\.rawValue).sorted())
    }

    @Test func theCatalogueListsOnlyWhatCanBeFound() {
        #expect(FindingCode.inUse == FindingCode.allCases.filter { !FindingCode.reserved.contains($0) })
        #expect(FindingCode.reserved.allSatisfy { Remedies.all(for: $0).isEmpty })
    }

    @Test func readsOnlyNamesThatAreInUse() {
        for code in FindingCode.inUse { #expect(FindingCode(named: code.rawValue) == code) }
        for code in FindingCode.reserved { #expect(FindingCode(named: code.rawValue) == nil) }
        #expect(FindingCode(named: "Redirect") == nil)
    }
}
