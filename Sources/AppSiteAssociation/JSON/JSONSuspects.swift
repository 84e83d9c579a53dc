import Basics

/// A classification of unexpected text by common mistakes in JSON.
struct JSONSuspects {
    let text: UnsafeBufferPointer<UInt8>

    /// Returns the kind of mistake if the byte at `offset` is not UTF-8; `nil` otherwise.
    func encodingFault(at offset: Int) -> JSONReadError.Kind? {
        text[offset] >= 0x80 && UTF8Sequence.length(at: offset, in: text) == nil ? .invalidUTF8 : nil
    }

    /// Returns the kind of mistake if a comment or an invisible character is at `offset`; `nil` otherwise.
    func commentOrInvisible(at offset: Int) -> JSONReadError.Kind? {
        if text[offset] == UInt8(ascii: "#") { return .comment }
        if text[offset] == UInt8(ascii: "/"), offset + 1 < text.count,
            text[offset + 1] == UInt8(ascii: "/") || text[offset + 1] == UInt8(ascii: "*")
        {
            return .comment
        }
        guard let (scalar, _) = UTF8Sequence.scalar(at: offset, in: text) else { return nil }
        return scalar.isInvisible ? .invisibleCharacter : nil
    }

    /// Returns the kind of mistake at `offset`, where a value was expected.
    func insteadOfValue(at offset: Int) -> JSONReadError.Kind {
        if let kind = quote(at: offset) ?? commentOrInvisible(at: offset) { return kind }
        switch text[offset] {
        case UInt8(ascii: "]"), UInt8(ascii: "}"): return .missingValue
        case UInt8(ascii: ","): return .extraComma
        case UInt8(ascii: "+"), UInt8(ascii: "."): return .invalidNumber
        default: break
        }
        let word = word(at: offset)
        switch word.lowercased() {
        case "": return .unexpectedCharacter
        case "nan", "infinity", "inf": return .notANumber
        case "true", "false", "null", "none", "nil", "undefined": return .unknownWord
        default: return .unquotedText
        }
    }

    /// Returns the kind of mistake at `offset`, where a key was expected.
    func insteadOfKey(at offset: Int) -> JSONReadError.Kind {
        if let kind = quote(at: offset) ?? commentOrInvisible(at: offset) { return kind }
        switch text[offset] {
        case UInt8(ascii: ","): return .extraComma
        case UInt8(ascii: "]"): return .mismatchedBracket
        case UInt8(ascii: "{"), UInt8(ascii: "["): return .missingKey
        default: return word(at: offset).isEmpty ? .unexpectedCharacter : .unquotedKey
        }
    }

    /// Returns the kind of mistake at `offset`, where a comma or the end of the array or object was expected.
    func afterValue(at offset: Int) -> JSONReadError.Kind {
        if let kind = quote(at: offset) ?? commentOrInvisible(at: offset) { return kind }
        switch text[offset] {
        case UInt8(ascii: "]"), UInt8(ascii: "}"): return .mismatchedBracket
        case UInt8(ascii: ":"): return .unexpectedCharacter
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"): return .missingComma
        default: return word(at: offset).isEmpty ? .unexpectedCharacter : .missingComma
        }
    }

