import TestSupport
import Testing

@testable import AppSiteAssociation

/// Comparison of the matcher with an independent, slow one on a million random pairs.
@Suite(.inTurn(minutes: 5)) struct MatcherPropertyTests {
    static let patternsPerSeed = 12_500
    static let pathsPerPattern = 20

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func agreesWithTheSlowReference(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var pairs = 0
        var matches = 0
        for _ in 0..<Self.patternsPerSeed {
            let values = (0..<2).map { _ in
                (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                    Self.text(from: ["a", "b", "A", "/", "*", "?"], upTo: 3, &generator)
                }
            }
            let variables = [(name: "v", values: values[0]), (name: "w", values: values[1])]
            let pattern = Self.text(
                from: ["a", "b", "a", "b", "B", "/", "/", "*", "*", "?", "$(v)", "$(w)", "$(no)"].dropLast(
                    Int.random(in: 0...20, using: &generator) == 0 ? 0 : 1), upTo: 6, &generator)
            let ignoringCase = Bool.random(using: &generator)
            let document = try JSONDocument(
                text: "{\"v\":[\(values[0].map(JSONPrinter.literal).joined(separator: ","))],"
                    + "\"w\":[\(values[1].map(JSONPrinter.literal).joined(separator: ","))]}")
            var programs = VariableProgram.Cache()
            let compiled = CompiledPattern(
                LinkPattern(
                    pattern, part: .path, options: ComparisonOptions(isCaseSensitive: !ignoringCase),
                    variables: SubstitutionVariables(document.root)),
                programs: &programs)
            let reference = SlowReference(path: pattern, variables: variables, ignoresCase: ignoringCase)
            for _ in 0..<Self.pathsPerPattern {
                let path = Self.path(&generator)
                let codes = path.map { byte in
                    ignoringCase && byte == UInt8(ascii: "A") ? UInt32(UInt8(ascii: "a")) : UInt32(byte)
                }
                var budget = WorkBudget(steps: LinkMatcher.maxSteps)
                let found = try compiled.matches(PreparedURL.normalisedSlashes(codes), budget: &budget)
                if found != reference.matches(path) {
                    let shown = String(decoding: path, as: UTF8.self)
                    Issue.record("‘\(pattern)’ and ‘\(shown)’, variables \(variables), ignoring case: \(ignoringCase)")
                    return
                }
                pairs += 1
                if found { matches += 1 }
            }
        }
        #expect(pairs == 250_000)
        // Both results must be frequent for a meaningful comparison.
        #expect(matches > 25_000 && matches < 225_000)
    }

    private static func path(_ generator: inout SeededGenerator) -> [UInt8] {
        let random = generator.next()
        var path: [UInt8] = []
        for place in 0..<Int(random & 7) {
            path.append(Array("/aabbA/a".utf8)[Int(random >> UInt64(8 + 3 * place) & 7)])
        }
        return path.isEmpty ? [] : [UInt8(ascii: "/")] + path
    }

    private static func text(
        from pieces: some RandomAccessCollection<String>, upTo length: Int, _ generator: inout SeededGenerator
    ) -> String {
        let pieces = Array(pieces)
        var text = ""
        for _ in 0..<Int.random(in: 0...length, using: &generator) {
            text += pieces[Int.random(in: 0..<pieces.count, using: &generator)]
        }
        return text
    }
}
