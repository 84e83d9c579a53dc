/// Headers that are excessive or not HTTP.
///
/// | answer | response |
/// | --- | --- |
/// | `endlessFields`, `endlessField` | an endless number of fields; one endless field |
/// | `manyFields(n)` | n fields and then the file |
/// | `bigField(n)` | a field of n bytes and then the file |
/// | `rawHeader(name, text)` | any text for a header, and then the file |
/// | `statusLine(text)` | any text as the status line |
/// | `http09`, `http10`, `http10KeepAlive` | the bare file; closed after the file; kept open after the file |
/// | `emptyReply(ending)` | the end of the connection |
/// | `partialHeader(ending)` | half a field, then the end |
/// | `headerWithoutBlankLine(ending)` | all fields, then the end |
/// | `headerOnly(ending)` | a whole header with a length, then the end |
extension Answer {
    private static let start = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    private static var length: String { "Content-Length: \(Sample.association.utf8.count)\r\n" }

    /// Endless header fields.
    public static let endlessFields = Answer(
        "endless fields", [.text(start), .repeated(Array("X-Flood: 0123456789abcdef\r\n".utf8), times: nil)])
    /// One endless header field.
    public static let endlessField = Answer(
        "endless field", [.text(start + "X-Flood: "), .repeated(Array("0123456789abcdef".utf8), times: nil)])

    /// The given number of fields, followed by the file.
    public static func manyFields(_ count: Int) -> Answer {
        rawHeader("\(count) fields", start + (0..<count).map { "X-Field-\($0): \($0)\r\n" }.joined() + length + "\r\n")
    }

    /// A field of the given number of bytes, followed by the file.
    public static func bigField(_ count: Int) -> Answer {
        rawHeader(
            "field of \(count) bytes", start + "X-Big: \(String(repeating: "b", count: count))\r\n" + length + "\r\n")
    }

    /// An arbitrary header, followed by the correct file.
    public static func rawHeader(_ name: String, _ header: String, then end: AnswerStep...) -> Answer {
        Answer(name, [.text(header), .text(Sample.association)] + end)
    }

    /// A zero byte within a value.
    public static let nulInField = rawHeader("NUL in a field", start + "X-Zero: a\0b\r\n" + length + "\r\n")
    /// A line that is not a field.
    public static let fieldWithoutColon = rawHeader(
        "field without a colon", start + "this is no field\r\n" + length + "\r\n")
    /// RFC 9112 section 5.1: must be rejected or corrected.
    public static let spaceBeforeColon = rawHeader("space before a colon", start + "X-Space : 1\r\n" + length + "\r\n")
    /// RFC 9112 section 5.2: one value on two lines.
    public static let foldedField = rawHeader("folded field", start + "X-Folded: one\r\n two\r\n" + length + "\r\n")
    /// Lines that end in LF only (RFC 9112 section 2.2: may be accepted).
    public static let bareLineFeeds = rawHeader(
        "bare line feeds",
        (start + length + "\r\n").split(separator: "\r\n", omittingEmptySubsequences: false).joined(separator: "\n"))
    /// Values that attack terminals, HTML, CSV and logs, and bytes that are not UTF-8.
    public static let hostileFields = Answer(
        "hostile fields",
        [
            .text(
                start
                    + "Server: \(HostileText.markup) \(HostileText.escapes)\r\nVia: \(HostileText.formula)\r\nX-Latin: "
            ),
            .bytes([0xE9, 0xFF, 0x80, 0x9B, 0x33, 0x31, 0x6D]),
            .text("\r\nX-Direction: \(HostileText.bidirectional)\r\n" + length + "\r\n" + Sample.association),
        ])

    /// An arbitrary status line, followed by the correct file.
    public static func statusLine(_ line: String) -> Answer {
        rawHeader(
            "status line \(String(reflecting: line))",
            "\(line)\r\nContent-Type: application/json\r\n" + length + "\r\n",
            then: .end(.close))
    }

    /// The bare file, as in HTTP/0.9.
    public static let http09 = rawHeader("HTTP/0.9", "", then: .end(.close))
    /// HTTP/1.0: the file ends with the connection.
    public static let http10 = rawHeader(
        "HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n", then: .end(.close))
    /// HTTP/1.0 with a length and the connection kept open.
    public static let http10KeepAlive = rawHeader(
        "HTTP/1.0, kept open",
        "HTTP/1.0 200 OK\r\nContent-Type: application/json\r\nConnection: keep-alive\r\n" + length + "\r\n")

    /// The end of the connection without a response.
    public static func emptyReply(_ ending: ConnectionEnding = .close) -> Answer {
        Answer("empty reply, \(ending)", [.end(ending)])
    }

    /// Half a field and the end of the connection.
    public static func partialHeader(_ ending: ConnectionEnding = .close) -> Answer {
        Answer("partial header, \(ending)", [.text(start + "Content-Le"), .end(ending)])
    }

    /// All fields but no blank line, and the end of the connection.
    public static func headerWithoutBlankLine(_ ending: ConnectionEnding = .close) -> Answer {
        Answer("header without its blank line, \(ending)", [.text(start + length), .end(ending)])
    }

    /// A whole header, no body, and the end of the connection.
    public static func headerOnly(_ ending: ConnectionEnding = .close) -> Answer {
        Answer("header only, \(ending)", [.text(start + length + "\r\n"), .end(ending)])
    }
}
