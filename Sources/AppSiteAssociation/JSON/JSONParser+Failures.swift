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
            let quote = indexOfTypographicQuote(inStringFrom: Int(last.start) + 1, to: Int(last.end) - 1)
        {
            return Failure(kind: .typographicQuote, offset: quote, expected: "‘\"’")
        }
        var failure = Failure(kind: mistake(in: state), offset: cursor, expected: expected(in: state))
        switch failure.kind {
        case .missingBraces:
            failure.expected = "‘{’"
            if let first = nodes.first { failure.offset = Int(first.start) }
        case .notJSON: failure.expected = "JSON"
        case .trailingComma: failure.offset = lastNonBlankOffset
        case .mismatchedBracket: failure.openedAt = containerOffset
        default: break
        }
        return failure
    }

    /// Returns the mistake at the cursor, which is before the end of the text.
    private func mistake(in state: State) -> JSONReadError.Kind {
        guard let (scalar, _) = text.scalar(at: cursor) else { return .invalidUTF8 }
        let isAfterDocument = state == .afterValue && container == nil
        if state != .colon, !isAfterDocument, let mistake = quoteMistake(scalar) { return mistake }
        if scalar == "#" || begins(with: "//", at: cursor) || begins(with: "/*", at: cursor) { return .comment }
        if scalar.isInvisible { return .invisibleCharacter }
        switch state {
        case .firstElementOrEnd, .value: return mistakeAtValue()
        case .firstKeyOrEnd, .key: return mistakeAtKey()
        case .colon: return .missingColon
        case .afterValue: return isAfterDocument ? mistakeAfterDocument() : mistakeAfterValue()
        }
    }

    func unterminatedString(from start: Int, expected: String) -> Failure {
        if let quote = indexOfTypographicQuote(inStringFrom: start + 1, to: cursor) {
            return Failure(kind: .typographicQuote, offset: quote, expected: "‘\"’")
        }
        return Failure(kind: .unterminatedString, offset: cursor, expected: expected, openedAt: start)
    }

    /// The offset of the last byte before ``cursor`` that is not white space.
    private var lastNonBlankOffset: Int { text[..<cursor].lastIndex { !Self.isWhiteSpace($0) } ?? 0 }

    private var isAfterComma: Bool { text[lastNonBlankOffset] == UInt8(ascii: ",") }

    // MARK: - Common mistakes

    private func quoteMistake(_ scalar: Unicode.Scalar) -> JSONReadError.Kind? {
        switch scalar {
        case "'", "`": .singleQuote
        case "‘"..."‟", "«", "»", "‹", "›", "「"..."』", "＂", "′", "″", "´": .typographicQuote
        default: nil
        }
    }

    private func mistakeAtValue() -> JSONReadError.Kind {
        switch text[cursor] {
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
            if isAfterComma { return .trailingComma }
            return container != nil && text[cursor] != closingBracket ? .mismatchedBracket : .missingValue
        case UInt8(ascii: ","): return .extraComma
        case UInt8(ascii: "+"), UInt8(ascii: "."): return .invalidNumber
        default: break
        }
        switch word(at: cursor).lowercased() {
        case "nan", "infinity", "inf": return .notANumber
        // The words of JSON lead to a failure only in the wrong case, as in `True`.
        case "true", "false", "null", "none", "nil", "undefined": return .unknownWord
        case _ where container == nil: return isFollowedByColon ? .missingBraces : .notJSON
        case "": return .unexpectedCharacter
        default: return .unquotedText
        }
    }

    private func mistakeAtKey() -> JSONReadError.Kind {
        switch text[cursor] {
        case UInt8(ascii: "}") where isAfterComma: .trailingComma
        case UInt8(ascii: ","): .extraComma
        case UInt8(ascii: "]"): .mismatchedBracket
        case UInt8(ascii: "{"), UInt8(ascii: "["): .missingKey
        default: word(at: cursor).isEmpty ? .unexpectedCharacter : .unquotedKey
        }
    }

    private func mistakeAfterValue() -> JSONReadError.Kind {
        switch text[cursor] {
        case UInt8(ascii: "]"), UInt8(ascii: "}"): .mismatchedBracket
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"): .missingComma
        default: word(at: cursor).isEmpty ? .unexpectedCharacter : .missingComma
        }
    }

    private func mistakeAfterDocument() -> JSONReadError.Kind {
        switch text[cursor] {
        case UInt8(ascii: ":") where nodes.count == 1 && nodes[0].kind == .string: .missingBraces
        case UInt8(ascii: "]"), UInt8(ascii: "}"): .extraBracket
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): .secondDocument
        default: .textAfterDocument
        }
    }

    // MARK: - Other formats

    /// Returns the failure for a text in another format, by its first bytes; `nil` if they could begin a JSON text.
    func wrongFormatFailure(from start: Int) -> Failure? {
        guard let first = text[start...].firstIndex(where: { $0 != 0x20 && !(0x09...0x0D).contains($0) }) else {
            return nil
        }
        let beginnings: [(text: StaticString, kind: JSONReadError.Kind)] = [
            ("<?php", .php), ("<%", .template), ("{%", .template), ("<", .html), ("{\\rtf", .rtf), ("-----BEGIN", .pem),
            ("bplist", .otherFormat), ("PK\u{3}\u{4}", .otherFormat),
        ]
        let kind: JSONReadError.Kind? =
            if let beginning = beginnings.first(where: { begins(with: $0.text, at: first) }) {
                beginning.kind
            } else if hasFrontMatter(at: first) || hasPlaceholder(at: first) {
                .template
            } else if isJavaScript(at: first) {
                .javaScript
            } else if first == 0, text.count > 1 {
                switch (text[0], text[1]) {
                case (0x30, 0x80...0x84): .signedFile
                // gzip, zlib with three levels, and zstd.
                case (0x1F, 0x8B), (0x78, 0x01), (0x78, 0x9C), (0x78, 0xDA), (0x28, 0xB5): .compressed
                default: nil
                }
            } else {
                nil
            }
        guard let kind else { return nil }
        return Failure(kind: kind, offset: first, expected: "JSON")
    }

    /// Whether two braces and a name begin at `first`, as in a template; two braces and a quote are a mistake in JSON.
    private func hasPlaceholder(at first: Int) -> Bool {
        guard begins(with: "{{", at: first) else { return false }
        let next = text[(first + 2)...].first { $0 > 0x20 && $0 != UInt8(ascii: "-") }
        return next?.isASCIILetter == true
    }

    /// Whether code with a keyword of JavaScript begins at `first`.
    private func isJavaScript(at first: Int) -> Bool {
        guard let start = indexOfCode(from: first) else { return false }
        let keywords = ["import", "export", "const", "let", "var", "function", "async", "class", "module", "exports"]
        let word = word(at: start)
        return keywords.contains(word) && indexOfCode(from: start + word.utf8.count) != nil
    }

    /// Returns the index of the first byte outside white space and comments; `nil` if there is none.
    private func indexOfCode(from start: Int) -> Int? {
        var index = start
        while index < text.count {
            if begins(with: "//", at: index) {
                index = text[index...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
            } else if begins(with: "/*", at: index) {
                guard let end = text.indices[(index + 2)...].first(where: { begins(with: "*/", at: $0) }) else {
                    return nil
                }
                index = end + 2
            } else if text[index] <= 0x20 {
                index += 1
            } else {
                return index
            }
        }
        return nil
    }

    /// Whether the text begins with front matter between two lines of hyphens, as used by site generators.
    private func hasFrontMatter(at first: Int) -> Bool {
        guard begins(with: "---\n", at: first) || begins(with: "---\r\n", at: first) else { return false }
        return text.indices[(first + 3)...].contains { begins(with: "\n---", at: $0) }
    }

    /// Returns the index of the first typographic double quote that may have been intended to end the string.
    private func indexOfTypographicQuote(inStringFrom start: Int, to end: Int) -> Int? {
        var index = start
        while index < end {
            guard text[index] >= 0x80, let (scalar, length) = text.scalar(at: index) else {
                index += 1
                continue
            }
            if ["“", "”", "„", "‟", "»", "«", "＂"].contains(scalar) {
                let next = text[(index + length)...].first { $0 != 0x20 && $0 != 0x09 } ?? UInt8(ascii: "\n")
                if ",:]}\r\n".utf8.contains(next) { return index }
            }
            index += length
        }
        return nil
    }

    private var isFollowedByColon: Bool {
        let word = text[cursor...].prefix(64).prefix(while: \.isWordByte)
        let next = text[word.endIndex...].first { !Self.isWhiteSpace($0) }
        return !word.isEmpty && next == UInt8(ascii: ":")
    }

    func begins(with prefix: StaticString, at offset: Int) -> Bool {
        guard text.count - offset >= prefix.utf8CodeUnitCount else { return false }
        return (0..<prefix.utf8CodeUnitCount).allSatisfy { text[offset + $0] == prefix.utf8Start[$0] }
    }

    private func word(at offset: Int) -> String {
        let word = text[offset...].prefix(64).prefix { $0.isWordByte || $0 == UInt8(ascii: "$") || $0 >= 0x80 }
        return String(decoding: word, as: UTF8.self)
    }
}
