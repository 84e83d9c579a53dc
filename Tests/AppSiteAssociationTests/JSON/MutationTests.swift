import TestSupport
import Testing

@testable import AppSiteAssociation

/// Damaged files do not crash the parser, the model and the matcher, and parsed files can be printed and parsed again.
@Suite(.inTurn(minutes: 3)) struct MutationTests {
    static let seedFile = #"""
        {"applinks":{"apps":[],"defaults":{"caseSensitive":false},"substitutionVariables":{"v":["a*","?",""]},
         "details":[{"appIDs":["ABCDE12345.com.example.app"],"appID":"X.y","defaults":{"#":"*"},"components":[
          {"/":"/b\u00e9/$(v)/*","?":{"q":"?*","n":"1"},"exclude":true,"comment":"é"},{"?":"a=$(lang)","percentEncoded":false},{}]},
          {"appID":"Y.z","paths":["NOT /a/*","*"]}]},"webcredentials":{"apps":["A.b"]}}
        """#

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func damagedFilesAreHarmless(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let original = Array(Self.seedFile.utf8)
        let pieces = [
            "\"", "{", "}", "[", "]", ",", ":", "\\", "*", "?", "$(", ")", "\u{0}", "\u{FEFF}", "null", "1e9", "/",
            "\n",
        ].map { Array($0.utf8) }
        let url = try LinkURL("https://example.com/b%C3%A9/x?q=1&q&n=1#f")
        var read = 0
        for _ in 0..<1_500 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                case 2:
                    bytes.removeSubrange(place..<min(place + Int.random(in: 1...40, using: &generator), bytes.count))
                default: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: place)
                }
                if bytes.isEmpty { bytes = [UInt8(ascii: "0")] }
            }
            switch JSONReading(bytes).result {
            case .failure(let error):
                #expect(error.position.offset <= bytes.count && error.position.line > 0 && error.position.column > 0)
                #expect(!error.description.isEmpty && error.excerpt.hasSuffix("^"))
            case .success(let document):
                read += 1
                #expect(try JSONDocument(text: JSONPrinter.print(document.root)).root == document.root)
                let matcher = LinkMatcher(AssociationFile(document))
                #expect(matcher.match(url).outcome == matcher.explain(url).match.outcome)
            }
        }
        #expect(read > 100)
    }
}
