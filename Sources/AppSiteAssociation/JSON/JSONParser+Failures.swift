// Descriptions of violations of the grammar.
extension JSONParser {
    func expected(in state: State) -> String {
        switch state {
        case .value: open.map { nodes[$0].kind == .object } == true ? "a value after ‘:’" : "a value"
        case .firstElementOrEnd: "a value or ‘]’"
        case .firstKeyOrEnd: "a key in straight double quotes, or ‘}’"
        case .key: "a key in straight double quotes"
        case .afterValue:
            switch open.map({ nodes[$0].kind }) {
            case .array?: "‘,’ or ‘]’"
            case .object?: "‘,’ or ‘}’"
            default: "the end of the file"
            }
        }
    }

    func failure(in state: State) -> Failure {
        let suspects = JSONSuspects(text: text)
        if let quote = curlyEndOfLastString { return Failure(kind: .curlyQuote, offset: quote, expected: "‘\"’") }
        let kind: JSONReadError.Kind
        switch state {
        case .afterValue where open == nil:
            if text[at] == UInt8(ascii: ":"), nodes.count == 1, nodes[0].kind == .string {
                return Failure(kind: .missingBraces, offset: Int(nodes[0].start), expected: "‘{’")
            }
            kind =
                suspects.encodingFault(at: at) ?? suspects.commentOrInvisible(at: at) ?? suspects.afterDocument(at: at)
        case .afterValue:
            kind = suspects.encodingFault(at: at) ?? suspects.afterValue(at: at)
        case .firstElementOrEnd, .value:
            let closes = text[at] == UInt8(ascii: "]") || text[at] == UInt8(ascii: "}")
            if closes, previousIsComma {
                return Failure(kind: .trailingComma, offset: commaOffset, expected: expected(in: state))
            }
            let isWrongBracket = closes && open.map { nodes[$0].kind == .array } == (text[at] == UInt8(ascii: "}"))
            let found = suspects.encodingFault(at: at) ?? suspects.insteadOfValue(at: at)
            if open == nil, found == .unquotedText || found == .unexpectedCharacter {
                return suspects.isFollowedByColon(at)
                    ? Failure(kind: .missingBraces, offset: at, expected: "‘{’")
                    : Failure(kind: .notJSON, offset: at, expected: "JSON")
            }
            kind = isWrongBracket ? .mismatchedBracket : found
        case .firstKeyOrEnd, .key:
            if text[at] == UInt8(ascii: "}"), previousIsComma {
                return Failure(kind: .trailingComma, offset: commaOffset, expected: expected(in: state))
            }
            kind = suspects.encodingFault(at: at) ?? suspects.insteadOfKey(at: at)
        }
        return Failure(
            kind: kind, offset: at, expected: expected(in: state),
            opened: kind == .mismatchedBracket ? open.map { Int(nodes[$0].start) } : nil)
    }

    /// Returns the failure at a key that has no colon.
    func failureAfterKey() -> Failure {
        if let quote = curlyEndOfLastString { return Failure(kind: .curlyQuote, offset: quote, expected: "‘\"’") }
        let suspects = JSONSuspects(text: text)
        let kind = suspects.encodingFault(at: at) ?? suspects.commentOrInvisible(at: at) ?? .missingColon
        return Failure(kind: kind, offset: at, expected: "‘:’ after the key")
    }

    /// Returns the failure of a string that begins at `start` and is not closed before the end of the line or of the
    /// text.
    func unterminatedString(from start: Int, expected: String) -> Failure {
        if let quote = JSONSuspects(text: text).indexOfCurlyQuote(ofStringFrom: start + 1, to: min(at, text.count)) {
            return Failure(kind: .curlyQuote, offset: quote, expected: "‘\"’")
        }
        return Failure(kind: .unterminatedString, offset: at, expected: expected, opened: start)
    }

    /// The offset of the typographic quote that was intended to close the string before ``at``; `nil` if there is none.
    private var curlyEndOfLastString: Int? {
        guard let last = nodes.last, last.kind == .string else { return nil }
        return JSONSuspects(text: text).indexOfCurlyQuote(ofStringFrom: Int(last.start) + 1, to: Int(last.end) - 1)
    }

    private var commaOffset: Int {
        var index = at - 1
        while index >= 0, text[index] == 0x20 || text[index] == 0x09 || text[index] == 0x0A || text[index] == 0x0D {
            index -= 1
        }
        return max(index, 0)
    }

    private var previousIsComma: Bool { text[commaOffset] == UInt8(ascii: ",") }
}
