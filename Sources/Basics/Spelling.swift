/// Suggestions for misspelt words.
package enum Spelling {
    /// Returns the word of `known` that `word` probably means, without regard to case and separators; `nil` if none.
    ///
    /// The keys of `synonyms` are in lower case without separators; `minTolerance` raises the tolerance of short words.
    package static func likelyWord(
        for word: String, among known: [String], synonyms: [String: String] = [:], minTolerance: Int = 0
    ) -> String? {
        func normalised(_ word: String) -> String { plain(word, without: "_-.") }
        let plainWord = normalised(word)
        guard !plainWord.isEmpty else { return nil }
        return known.first { [plainWord, plainWord + "s"].contains(normalised($0)) }
            ?? known.first { $0 == synonyms[plainWord] }
            ?? nearest(
                to: plainWord, among: known, tolerance: max(minTolerance, tolerance(for: plainWord)),
                normalised: normalised)
    }

    /// Returns the number of edits up to which another word counts as similar: 0 for short and for very long words.
    package static func tolerance(for word: String) -> Int {
        switch word.unicodeScalars.count {
        case 4..<8: 1
        case 8...60: 2
        default: 0
        }
    }

    /// Returns `word` in lower case without white space, invisible characters and `signs`.
    package static func plain(_ word: String, without signs: String) -> String {
        let kept = word.lowercased().unicodeScalars.filter {
            !$0.properties.isWhitespace && !$0.isInvisible && !signs.unicodeScalars.contains($0)
        }
        return String(String.UnicodeScalarView(kept))
    }

    /// Returns the first of the most similar candidates; `nil` if all differ by more than `tolerance` edits.
    ///
    /// `normalised` returns the form of a candidate that is compared with `word`.
    package static func nearest(
        to word: String, among candidates: [String], tolerance: Int? = nil, normalised: (String) -> String = { $0 }
    ) -> String? {
        let tolerance = tolerance ?? Self.tolerance(for: word)
        guard tolerance > 0 else { return nil }
        return candidates.map { (candidate: $0, edits: distance(normalised($0), word)) }
            .filter { $0.edits <= tolerance }.min { $0.edits < $1.edits }?.candidate
    }

    /// Returns the number of edits between two words: letters inserted, removed, replaced or swapped with a neighbour.
    ///
    /// The distance is `Int.max` if the lengths differ by more than `cutoff`, which limits the running time.
    package static func distance(_ first: String, _ second: String, cutoff: Int = 3) -> Int {
        let a = Array(first.unicodeScalars)
        let b = Array(second.unicodeScalars)
        guard abs(a.count - b.count) <= cutoff else { return Int.max }
        var rowBeforeLast = [Int](repeating: 0, count: b.count + 1)
        var lastRow = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1] + [Int](repeating: 0, count: b.count)
            for j in b.indices {
                row[j + 1] = min(lastRow[j + 1] + 1, row[j] + 1, lastRow[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    row[j + 1] = min(row[j + 1], rowBeforeLast[j - 1] + 1)
                }
            }
            (rowBeforeLast, lastRow) = (lastRow, row)
        }
        return lastRow[b.count]
    }
}
