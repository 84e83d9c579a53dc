import Testing

@testable import Reports

struct PackedTextsTests {
    @Test(arguments: [
        ["", "", "a", ""], ["a", "a", "b"], ["é😀\u{0}", String(repeating: "row ", count: 20_000), "row", ""],
    ])
    func returnsTheAppendedTexts(texts: [String]) {
        var packed = PackedTexts()
        for text in texts { packed.append(text) }
        #expect(texts.indices.map { packed[$0] } == texts)
    }
}
