import Findings
import Testing

/// Every declared code is used by a check.
struct FindingCodeUseTests {
    /// The source folders in which findings are created; verdicts only refer to them.
    private static let folders = ["AppSiteAssociation", "Audit"]
    private static let bystanders = ["Audit/Judging/Verdicts", "Audit/Hosting"]

    @Test func aCheckNamesEachCode() throws {
        let sources = try Self.folders.map { try FindingSources.text(of: $0, without: Self.bystanders) }.joined()
        // The names of codes in expressions, which follow a dot.
        let named = Set(
            sources.split { !$0.isLetter && !$0.isNumber && $0 != "." }
                .flatMap { $0.split(separator: ".", omittingEmptySubsequences: false).dropFirst() })
        let unnamed = try FindingSources.declarations().filter { !named.contains(Substring($0.name)) }
        #expect(unnamed.map(\.code) == [])
    }
}
