import Basics
import Findings
import Transport

/// A check for responses without a body: `file-empty`. Documented as body.empty
struct EmptyCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard response.status == 200, response.bodyFailure == nil, response.exchange.body.isEmpty else { return nil }
        let message = "\(response.url) returns status 200 with an empty body."
        let length = response.header("content-length")
        let evidence: Evidence = ["bytes": 0, "contentLength": length.map { .string($0) }]
        return Cause(.fileEmpty, of: response, at: .page, .unusable, message: message, evidence: evidence)
    }
}

/// A check for a web page in place of the file: `html-instead-of-file`. Documented as body.html
struct HTMLCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard response.status == 200, response.isPage else { return nil }
        let title = Self.title(of: response.exchange.body)
        let titled = title.map { " titled \(Wording.quote($0))" } ?? ""
        return Cause(
            .htmlInsteadOfFile, of: response, at: .page, .unusable,
            message: "\(response.url) returns a web page\(titled) (status 200) instead of the file.",
            evidence: [
                "bytes": .integer(response.exchange.bodySize),
                "contentType": response.header("content-type").map { .string($0) }, "title": title.map { .string($0) },
            ])
    }

    /// Whether `body` begins like a web page, and not like the source code of a script.
    static func isPage(_ body: [UInt8]) -> Bool {
        let start = Bytes.afterBlanks(body).prefix(5)
        return start.first == UInt8(ascii: "<") && !start.starts(with: "<?php".utf8) && !start.starts(with: "<%".utf8)
    }

    static func title(of body: [UInt8]) -> String? {
        let page = Bytes.lowercased(body, limit: 16_384)
        guard let tag = Bytes.firstIndex(of: Array("<title".utf8), in: page),
            let open = page[tag...].firstIndex(of: UInt8(ascii: ">")),
            let close = page[open...].firstIndex(of: UInt8(ascii: "<"))
        else { return nil }
        let words = String(decoding: body[(open + 1)..<close], as: UTF8.self).split { $0.isWhitespace }
        let title = words.joined(separator: " ")
        return title.isEmpty ? nil : String(title.prefix(Wording.maxLength))
    }
}

/// A check for files whose uncompressed size exceeds the limit (`file-oversized`), or exceeds it according to only one
/// interpretation of "128 KB" (`file-size-near-limit`). Documented as body.size-limit, body.size-limit-bytes
struct SizeCheck: CauseCheck, DeliveryCheck {
    func cause(of response: Response) -> Cause? {
        let bytes = response.exchange.body.count
        let limit = JudgeSettings.sizeLimit
        let capped = response.exchange.bodyCapped
        guard response.status == 200, bytes > limit || capped else { return nil }
        let received = "\(Wording.bytes(bytes)) uncompressed"
        let size = capped ? "more than \(received) (reading was stopped there)" : received
        return Cause(
            .fileOversized, of: response, at: .file, .unusable,
            message: "The file at \(response.url) has \(size); the limit is \(Wording.bytes(limit)).",
            evidence: [
                "bytes": .integer(bytes), "capped": .boolean(capped), "limit": .integer(limit),
                "wireBytes": .integer(response.exchange.wireBytes),
                "contentEncoding": response.header("content-encoding").map { .string($0) },
            ])
    }

    func finding(of response: Response) -> Finding? {
        let bytes = response.exchange.body.count
        let strictLimit = JudgeSettings.strictSizeLimit
        let limit = JudgeSettings.sizeLimit
        guard bytes > strictLimit, bytes <= limit else { return nil }
        let message =
            "The file at \(response.url) has \(Wording.bytes(bytes)) uncompressed. The limit of 128 KB can be read as "
            + "\(Wording.bytes(strictLimit)) or as \(Wording.bytes(limit))."
        let evidence: Evidence = ["bytes": .integer(bytes), "limit": .integer(limit)]
        return Finding(.fileSizeNearLimit, location: response.location, message: message, evidence: evidence)
    }
}