    /// Returns the kind of mistake in text that follows the document.
    func afterDocument(at offset: Int) -> JSONReadError.Kind {
        switch text[offset] {
        case UInt8(ascii: "]"), UInt8(ascii: "}"): .extraBracket
        case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): .secondDocument
        default: .textAfterDocument
        }
    }

    /// Returns the failure for a text in a format other than JSON, which is recognised by its first bytes.
    ///
    /// - Returns: `nil` if the bytes could begin a JSON text.
    func otherFormat(from start: Int) -> JSONParser.Failure? {
        guard let first = text[start...].firstIndex(where: { $0 != 0x20 && !(0x09...0x0D).contains($0) }) else {
            return nil
        }
        var kind: JSONReadError.Kind?
        if let source = sourceCode(at: first) {
            kind = source
        } else if text[first] == UInt8(ascii: "<") {
            kind = .html
        } else if begins(with: "{\\rtf", at: first) {
            kind = .rtf
        } else if begins(with: "-----BEGIN", at: first) {
            kind = .pem
        } else if begins(with: "bplist", at: first) || begins(with: "PK\u{3}\u{4}", at: first) {
            kind = .otherFormat
        } else if first == 0, text.count > 1 {
            switch (text[0], text[1]) {
            case (0x30, 0x80...0x84): kind = .signedFile
            case (0x1F, 0x8B), (0x78, 0x01), (0x78, 0x9C), (0x78, 0xDA), (0x28, 0xB5): kind = .compressed
            default: break
            }
        }
        return kind.map { JSONParser.Failure(kind: $0, offset: first, expected: "JSON") }
    }

    /// Returns the kind of source code that begins at `first`, after an optional comment or directive such as "use
    /// strict".
    private func sourceCode(at first: Int) -> JSONReadError.Kind? {
        if begins(with: "<?php", at: first) { return .php }
        if begins(with: "{%", at: first) || begins(with: "<%", at: first) || hasFrontMatter(at: first) {
            return .template
        }
        // Two braces before a quote are a mistake in JSON; before a name, they belong to a template.
        if begins(with: "{{", at: first),
            let next = text[(first + 2)...].first(where: { $0 > 0x20 && $0 != UInt8(ascii: "-") }),
            (next | 0x20) &- UInt8(ascii: "a") < 26
        {
            return .template
        }
        var words: [String] = []
        var index = first
        while index < text.count, index - first < 4096, words.count < 2 {
            let byte = text[index]
            if byte == UInt8(ascii: "/"), index + 1 < text.count, text[index + 1] == byte {
                index = text[index...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
            } else if byte == UInt8(ascii: "/"), begins(with: "/*", at: index) {
                guard let end = text.indices[(index + 2)...].first(where: { begins(with: "*/", at: $0) }) else {
                    return nil
                }
                index = end + 2
            } else if byte <= 0x20 {
                index += 1
            } else {
                words.append(word(at: index))
                index += max(words[words.count - 1].utf8.count, 1)
            }
        }
        guard words.count == 2, let word = words.first else { return nil }
        switch word {
        case "import", "export", "const", "let", "var", "function", "async", "class", "module", "exports":
            return .javaScript
        default: return nil
        }
    }

    /// Whether the text begins with front matter between two lines of hyphens, as used by site generators.
    private func hasFrontMatter(at first: Int) -> Bool {
        guard begins(with: "---\n", at: first) || begins(with: "---\r\n", at: first) else { return false }
        return text.indices[(first + 3)...].contains { begins(with: "\n---", at: $0) }
    }

    /// Returns the index of the first typographic double quote between two offsets after which the string could have
    /// ended.
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

    /// Whether a word, quoted or not, followed by a colon begins at `offset`.
    func isFollowedByColon(_ offset: Int) -> Bool {
        var index = offset
        while index < text.count, index - offset < 64, isWordByte(text[index]) { index += 1 }
        guard index > offset else { return false }
        while index < text.count, text[index] == 0x20 || text[index] == 0x09 { index += 1 }
        while index < text.count, text[index] == 0x0A || text[index] == 0x0D { index += 1 }
        return index < text.count && text[index] == UInt8(ascii: ":")
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_")
    }

    private func begins(with prefix: StaticString, at offset: Int) -> Bool {
        guard text.count - offset >= prefix.utf8CodeUnitCount else { return false }
        return (0..<prefix.utf8CodeUnitCount).allSatisfy { text[offset + $0] == prefix.utf8Start[$0] }
    }

    private func quote(at offset: Int) -> JSONReadError.Kind? {
        if text[offset] == UInt8(ascii: "'") || text[offset] == UInt8(ascii: "`") { return .singleQuote }
        guard let (scalar, _) = UTF8Sequence.scalar(at: offset, in: text) else { return nil }
        switch scalar.value {
        case 0x2018...0x201F, 0xAB, 0xBB, 0x2039, 0x203A, 0x300C...0x300F, 0xFF02, 0x2032, 0x2033, 0xB4:
            return .curlyQuote
        default: return nil
        }
    }

    private func word(at offset: Int) -> String {
        let limit = min(text.count, offset + 64)
        let end = text[offset..<limit].firstIndex { byte in
            let isLetter = (byte | 0x20) &- UInt8(ascii: "a") < 26
            return
                !(isLetter || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
                || byte >= 0x80)
        }
        return String(decoding: text[offset..<(end ?? limit)], as: UTF8.self)
    }
}
