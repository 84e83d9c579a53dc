/// Content codings, correct and broken.
///
/// The uncompressed content is the correct file unless the name says otherwise.
///
/// | answer | what is sent |
/// | --- | --- |
/// | `coded(name, bytes)` | any bytes with any `Content-Encoding`; without the field if the name is `nil` |
/// | `gzip`, `xGzip`, `deflate`, `rawDeflate`, `identity` | correct |
/// | `brotli`, `zstandard` | correct, in codings that the client may not have requested |
/// | `gzipTwoMembers` | correct, but not supported by every decoder |
/// | `gzipBomb(n)` | n bytes of white space, 159 times smaller on the wire |
/// | `gzipCorrupt`, `gzipTruncated`, `gzipWrongChecksum` | errors that a decoder must detect |
/// | `gzipTrailingJunk`, `gzipNotAtAll` | gzip followed by other bytes; uncompressed bytes declared as gzip |
/// | `gzipUndeclared` | compressed, but not declared |
/// | `gzipTwice`, `gzipTwiceDeclaredOnce` | two layers, two names; two layers, one name |
/// | `stacked(lines, layers:)` | the given number of gzip layers, with any header fields |
/// | `endlessEmptyBlocks` | endless gzip without content |
/// | `brotliCorrupt`, `unknownCoding`, `manyCodings` | junk as `br`; `Content-Encoding: snappy`; twenty names |
extension Answer {
    private static var content: [UInt8] { Array(Sample.association.utf8) }

    /// Any bytes under any `Content-Encoding`.
    public static func coded(_ coding: String?, _ bytes: [UInt8]) -> Answer {
        let fields = coding.map { [(name: "Content-Encoding", value: $0)] } ?? []
        return response(HTTPResponse(fields: fields, body: bytes)).named("coding: \(coding ?? "none")")
    }

    /// Correct gzip.
    public static let gzip = coded("gzip", Compression.gzip(content))
    /// The obsolete name of gzip (RFC 9110 section 8.4.1.3).
    public static let xGzip = coded("x-gzip", Compression.gzip(content))
    /// Correct deflate, in the zlib wrapper.
    public static let deflate = coded("deflate", Compression.zlib(content))
    /// Deflate without the zlib wrapper, as sent by some servers.
    public static let rawDeflate = coded("deflate", Compression.rawDeflate(content)).named("raw deflate")
    /// No coding, declared in the header.
    public static let identity = coded("identity", content)
    /// Correct Brotli.
    public static let brotli = coded("br", Compression.brotli(content))
    /// Correct Zstandard.
    public static let zstandard = coded("zstd", Compression.zstandard(content))

    /// White space that is compressed to 1/159.
    public static func gzipBomb(_ count: Int = 100 << 20) -> Answer {
        Answer("gzip bomb of \(count) bytes") { request in
            coded("gzip", Compression.gzip(0x20, count: count)).steps(request)
        }
    }

    /// gzip with inverted bytes in the middle.
    public static let gzipCorrupt = coded("gzip", corrupted(Compression.gzip(0x20, count: 100_000))).named(
        "corrupt gzip")
    /// The first half of the data, with the length of that half.
    public static let gzipTruncated = coded(
        "gzip", Array(Compression.gzip(content).prefix(Compression.gzip(content).count / 2))
    ).named("truncated gzip")
    /// gzip with a wrong checksum.
    public static let gzipWrongChecksum = coded(
        "gzip", Compression.gzip(content).dropLast(8) + [1, 2, 3, 4] + Compression.gzip(content).suffix(4)
    ).named("gzip with a wrong checksum")
    /// gzip followed by junk.
    public static let gzipTrailingJunk = coded("gzip", Compression.gzip(content) + Array("junk".utf8))
        .named("gzip with junk behind")
    /// Two consecutive members that form one content (RFC 1952 section 2.2).
    public static let gzipTwoMembers = coded("gzip", Compression.gzip(content) + Compression.gzip(0x20, count: 10))
        .named("gzip in two members")
    /// Declared as gzip, but not compressed.
    public static let gzipNotAtAll = coded("gzip", content).named("gzip that is none")
    /// Compressed, but not declared.
    public static let gzipUndeclared = coded(nil, Compression.gzip(content)).named("gzip undeclared")
    /// Two layers with two names.
    public static let gzipTwice = coded("gzip, gzip", Compression.gzip(Compression.gzip(content)))
    /// The given number of gzip layers, with the given header lines.
    public static func stacked(_ lines: String, layers: Int) -> Answer {
        let body = (0..<layers).reduce(content) { body, _ in Compression.gzip(body) }
        return fields(lines, body: body).named("\(layers) layers: \(lines)")
    }
    /// Endless blocks without content.
    public static let endlessEmptyBlocks = Answer(
        "endless empty blocks",
        [
            .text("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n\r\n"),
            .bytes([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]), .repeated([0, 0, 0, 0xFF, 0xFF], times: nil),
        ])
    /// Two layers with one name: the decoded body is still compressed.
    public static let gzipTwiceDeclaredOnce = coded("gzip", Compression.gzip(Compression.gzip(content)))
        .named("gzip twice, declared once")
    /// Junk declared as Brotli.
    public static let brotliCorrupt = coded("br", Array(repeating: 0xFF, count: 64)).named("corrupt brotli")
    /// A coding that HTTP does not define.
    public static let unknownCoding = coded("snappy", content)
    /// An excessive number of codings.
    public static let manyCodings = coded(
        Array(repeating: "gzip", count: 20).joined(separator: ", "), content
    ).named("twenty codings")

    private static func corrupted(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for index in bytes.indices.dropFirst(bytes.count / 2).prefix(32) { bytes[index] ^= 0xFF }
        return bytes
    }
}
