import Basics
import Findings
import Transport

/// Checks for compression that cannot be decoded, or that was not requested: `content-encoding-broken`.
/// Rule: body.content-encoding
struct ContentEncodingCheck: CauseCheck {
    /// The requested codings with their synonyms, and the names for no coding.
    private static let understood: Set<String> = ["gzip", "x-gzip", "deflate", "br", "identity", "none"]

    /// The other registered codings (IANA, HTTP Content Coding Registry), except `identity`.
    private static let registered: Set<String> = [
        "aes128gcm", "compress", "x-compress", "dcb", "dcz", "exi", "pack200-gzip", "zstd",
    ]

    /// The first bytes of compressed data; none of them can begin a JSON text or a CMS object.
    private static let magics: [(name: String, bytes: [UInt8])] = [
        ("gzip", [0x1f, 0x8b]), ("Zstandard", [0x28, 0xb5, 0x2f, 0xfd]), ("zlib", [0x78, 0x01]),
        ("zlib", [0x78, 0x5e]), ("zlib", [0x78, 0x9c]), ("zlib", [0x78, 0xda]), ("bzip2", [0x42, 0x5a, 0x68]),
        ("zip", [0x50, 0x4b, 0x03, 0x04]), ("xz", [0xfd, 0x37, 0x7a, 0x58, 0x5a]),
    ]

    static func compression(of bytes: [UInt8]) -> String? { magics.first { bytes.starts(with: $0.bytes) }?.name }

    func cause(of response: Response) -> Cause? {
        guard response.status == 200 else { return nil }
        let codings = Self.codings(of: response)
        let declared = codings.filter { $0 != "identity" && $0 != "none" }
        let magic = Self.compression(of: response.exchange.body)
        let unrequested = codings.first { !Self.understood.contains($0) }
        let declaredList = Wording.list(declared.map { Wording.quote($0) })

        let reason: String
        if let unrequested {
            let name = Wording.quote(unrequested)
            reason = "its Content-Encoding is \(name), which was not requested (gzip, deflate and br were)"
        } else if let failure = response.bodyFailure, failure.kind == .contentCodingBroken {
            let clause = declared.isEmpty ? "its compression" : "its Content-Encoding is \(declaredList), but that"
            reason = "\(clause) cannot be undone.\(Wording.detail(failure))"
        } else if let magic, declared.isEmpty {
            reason = "it is compressed (\(magic)), but no Content-Encoding declares it"
        } else if let magic {
            reason = "its Content-Encoding is \(declaredList), and the decoded content is compressed again (\(magic))"
        } else {
            return nil
        }
        var evidence: Evidence = [
            "contentEncoding": .strings(codings.prefix(16)), "compressedAs": magic.map { .string($0) },
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
            .contentEncodingBroken, of: response, at: .encoding, .unusable, message: Phrase.sentence(message),
            impact: impact, evidence: evidence)
    }

    /// The codings in the order in which they were applied (RFC 9110, section 8.4), in lower case.
    private static func codings(of response: Response) -> [String] {
        response.exchange.headerFields.values(of: "content-encoding").flatMap { $0.split(separator: ",") }
            .map { $0.lowercased().filter { $0 != " " && $0 != "\t" } }.filter { !$0.isEmpty }
    }
}
