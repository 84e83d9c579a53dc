import Testing

@testable import AppSiteAssociation

@Suite struct LinkPatternTests {
    @Test(arguments: [
        ("", "/"), ("/", "/"), ("//", "/"), ("*", "*"), ("**", "*"), ("?", "?"), ("a", "a"), ("ab", "/ab/"),
        ("/ab", "/ab/"),
        ("ab/", "/ab/"), ("*a", "*a/"), ("a*", "/a*"), ("/a//b///c", "/a/b/c/"), ("***//***", "*/*"), ("*/", "*/"),
        ("/*", "/*"), ("??", "/??/"),
    ])
    func slashesOfPathsAreMadeRegular(_ text: String, expected: String) {
        let tokens = LinkPattern(text, part: .path, variables: nil).tokens
        #expect(tokens == LinkPattern.wildcardTokens(expected.unicodeScalars))
        #expect(
            LinkPattern(text, part: .query, variables: nil).tokens == LinkPattern.wildcardTokens(text.unicodeScalars))
    }

    @Test func aPatternIsTakenApart() throws {
        let variables = SubstitutionVariables(try JSONDocument(text: #"{"food":["p*","?"]}"#).root)
        let pattern = LinkPattern("/a?*$(food)$(digit)$(lang)é", part: .path, variables: variables)
        #expect(pattern.variableNames == ["food", "digit", "lang"])
        #expect(pattern.fault == nil)
        let alternatives = pattern.tokens.compactMap { token in
            if case .alternatives(let alternatives) = token { alternatives } else { nil }
        }
        #expect(alternatives.map(\.name) == ["food", "lang"])
        #expect(alternatives.first?.values == [[.scalar("p"), .anyRun], [.anyOne]])
        #expect(alternatives.last?.values.count == 2 * ISOCodes.languages.count)
        #expect(pattern.tokens.prefix(4) == [.scalar("/"), .scalar("a"), .anyOne, .anyRun])
        #expect(pattern.tokens.contains(.characterClass(.digit)))
        #expect(pattern.tokens.suffix(2) == [.scalar("é"), .scalar("/")])
    }

    @Test(arguments: [
        ("$(x)", LinkPattern.Fault.undefinedVariable("x")), ("$(", .unclosedVariable), ("a$(b", .unclosedVariable),
        ("$(x)$(", .undefinedVariable("x")),
        ("$(Digit)", .undefinedVariable("Digit")), ("$(a$(b))", .undefinedVariable("a$(b")),
        ("$( digit)", .undefinedVariable(" digit")),
    ])
    func variablesThatCannotBeReplacedAreFaults(_ text: String, fault: LinkPattern.Fault) {
        #expect(LinkPattern(text, part: .query, variables: .empty).fault == fault)
        #expect(LinkPattern(text, part: .query, variables: nil).fault == nil)
    }

    @Test(
        arguments: [
            ("A", "a"), ("z", "z"), ("É", "é"), ("Σ", "σ"), ("ẞ", "ß"), ("İ", "İ"), ("ﬁ", "ﬁ"), ("[", "["), ("Ⴀ", "ⴀ"),
        ] as [(Unicode.Scalar, Unicode.Scalar)])
    func caseIsFoldedScalarByScalar(_ scalar: Unicode.Scalar, folded: Unicode.Scalar) {
        #expect(LinkPattern.folded(scalar) == folded)
    }

    @Test(arguments: LinkPattern.CharacterClass.allCases)
    func classesHoldASCIIOnly(_ characters: LinkPattern.CharacterClass) {
        let counts: [LinkPattern.CharacterClass: Int] = [
            .alpha: 52, .upper: 26, .lower: 26, .alnum: 62, .digit: 10, .xdigit: 22,
        ]
        let all = (0...0x3FF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
        #expect(all.count { characters.contains($0) } == counts[characters])
        #expect(
            all.count { characters.ignoringCase.contains($0) }
                == (characters == .upper || characters == .lower ? 52 : counts[characters]))
    }
}
