// What is wrong where the grammar does not go on.
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
        let kind: JSONReadError.Kind
        switch state {
        case .afterValue where open == nil:
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
            kind =
                isWrongBracket ? .mismatchedBracket : suspects.encodingFault(at: at) ?? suspects.insteadOfValue(at: at)
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

    func suspect(_ offset: Int) -> JSONReadError.Kind? {
        let suspects = JSONSuspects(text: text)
        return suspects.encodingFault(at: offset) ?? suspects.commentOrInvisible(at: offset)
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
