// The classification of the text at ``cursor``, which is not allowed there, by common mistakes in JSON.
extension JSONParser {
    func quoteMistake(_ scalar: Unicode.Scalar) -> JSONReadError.Kind? {
        switch scalar.value {
        case 0x27, 0x60: .singleQuote
        case 0x2018...0x201F, 0xAB, 0xBB, 0x2039, 0x203A, 0x300C...0x300F, 0xFF02, 0x2032, 0x2033, 0xB4: .curlyQuote
        default: nil
        }
    }

    func mistakeInPlaceOfValue() -> JSONReadError.Kind {
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
        case "true", "false", "null", "none", "nil", "undefined": return .unknownWord
        case _ where container == nil: return isFollowedByColon ? .missingBraces : .notJSON
        case "": return .unexpectedCharacter
        default: return .unquotedText
        }
    }

    func mistakeInPlaceOfKey() -> JSONReadError.Kind {
        switch text[cursor] {
        case UInt8(ascii: "}") where isAfterComma: .trailingComma
        case UInt8(ascii: ","): .extraComma
        case UInt8(ascii: "]"): .mismatchedBracket
        case UInt8(ascii: "{"), UInt8(ascii: "["): .missingKey
        default: word(at: cursor).isEmpty ? .unexpectedCharacter : .unquotedKey
        }
    }

    func mistakeAfterValue() -> JSONReadError.Kind {
        switch text[cursor] {
        case UInt8(ascii: "]"), UInt8(ascii: "}"): .mismatchedBracket
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"): .missingComma
        default: word(at: cursor).isEmpty ? .unexpectedCharacter : .missingComma
        }
    }

    func mistakeAfterDocument() -> JSONReadError.Kind {
        switch text[cursor] {
        case UInt8(ascii: ":") where nodes.count == 1 && nodes[0].kind == .string: .missingBraces
        case UInt8(ascii: "]"), UInt8(ascii: "}"): .extraBracket
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): .secondDocument
        default: .textAfterDocument
        }
    }

    /// Returns the failure for a text in a format other than JSON, which is recognised by its first bytes.
    ///
    /// - Returns: `nil` if the bytes could begin a JSON text.
    func otherFormat(from start: Int) -> Failure? {
        guard let first = text[start...].firstIndex(where: { $0 != 0x20 && !(0x09...0x0D).contains($0) }) else {
            return nil
        }
        let beginnings: [(text: StaticString, kind: JSONReadError.Kind)] = [
            ("<", .html), ("{\\rtf", .rtf), ("-----BEGIN", .pem), ("bplist", .otherFormat),
            ("PK\u{3}\u{4}", .otherFormat),
        ]
        var kind = sourceCodeKind(at: first) ?? beginnings.first { begins(with: $0.text, at: first) }?.kind
        if kind == nil, first == 0, text.count > 1 {
            switch (text[0], text[1]) {
            case (0x30, 0x80...0x84): kind = .signedFile
            case (0x1F, 0x8B), (0x78, 0x01), (0x78, 0x9C), (0x78, 0xDA), (0x28, 0xB5): kind = .compressed
            default: break
            }
        }
        guard let kind else { return nil }
        return Failure(kind: kind, offset: first, expected: "JSON")
    }

    /// Returns the kind of source code that begins at `first`, after an optional comment or directive.
    private func sourceCodeKind(at first: Int) -> JSONReadError.Kind? {
        if begins(with: "<?php", at: first) { return .php }
        if begins(with: "{%", at: first) || begins(with: "<%", at: first) || hasFrontMatter(at: first) {
            return .template
        }
        // Two braces followed by a name belong to a template; followed by a quote, they are a mistake in JSON.
        if begins(with: "{{", at: first),
            let next = text[(first + 2)...].first(where: { $0 > 0x20 && $0 != UInt8(ascii: "-") }),
            next.isLetter
        {
            return .template
        }
        var words: [String] = []
        var index = first
        while index < text.count, index - first < 4096, words.count < 2 {
            let byte = text[index]
            if begins(with: "//", at: index) {
                index = text[index...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
            } else if begins(with: "/*", at: index) {
                guard let end = text.indices[(index + 2)...].first(where: { begins(with: "*/", at: $0) }) else {
                    return nil
                }
                index = end + 2
            } else if byte <= 0x20 {
                index += 1
            } else {
                let word = word(at: index)
                words.append(word)
                index += max(word.utf8.count, 1)
            }
        }
        let keywords = [
            "import", "export", "const", "let", "var", "function", "async", "class", "module", "exports",
        ]
        return words.count == 2 && keywords.contains(words[0]) ? .javaScript : nil
    }

    /// Whether the text begins with front matter between two lines of hyphens, as used by site generators.
    private func hasFrontMatter(at first: Int) -> Bool {
        guard begins(with: "---\n", at: first) || begins(with: "---\r\n", at: first) else { return false }
        return text.indices[(first + 3)...].contains { begins(with: "\n---", at: $0) }
    }

    /// Returns the index of the first typographic double quote that may have been intended to end the string.
    func indexOfCurlyQuote(ofStringFrom start: Int, to end: Int) -> Int? {
        var index = start
        while index < end {
            guard text[index] >= 0x80, let (scalar, length) = UTF8Sequence.scalar(at: index, in: text) else {
                index += 1
                continue
            }
            if [0x201C, 0x201D, 0x201E, 0x201F, 0xBB, 0xAB, 0xFF02].contains(scalar.value) {
                var after = index + length
                while after < text.count, text[after] == 0x20 || text[after] == 0x09 { after += 1 }
                let endings = ",:]}\r\n".utf8
                if after >= text.count || endings.contains(text[after]) { return index }
            }
            index += length
        }
        return nil
    }

    /// Whether a word that is followed by a colon begins at ``cursor``.
    private var isFollowedByColon: Bool {
        var index = cursor
        while index < text.count, index - cursor < 64, text[index].isWordByte { index += 1 }
        guard index > cursor else { return false }
        while index < text.count, text[index] == 0x20 || text[index] == 0x09 { index += 1 }
        while index < text.count, text[index] == 0x0A || text[index] == 0x0D { index += 1 }
        return index < text.count && text[index] == UInt8(ascii: ":")
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
