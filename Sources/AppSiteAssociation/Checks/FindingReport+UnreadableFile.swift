import Basics
import Findings

/// Findings about bytes that are not a JSON object in UTF-8; only the first cause is reported, not its consequences.
/// Documented as json.strict, json.object, json.utf-8, json.byte-order-mark, json.depth
extension FindingReport {
    /// Reports `encoding-not-utf8` for UTF-16 and UTF-32, and `encoding-bom` for a byte order mark before UTF-8.
    mutating func addEncoding(_ encoding: JSONEncoding, bytes: [UInt8]) {
        switch encoding {
        case .utf8, .notUnicode: break
        case .utf8WithByteOrderMark:
            add(.encodingBOM, position: JSONPosition(line: 1, column: 1, offset: 0)) {
                Text(
                    message: "The file begins with a byte order mark (the bytes EF BB BF).",
                    remedy:
                        "Save the file as UTF-8 without a byte order mark; most editors call it “UTF-8”, not “UTF-8 with BOM”.",
                    evidence: ["bytes": "EF BB BF"])
            }
        case .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian:
            let start = bytes.prefix(8).map { $0.hex.dropFirst(2) }.joined(separator: " ")
            add(.encodingNotUTF8, position: JSONPosition(line: 1, column: 1, offset: 0)) {
                Text(
                    message: "The file is encoded in \(encoding.rawValue); JSON on the web is UTF-8.",
                    remedy: "Save the file as UTF-8 without a byte order mark.",
                    evidence: ["encoding": .string(encoding.rawValue), "bytes": .string(start)])
            }
        }
    }

    /// Reports the reason why the text could not be read: `json-too-deep`, `encoding-not-utf8` or `json-invalid`.
    mutating func add(_ error: JSONReadError, encoding: JSONEncoding) {
        let (code, message): (FindingCode, String) =
            switch error.kind {
            case .tooDeep: (.jsonTooDeep, "The JSON is nested too deeply: \(error.message).")
            case .invalidUTF8: (.encodingNotUTF8, "The file is not UTF-8: \(error.message).")
            case .rtf: (.jsonInvalid, "The file is RTF, not JSON.")
            case .notJSON: (.jsonInvalid, "The file is not JSON: it begins with \(error.found).")
            case _ where error.kind.isNotJSON: (.jsonInvalid, "The file is not JSON: it is \(error.found).")
            default: (.jsonInvalid, "Invalid JSON: \(error.message).")
            }
        // An encoding other than UTF-8 has already been reported; the text is then invalid JSON as a consequence.
        guard error.kind != .wrongEncoding, code != .jsonInvalid || encoding.isUTF8 else { return }
        add(code, position: error.position) {
            var evidence: Evidence = [
                "kind": .string(error.kind.rawValue), "found": .string(error.found),
                "expected": .string(error.expected), "excerpt": .string(error.excerpt),
            ]
            if let opened = error.opened { evidence["opened"] = .string(opened.described) }
            return Text(
                message: message,
                remedy: error.hint.map {
                    error.kind.isNotJSON || code == .encodingNotUTF8 || error.kind == .mismatchedBracket
                        ? Phrase.sentence($0) : "At \(error.position.described): \($0)."
                }, evidence: evidence)
        }
    }

    mutating func addNotAnObject(_ root: JSONValue) {
        add(
            .jsonNotObject, at: root,
            message: "The file is valid JSON, but its top level is \(root.kind.described), not an object.",
            remedy: root.count == 1 && root.elements?.first?.kind == .object
                ? "Remove the square brackets around the object." : nil,
            evidence: ["found": .string(root.kind.rawValue), "text": .source(root)])
    }
}
