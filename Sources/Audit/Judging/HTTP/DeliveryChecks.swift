import Basics
import Findings
import Transport

/// A check for media types other than the documented ones: `content-type-missing`, `-generic`, `-wrong`.
/// Documented as body.media-type, body.media-type-json, body.charset, signed.media-type
struct ContentTypeCheck: DeliveryCheck {
    func finding(of response: Response) -> Finding? {
        guard !response.exchange.body.isEmpty else { return nil }
        let expected = response.isSigned ? "application/pkcs7-mime" : "application/json"
        let value = response.header("content-type")
        let code: FindingCode
        let predicate: String
        switch value.map(MediaType.init) {
        case nil:
            code = .contentTypeMissing
            predicate = "without a Content-Type; \(expected) is expected"
        case let media? where media.essence == expected:
            guard let charset = media.charset, charset != "utf-8", charset != "utf8", !response.isSigned else {
                return nil
            }
            code = .contentTypeWrong
            predicate = "with the charset \(Wording.quote(charset)); JSON is UTF-8"
        case let media? where ["application/octet-stream", "binary/octet-stream"].contains(media.essence):
            code = .contentTypeGeneric
            predicate = "as \(media.essence), a generic type; \(expected) is expected"
        default:
            code = .contentTypeWrong
            predicate = "as \(Wording.quote(value ?? "")); \(expected) is expected"
        }
        // The systems not known to accept the type: iOS 14 accepts a missing or generic type, its developer mode any.
        let systems: [AppleSystem] = [.iOS9To12, .iOS13] + (code == .contentTypeWrong ? [.iOS14] : [])
        let shown: EvidenceValue = value.map { .string(String($0.prefix(500))) } ?? .null
        return Finding(
            code, location: response.location, message: "The file at \(response.url) is served \(predicate).",
            evidence: [
                "contentType": shown, "expected": .string(expected), "systems": .strings(systems.map(\.rawValue)),
            ])
    }
}

/// A media type with the only parameter that is relevant here (RFC 9110, section 8.3.1).
struct MediaType {
    let essence: String
    /// The `charset` parameter in lower case, without quotation marks.
    let charset: String?

    /// Parses a field value; a value that is not a media type becomes the essence.
    init(_ value: String) {
        let parts = value.split(separator: ";", omittingEmptySubsequences: false).map { $0.trimming(\.isWhitespace) }
        essence = (parts.first ?? "").lowercased()
        let parameters = parts.dropFirst().map { parameter in
            parameter.lowercased().split(separator: "=", maxSplits: 1).map { $0.trimming(\.isWhitespace) }
        }
        let charset = parameters.first { $0.count == 2 && $0[0] == "charset" }
        self.charset = charset.map { $0[1].filter { $0 != "\"" && $0 != "'" } }
    }
}

/// A check for responses that begin late: `slow-response`. Documented as transport.timeout
struct SlowResponseCheck: DeliveryCheck {
    func finding(of response: Response) -> Finding? {
        let limit = JudgeSettings.slowMs
        guard let time = response.exchange.timings.firstByteMs, time.isFinite, time > limit else { return nil }
        let isVerySlow = time > JudgeSettings.verySlowMs
        return Finding(
            .slowResponse, severity: isVerySlow ? .warning : .info, location: response.location,
            message: "The first byte of \(response.url) took \(Wording.seconds(time)).",
            evidence: [
                "firstByteMs": .number(time), "limitMs": .number(isVerySlow ? JudgeSettings.verySlowMs : limit),
            ])
    }
}
