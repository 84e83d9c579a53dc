import Basics

// Descriptions of violations of the grammar.
extension JSONParser {
    func expected(in state: State) -> String {
        switch state {
        case .value: containerKind == .object ? "a value after ‘:’" : "a value"
        case .firstElementOrEnd: "a value or ‘]’"
        case .firstKeyOrEnd: "a key in straight double quotes, or ‘}’"
        case .key: "a key in straight double quotes"
        case .colon: "‘:’ after the key"
        case .afterValue:
            switch containerKind {
            case .array?: "‘,’ or ‘]’"
            case .object?: "‘,’ or ‘}’"
            default: "the end of the file"
            }
        }
    }

    func failure(in state: State) -> Failure {
        // A typographic quote may have been intended to close the last string.
        if let last = nodes.last, last.kind == .string,
            let quote = indexOfCurlyQuote(ofStringFrom: Int(last.start) + 1, to: Int(last.end) - 1)
        {
            return Failure(kind: .curlyQuote, offset: quote, expected: "‘\"’")
        }
        let kind = mistake(in: state)
        return switch kind {
        case .missingBraces: Failure(kind: kind, offset: nodes.first.map { Int($0.start) } ?? cursor, expected: "‘{’")
        case .notJSON: Failure(kind: kind, offset: cursor, expected: "JSON")
        case .trailingComma: Failure(kind: kind, offset: previousOffset, expected: expected(in: state))
        case .mismatchedBracket:
            Failure(kind: kind, offset: cursor, expected: expected(in: state), opened: containerOffset)
        default: Failure(kind: kind, offset: cursor, expected: expected(in: state))
        }
    }

    private func mistake(in state: State) -> JSONReadError.Kind {
        guard let (scalar, _) = UTF8Sequence.scalar(at: cursor, in: text) else { return .invalidUTF8 }
        let isAfterDocument = state == .afterValue && container == nil
        if state != .colon, !isAfterDocument, let mistake = quoteMistake(scalar) { return mistake }
        if scalar == "#" || begins(with: "//", at: cursor) || begins(with: "/*", at: cursor) { return .comment }
        if scalar.isInvisible { return .invisibleCharacter }
        switch state {
        case .firstElementOrEnd, .value: return mistakeInPlaceOfValue()
        case .firstKeyOrEnd, .key: return mistakeInPlaceOfKey()
        case .colon: return .missingColon
        case .afterValue: return isAfterDocument ? mistakeAfterDocument() : mistakeAfterValue()
        }
    }

    /// Returns the failure of a string that begins at `start` and is not closed on its line.
    func unterminatedString(from start: Int, expected: String) -> Failure {
        if let quote = indexOfCurlyQuote(ofStringFrom: start + 1, to: min(cursor, text.count)) {
            return Failure(kind: .curlyQuote, offset: quote, expected: "‘\"’")
        }
        return Failure(kind: .unterminatedString, offset: cursor, expected: expected, opened: start)
    }

    /// The offset of the last byte before ``cursor`` that is not white space.
    private var previousOffset: Int {
        var index = cursor - 1
        while index >= 0, Self.isWhiteSpace(text[index]) { index -= 1 }
        return max(index, 0)
    }

    var isAfterComma: Bool { text[previousOffset] == UInt8(ascii: ",") }
}