/// A check for bodies that end early: `body-truncated`. Documented as body.complete
struct TruncationCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard response.status == 200, let failure = response.bodyFailure,
            failure.kind == .bodyTruncated || failure.kind == .connectionClosed
        else { return nil }
        let length = response.header("content-length")
        var evidence = response.evidence(of: failure)
        evidence["wireBytes"] = .integer(response.exchange.wireBytes)
        evidence["contentLength"] = length.map { .string($0) }
        let arrived = Wording.bytes(response.exchange.wireBytes)
        var reason = "the connection was closed after \(arrived)"
        if let length { reason = "\(arrived) arrived, and its Content-Length is \(Wording.excerpt(length))" }
        let message = "The file at \(response.url) is incomplete: \(reason).\(Wording.detail(failure))"
        return Cause(.bodyTruncated, of: response, at: .file, .failed, message: message, evidence: evidence)
    }
}

/// A check for compression that cannot be decoded, or that was not requested: `content-encoding-broken`.
/// Documented as body.content-encoding
struct ContentEncodingCheck: CauseCheck {
    /// The requested codings with their synonyms, and the names for no coding.
    private static let requested: Set<String> = ["gzip", "x-gzip", "deflate", "br", "identity", "none"]

    /// The other registered codings (IANA, HTTP Content Coding Registry), except `identity`.
    private static let registered: Set<String> = [
        "aes128gcm", "compress", "x-compress", "dcb", "dcz", "exi", "pack200-gzip", "zstd",
    ]

    /// The first bytes of compressed data; none of them can begin a JSON text or a CMS object.
    private static let signatures: [(name: String, bytes: [UInt8])] = [
        ("gzip", [0x1f, 0x8b]), ("Zstandard", [0x28, 0xb5, 0x2f, 0xfd]), ("zlib", [0x78, 0x01]),
        ("zlib", [0x78, 0x5e]), ("zlib", [0x78, 0x9c]), ("zlib", [0x78, 0xda]), ("bzip2", [0x42, 0x5a, 0x68]),
        ("zip", [0x50, 0x4b, 0x03, 0x04]), ("xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a]),
    ]

    /// Returns the name of the compression of `bytes`; `nil` if there is none.
    static func compression(of bytes: [UInt8]) -> String? { signatures.first { bytes.starts(with: $0.bytes) }?.name }

    func cause(of response: Response) -> Cause? {
        guard response.status == 200 else { return nil }
        let codings = Self.codings(of: response)
        let declared = codings.filter { $0 != "identity" && $0 != "none" }
        let format = Self.compression(of: response.exchange.body)
        let unrequested = codings.first { !Self.requested.contains($0) }
        let declaredList = Wording.list(declared.map { Wording.quote($0) })

        let reason: String
        if let unrequested {
            let name = Wording.quote(unrequested)
            reason = "its Content-Encoding is \(name), which was not requested (gzip, deflate and br were)"
        } else if let failure = response.bodyFailure, failure.kind == .contentCodingBroken {
            let clause = declared.isEmpty ? "its compression" : "its Content-Encoding is \(declaredList), but that"
            reason = "\(clause) cannot be undone.\(Wording.detail(failure))"
        } else if let format {
            reason =
                declared.isEmpty
                ? "it is compressed (\(format)), but no Content-Encoding declares it"
                : "its Content-Encoding is \(declaredList), and the decoded content is compressed again (\(format))"
        } else {
            return nil
        }
        var evidence: Evidence = [
            "contentEncoding": .strings(codings.prefix(16)), "compressedAs": format.map { .string($0) },
        ]
        var impact: String?
        if let unrequested, !Self.registered.contains(unrequested) {
            evidence["unknownCoding"] = true
            impact = "Not known: Apple's systems may ignore an undefined coding, or fail to read the file."
        } else if unrequested == nil, declared.count > 1 {
            evidence["severalCodings"] = true
            impact = "Not known: Apple's systems may decode a file with several codings, or fail to read it."
        }
        evidence["firstBytes"] = .string(Hexadecimal.digits(Array(response.exchange.body.prefix(8))))
        evidence["detail"] = response.bodyFailure.map { .string(String($0.detail.prefix(1000))) }
        let message = "The file at \(response.url) cannot be read: \(reason)"
        return Cause(
            .contentEncodingBroken, of: response, at: .file, .unusable, message: Phrase.sentence(message),
            impact: impact, evidence: evidence)
    }

    /// The codings in the order in which they were applied (RFC 9110, section 8.4), in lower case.
    private static func codings(of response: Response) -> [String] {
        response.exchange.headerFields.values(of: "content-encoding").flatMap { $0.split(separator: ",") }
            .map { $0.lowercased().filter { $0 != " " && $0 != "\t" } }.filter { !$0.isEmpty }
    }
}
