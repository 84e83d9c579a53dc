import Basics

/// The reason why a text is not JSON, with the position, the found and the expected text, and an excerpt.
public struct JSONReadError: Error, Hashable, Sendable {
    /// The kind of mistake; the raw values are stable names for evidence.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case empty
        case unexpectedEnd = "unexpected-end"
        case unexpectedCharacter = "unexpected-character"
        case html
        /// DER, as in a signed file.
        case signedFile = "signed-file"
        case pem
        case compressed
        case otherFormat = "other-format"
        case rtf
        /// The source code of a program that generates JSON.
        case javaScript = "javascript"
        case php
        /// A template from which a generator or a server creates the file.
        case template
        /// Text that is not JSON from its first word.
        case notJSON = "not-json"
        /// Members without the braces of their object.
        case missingBraces = "missing-braces"
        case typographicQuote = "curly-quote"
        case singleQuote = "single-quote"
        case comment
        case trailingComma = "trailing-comma"
        case extraComma = "extra-comma"
        case missingComma = "missing-comma"
        case missingColon = "missing-colon"
        /// The end of an array or object in place of a value.
        case missingValue = "missing-value"
        case missingKey = "missing-key"
        case unquotedKey = "unquoted-key"
        case unquotedText = "unquoted-text"
        /// `True`, `None`, `undefined` or a similar word.
        case unknownWord = "unknown-word"
        /// `NaN` or `Infinity`.
        case notANumber = "not-a-number"
        case invalidNumber = "invalid-number"
        case mismatchedBracket = "mismatched-bracket"
        case extraBracket = "extra-bracket"
        case secondDocument = "second-document"
        case textAfterDocument = "text-after-document"
        /// A string that is not closed on its line.
        case unterminatedString = "unterminated-string"
        case controlCharacter = "control-character"
        case invalidEscape = "invalid-escape"
        /// An invisible character: no-break space, zero width space, or a byte order mark within the text.
        case invisibleCharacter = "invisible-character"
        case invalidUTF8 = "invalid-utf8"
        case wrongEncoding = "wrong-encoding"
        case tooDeep = "too-deep"
        case tooLarge = "too-large"
    }

    package let kind: Kind
    /// The position of the mistake.
    public let position: JSONPosition
    /// The text that was found, for a message: "‘,’", "end of file".
    package let found: String
    /// The expected text, for a message: "a value or ‘]’".
    package let expected: String
    /// The advice for a fix; `nil` if ``expected`` is sufficient.
    public let hint: String?
    /// The start of the string, array or object that is not closed.
    package let opened: JSONPosition?
    /// The kind of value that begins at ``opened``: "string", "array" or "object".
    let openedKind: String?
    /// The line with a caret below the position.
    package let excerpt: String

    /// The found and the expected text in one sentence, without a full stop.
    public var message: String {
        switch kind {
        case .tooDeep, .tooLarge, .wrongEncoding: return "\(found); allowed: \(expected)"
        case .empty: return "\(found); expected \(expected)"
        default: break
        }
        let unexpected = kind.isNotJSON || kind == .invalidUTF8 || kind == .missingBraces ? "" : "unexpected "
        var sentence = "\(unexpected)\(found) at \(position.described); expected \(expected)"
        if let opened, let openedKind, opened.offset != position.offset {
            sentence += "; the \(openedKind) opened at \(opened.described) is not closed"
        }
        return sentence
    }
}

extension JSONReadError: CustomStringConvertible {
    /// The message, the hint, and the line with a caret below the position.
    public var description: String {
        [message, hint, excerpt].compactMap(\.self).joined(separator: "\n")
    }
}

extension JSONReadError {
    init(_ failure: JSONParser.Failure, bytes: [UInt8]) {
        let offset = min(failure.offset, bytes.count)
        let lines = bytes.withUnsafeBufferPointer(LineTable.init)
        let position = lines.position(of: offset, in: bytes)
        let opened = failure.openedAt.map { lines.position(of: $0, in: bytes) }
        let openedKind: String? = failure.openedAt.map { offset in
            switch bytes[offset] {
            case UInt8(ascii: "["): "array"
            case UInt8(ascii: "{"): "object"
            default: "string"
            }
        }
        var hint = failure.kind.hint
        if failure.kind == .mismatchedBracket, let opened, let openedKind {
            let bracket = openedKind == "array" ? "]" : "}"
            hint =
                "insert ‘\(bracket)’ at \(position.described) to close the \(openedKind) opened at \(opened.described)"
        }
        self.init(
            kind: failure.kind, position: position,
            found: Self.foundText(failure.kind, at: offset, in: bytes), expected: failure.expected, hint: hint,
            opened: opened, openedKind: openedKind, excerpt: SourceExcerpt.text(of: bytes, around: offset))
    }

