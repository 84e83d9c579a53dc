import Findings
import Testing

@testable import AppSiteAssociation

struct JSONDuplicateKeyCheckTests {
    static let fixtures: [MarkedFile] = [
        MarkedFile("{\"applinks\": {\"details\": []}, ⟦warning json-duplicate-key⟧\"applinks\": {\"details\": []}}"),
        MarkedFile("{\"note\": [{\"a\": 1, \"b\": {\"c\": 1, ⟦warning json-duplicate-key⟧\"\\u0063\": 2}}]}"),
        MarkedFile("{\"a\": 1, ⟦warning json-duplicate-key⟧\"a\": 2, ⟦warning json-duplicate-key⟧\"a\": 3}"),
        // Composed and decomposed letters are two keys.
        MarkedFile("{\"\\u00e9\": 1, \"e\\u0301\": 2, \"A\": 1, \"a\": 2}"),
    ]

    @Test(arguments: fixtures)
    func repeatedKeysAreFound(fixture: MarkedFile) { fixture.check(.jsonDuplicateKey) }
}
