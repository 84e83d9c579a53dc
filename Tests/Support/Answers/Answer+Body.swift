/// Bodies of every size, with false lengths and broken chunks.
///
/// | answer | what is sent |
/// | --- | --- |
/// | `sized(n, framing)` | a correct file, padded with white space to n bytes, in any framing |
/// | `endlessBody(framing)` | endless white space |
/// | `length(text, …)` | the correct file with any `Content-Length`, then the given end |
/// | `lengthTooLarge`, `lengthTooSmall` | a length that is 100 bytes too large or 20 bytes too small, then closed |
/// | `twoLengths`, `lengthAndChunked` | two contradictory lengths; a length together with chunks |
/// | `chunked(extensions:trailer:)` | correct small chunks, with extensions and a trailer if requested |
/// | `chunks(…)` | a raw chunked body and an end |
/// | `brokenChunkSize`, `negativeChunkSize`, `hugeChunkSize` | `zz`, `-5`, 2^68 as a chunk's size |
/// | `truncatedChunk`, `missingLastChunk` | closed within a chunk; closed before the last chunk |
/// | `chunkWithoutEnd` | a chunk without CR LF |
/// | `endlessChunkExtension`, `endlessTrailer` | an endless extension of a chunk size; an endless trailer |
extension Answer {
    /// A correct file of exactly the given number of bytes.
    public static func sized(_ count: Int, _ framing: HTTPResponse.Framing = .length) -> Answer {
        let response = HTTPResponse(body: Sample.association(bytes: count), framing: framing)
        return Answer("\(count) bytes, \(framing)", response.steps)
    }

    /// A correct file, followed by endless white space.
    public static func endlessBody(_ framing: HTTPResponse.Framing = .untilClose) -> Answer {
        let start = Array(Sample.association.utf8)
        let spaces = [UInt8](repeating: 0x20, count: 4096)
        let fields: String
        switch framing {
        case .length: fields = "Content-Length: 1099511627776\r\n"
        case .chunked: fields = "Transfer-Encoding: chunked\r\n"
        case .untilClose, .unsaid: fields = "Connection: close\r\n"
        }
        let header: AnswerStep = .text("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(fields)\r\n")
        if case .chunked = framing {
            let chunk = Array("1000\r\n".utf8) + spaces + Array("\r\n".utf8)
            return Answer("endless body in chunks", [header, .repeated(chunk, times: nil)])
        }
        return Answer("endless body, \(framing)", [header, .bytes(start), .repeated(spaces, times: nil)])
    }

    /// A correct file with an arbitrary `Content-Length`.
    public static func length(_ value: String, ending: ConnectionEnding = .close) -> Answer {
        fields("Content-Length: \(value)\r\n", ending: ending).named("Content-Length: \(value)")
    }

    /// A length that is 100 bytes too large.
    public static func lengthTooLarge(ending: ConnectionEnding = .close) -> Answer {
        length("\(Sample.association.utf8.count + 100)", ending: ending).named("length too large, then \(ending)")
    }

    /// A length that is 20 bytes too small.
    public static let lengthTooSmall = length("\(Sample.association.utf8.count - 20)").named("length too small")

    /// Two contradictory lengths (RFC 9112 section 6.3: invalid).
    public static let twoLengths = fields(
        "Content-Length: \(Sample.association.utf8.count)\r\nContent-Length: 7\r\n"
    ).named("two lengths")

    /// A length together with chunks (RFC 9112 section 6.3: the chunks take precedence).
    public static let lengthAndChunked = fields(
        "Content-Length: 7\r\nTransfer-Encoding: chunked\r\n",
        body: HTTPResponse(body: Array(Sample.association.utf8), framing: .chunked(16)).wireBody
    ).named("length and chunks")

    /// Correct small chunks.
    public static func chunked(extensions: Bool = false, trailer: Bool = false) -> Answer {
        let body = Sample.association.utf8.map { byte in
            Array("1\(extensions ? ";name=\"value\"" : "")\r\n".utf8) + [byte] + Array("\r\n".utf8)
        }
        let end = trailer ? "0\r\nX-Checksum: 1\r\n\r\n" : "0\r\n\r\n"
        return fields("Transfer-Encoding: chunked\r\n", body: body.flatMap { $0 } + Array(end.utf8), ending: nil)
            .named("chunked\(extensions ? ", extensions" : "")\(trailer ? ", trailer" : "")")
    }

    /// A raw chunked body and an end.
    public static func chunks(_ name: String, _ body: String, then end: AnswerStep = .end(.close)) -> Answer {
        fields("Transfer-Encoding: chunked\r\n", body: Array(body.utf8), ending: nil).then(end).named(name)
    }

    /// A chunk size that is not a number.
    public static let brokenChunkSize = chunks("broken chunk size", "5\r\n{\"app\r\nzz\r\nlinks\r\n0\r\n\r\n")
    /// A negative chunk size.
    public static let negativeChunkSize = chunks("negative chunk size", "-5\r\n{}\r\n0\r\n\r\n")
    /// A chunk size that exceeds every integer type.
    public static let hugeChunkSize = chunks("huge chunk size", "100000000000000000\r\n{}\r\n0\r\n\r\n")
    /// Closed within a chunk.
    public static let truncatedChunk = chunks("truncated chunk", "5\r\n{\"app\r\n40\r\nlinks\":")
    /// Cut within a chunk, without close_notify.
    public static let cutChunk = chunks("cut chunk", "5\r\n{\"app\r\n40\r\nlinks\":", then: .end(.cut))
    /// Closed before the last chunk; the received part is a complete file.
    public static let missingLastChunk = chunks(
        "missing last chunk", "\(String(Sample.association.utf8.count, radix: 16))\r\n\(Sample.association)\r\n")
    /// A chunk that is longer than its size.
    public static let chunkWithoutEnd = chunks("chunk without its end", "2\r\n{\"applinks\":{}}\r\n0\r\n\r\n")
    /// A chunk size with an endless extension.
    public static let endlessChunkExtension = chunks(
        "endless chunk extension", "2;x=", then: .repeated(Array(repeating: 0x61, count: 4096), times: nil))
    /// Endless trailer fields.
    public static let endlessTrailer = chunks(
        "endless trailer", "2\r\n{}\r\n0\r\n", then: .repeated(Array("X-Trailer: 1\r\n".utf8), times: nil))

    /// 200, JSON, the given raw header lines, a body (by default the correct file), and an end.
    static func fields(
        _ lines: String, body: [UInt8] = Array(Sample.association.utf8), ending: ConnectionEnding? = .close
    ) -> Answer {
        let head = Array("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(lines)\r\n".utf8)
        return Answer("raw fields", [.bytes(head + body)] + (ending.map { [.end($0)] } ?? []))
    }
}