    private static func foundText(_ kind: Kind, at offset: Int, in bytes: [UInt8]) -> String {
        switch kind {
        case .empty: bytes.isEmpty ? "no bytes" : "nothing but white space"
        case .html: "a web page or XML (‘<’)"
        case .pem: "a PEM file (‘-----BEGIN’)"
        case .signedFile: "a signed file (DER)"
        case .compressed: "compressed bytes"
        case .otherFormat: "a binary file"
        case .rtf: "RTF (‘{\\rtf’)"
        case .javaScript: "JavaScript source"
        case .php: "PHP source (‘<?php’)"
        case .template: "a template"
        case .missingBraces: "members of an object without its braces"
        case .tooDeep: "arrays and objects are nested more than \(JSONParser.maxDepth) deep"
        case .tooLarge: "\(bytes.count) bytes"
        case .wrongEncoding: "the text is \(JSONEncoding.detect(in: bytes).encoding.rawValue)"
        case .invalidUTF8 where bytes[offset] >= 0xA0:
            "byte \(bytes[offset].hex) (‘\(Unicode.Scalar(bytes[offset]))’ in ISO 8859-1)"
        case .invalidUTF8: "byte \(bytes[offset].hex)"
        case .trailingComma: "comma after the last item"
        case .secondDocument: "second document"
        case .comment: "comment"
        default: describedText(at: offset, in: bytes)
        }
    }

    private static func describedText(at offset: Int, in text: [UInt8]) -> String {
        guard offset < text.count else { return "end of file" }
        guard let (scalar, _) = text.scalar(at: offset) else { return "byte \(text[offset].hex)" }
        if scalar == "\n" || scalar == "\r" { return "end of line" }
        if scalar.value < 0x20 { return "control character \(scalar.codePoint)" }
        if scalar.isInvisible { return "invisible character \(scalar.codePoint)" }
        if !scalar.isASCII { return "‘\(scalar)’ (\(scalar.codePoint))" }
        let word = String(decoding: text[offset...].prefix(25).prefix(while: \.isWordOrNumberByte), as: UTF8.self)
        return "‘\(word.isEmpty ? String(Character(scalar)) : word.cut(to: 24))’"
    }
}

extension UInt8 {
    var hex: String { "0x" + Hexadecimal.digits(self, width: 2) }

    var isWordByte: Bool { isASCIILetter || isASCIIDigit || self == UInt8(ascii: "_") }

    var isWordOrNumberByte: Bool { isWordByte || ".-+".utf8.contains(self) }
}

extension JSONReadError.Kind {
    /// Whether the whole text is in another format, rather than JSON with a mistake.
    var isNotJSON: Bool {
        switch self {
        case .html, .signedFile, .pem, .compressed, .otherFormat, .rtf, .javaScript, .php, .template, .notJSON: true
        default: false
        }
    }

    var hint: String? {
        switch self {
        case .empty: "serve the association file, not an empty body"
        case .html: "serve the association file itself at this address, not a web page"
        case .pem: "a signed file must be DER; or, better, serve plain JSON without a signature"
        case .signedFile: "unwrap the signature first or, better, serve plain JSON without one"
        case .compressed: "declare the compression in Content-Encoding, or serve the file uncompressed"
        case .rtf: "in TextEdit, choose Format › Make Plain Text, save the file, and publish it again"
        case .javaScript, .php: "publish the JSON that it produces"
        case .template: "publish the file that is generated from it"
        case .notJSON: "serve the association file, which begins with ‘{’"
        case .missingBraces: "wrap the members in { }"
        case .typographicQuote: "replace typographic quotes with straight ones (\")"
        case .singleQuote: "put JSON strings in straight double quotes (\")"
        case .comment: "JSON has no comments; remove it, or use the key \"comment\" inside a component"
        case .trailingComma: "remove the comma before the closing bracket"
        case .extraComma: "remove the comma, or add the missing value before it"
        case .missingComma: "put a comma after the value before it"
        case .missingColon: "write ‘:’ between the key and its value"
        case .unquotedKey: "put the key in straight double quotes"
        case .unquotedText: "put the text in straight double quotes"
        case .unknownWord: "the only words are true, false and null, in lower case"
        case .notANumber: "JSON has no such number"
        case .secondDocument: "a file contains one document: merge the two, or remove one"
        case .textAfterDocument, .extraBracket: "remove the text after the document"
        case .unterminatedString: "close the string on its line; a line break inside is written \\n"
        case .controlCharacter: "write the control character as an escape"
        case .invalidEscape: "write a backslash itself as \\\\"
        case .invisibleCharacter: "delete the invisible character and type a plain space"
        case .invalidUTF8, .wrongEncoding: "save the file as UTF-8 without a byte order mark"
        case .unexpectedEnd: "the file is cut off, or a closing bracket is missing"
        default: nil
        }
    }
}
