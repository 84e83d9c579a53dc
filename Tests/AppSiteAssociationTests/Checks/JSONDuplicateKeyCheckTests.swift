import Findings
import Testing

@testable import AppSiteAssociation

struct JSONDuplicateKeyCheckTests {
    static let fixtures: [MarkedFile] = [
        MarkedFile("{\"applinks\": {\"details\": []}, ⟦warning json-duplicate-key⟧\"applinks\": {\"details\": []}}"),
        MarkedFile("{\"note\": [{\"a\": 1, \"b\": {\"c\": 1, ⟦warning json-duplicate-key⟧\"\\u0063\": 2}}]}"),
        MarkedFile("{\"a\": 1, ⟦warning json-duplicate-key⟧\"a\": 2, ⟦warning json-duplicate-key⟧\"a\": 3}"),
        // Composed and decomposed letters are different keys.
        MarkedFile("{\"\\u00e9\": 1, \"e\\u0301\": 2, \"A\": 1, \"a\": 2}"),
    ]

    /// A key can be as long as the file; its pointer is then visibly truncated.
    @Test(arguments: [10, 499, 500, 100_000])
    func aLongPointerIsCut(length: Int) throws {
        let key = String(repeating: "~", count: length / 2) + String(repeating: "é", count: length % 2)
        let file = "{\"applinks\": {}, \"\(key)\": {\"a\": 1, \"a\": 2}}"
        let findings = MarkedFile(file).findings
        let whole = "/" + String(repeating: "~0", count: length / 2) + String(repeating: "é", count: length % 2) + "/a"
        let pointer = try #require(findings.first { $0.code == .jsonDuplicateKey }?.pointer)
        #expect(pointer == (whole.unicodeScalars.count > 500 ? whole.prefix(500) + "…" : whole))
    }

    @Test(arguments: fixtures)
    func repeatedKeysAreFound(fixture: MarkedFile) { fixture.check(.jsonDuplicateKey) }
}
