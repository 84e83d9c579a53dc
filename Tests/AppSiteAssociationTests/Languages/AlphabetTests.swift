import Testing

@testable import AppSiteAssociation

struct AlphabetTests {
    @Test func classesAreThoseThatTheSetsDistinguish() {
        let alphabet = Alphabet(
            sets: [ScalarSet("x"), ScalarSet(ranges: [0x30...0x39]), ScalarSet("5")],
            allowed: ScalarSet(ranges: [0x21...0x7E]))
        // The classes are x, 5, the other digits, the slash, and all other characters.
        #expect(alphabet.representatives == ["a", "x", "0", "5", "/"])
        #expect(alphabet.classesOfSet == [[1], [2, 3], [3]])
        #expect(alphabet.slash == 4)
    }

    @Test func scalarsThatAreNotAllowedHaveNoClass() {
        let alphabet = Alphabet(sets: [ScalarSet("é"), ScalarSet("éa")], allowed: ScalarSet(ranges: [0x61...0x7A]))
        #expect(alphabet.classesOfSet == [[], [0]])
        #expect(alphabet.slash == nil)
    }

    @Test func setsAreKeptAsDisjointRanges() {
        let set = ScalarSet(ranges: [5...9, 1...2, 3...3, 8...12, 20...20])
        #expect(set.ranges == [1...3, 5...12, 20...20])
        #expect(set.contains(12))
        #expect(!set.contains(13))
        #expect(!set.contains(0))
    }
}
