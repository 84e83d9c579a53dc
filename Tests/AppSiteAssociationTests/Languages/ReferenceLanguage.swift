import TestSupport

@testable import AppSiteAssociation

/// A simple, slow implementation of matching, with which the automata are compared.
enum ReferenceLanguage {
    static func matches(_ elements: [LanguageElement], _ text: String) -> Bool {
        matches(elements[...], Array(text.unicodeScalars)[...])
    }

    private static func matches(_ elements: ArraySlice<LanguageElement>, _ text: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let element = elements.first else { return text.isEmpty }
        let rest = elements.dropFirst()
        switch element {
        case .scalar(let scalar): return text.first == scalar && matches(rest, text.dropFirst())
        case .set(let set):
            guard let first = text.first, set.contains(first.value) else { return false }
            return matches(rest, text.dropFirst())
        case .anyOne: return !text.isEmpty && matches(rest, text.dropFirst())
        case .anyRun: return (0...text.count).contains { matches(rest, text.dropFirst($0)) }
        case .alternatives(let alternatives): return alternatives.contains { matches(($0 + rest)[...], text) }
        }
    }

    /// Returns all texts over `letters` of at most `length` letters that belong to `space`, the shortest first.
    static func texts(over letters: String, upTo length: Int, in space: LanguageSpace) -> [String] {
        var all = [""]
        var layer = [""]
        for _ in 0..<length {
            layer = layer.flatMap { text in letters.unicodeScalars.map { text + String($0) } }
            all += layer
        }
        return all.filter(space.contains)
    }

    /// Returns a random pattern of at most `length` elements over a, b and `/`.
    static func pattern(
        upTo length: Int, nesting: Bool = true, using generator: inout SeededGenerator
    ) -> [LanguageElement] {
        (0..<Int.random(in: 0...length, using: &generator)).map { _ in
            switch Int.random(in: 0..<(nesting ? 12 : 10), using: &generator) {
            case 0, 1: .scalar("a")
            case 2: .scalar("b")
            case 3, 4: .scalar("/")
            case 5: .anyOne
            case 6, 7: .anyRun
            case 8: .set(ScalarSet("ab"))
            case 9: .set(ScalarSet("bA"))
            default:
                .alternatives(
                    (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                        pattern(upTo: 3, nesting: false, using: &generator)
                    })
            }
        }
    }
}
