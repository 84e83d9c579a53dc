import Findings
import Transport

/// Checks for media types other than the documented ones: `content-type-missing`, `-generic`, `-wrong`.
///
/// Rules: body.media-type, body.media-type-json, body.charset, signed.media-type
struct ContentTypeCheck: FactCheck {
    func findings(of response: Response) -> [Finding] {
        guard !response.exchange.body.isEmpty else { return [] }
        let expected = response.isSigned ? "application/pkcs7-mime" : "application/json"
        guard let value = response.header("content-type") else {
            return [
                finding(
                    .contentTypeMissing, response, expected, nil,
                    "The file at \(response.url) is served without a Content-Type; \(expected) is expected.")
            ]
        }
        let type = MediaType(value)
        switch type.essence {
        case expected:
            guard let charset = type.charset, charset != "utf-8", charset != "utf8", !response.isSigned else {
                return []
            }
            return [
                finding(
                    .contentTypeWrong, response, expected, value,
                    "The file at \(response.url) is served with the charset \(Wording.quote(charset)); JSON is UTF-8.")
            ]
        case "application/octet-stream", "binary/octet-stream":
            return [
                finding(
                    .contentTypeGeneric, response, expected, value,
                    "The file at \(response.url) is served as \(type.essence), a generic type; \(expected) is expected."
                )
            ]
        default:
            return [
                finding(
                    .contentTypeWrong, response, expected, value,
                    "The file at \(response.url) is served as \(Wording.quote(value)); \(expected) is expected.")
            ]
        }
    }

    private func finding(
        _ code: FindingCode, _ response: Response, _ expected: String, _ value: String?, _ message: String
    ) -> Finding {
        Finding(
            code, location: response.location, message: message,
            evidence: [
                "contentType": value.map { .string(String($0.prefix(500))) } ?? .null, "expected": .string(expected),
                "systems": .strings(Self.systems(code, value)),
            ])
    }

    /// Returns the systems that are not known to accept the type; iOS 14 and later examine the content when they fetch
    /// directly.
    private static func systems(_ code: FindingCode, _ value: String?) -> [String] {
        let old = [AppleSystem.iOS9To12, .iOS13]
        return (code == .contentTypeWrong ? old + [.iOS14] : old).map(\.rawValue)
    }
}

/// A media type with the only parameter that is relevant here (RFC 9110, section 8.3.1).
struct MediaType: Hashable {
    /// Type and subtype in lower case, without parameters.
    let essence: String
    /// The `charset` parameter in lower case, without quotation marks.
    let charset: String?

    /// Parses a field value; a value that is not a media type becomes the essence.
    init(_ value: String) {
        // The usual value does not need parsing.
        if value == "application/json" {
            essence = value
            charset = nil
            return
        }
        let parts = value.split(separator: ";", omittingEmptySubsequences: false).map(Self.trimmed)
        essence = (parts.first ?? "").lowercased()
        charset =
            parts.dropFirst().lazy.compactMap { parameter -> String? in
                let pair = parameter.split(separator: "=", maxSplits: 1)
                guard pair.count == 2, Self.trimmed(pair[0]).lowercased() == "charset" else { return nil }
                return Self.trimmed(pair[1]).lowercased().filter { $0 != "\"" && $0 != "'" }
            }.first
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
