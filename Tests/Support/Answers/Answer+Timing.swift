/// Answers that are slow, stall, or end the connection at the wrong moment.
///
/// Durations are specified by the test.
///
/// | answer | what is sent |
/// | --- | --- |
/// | `slowFirstByte(d)` | nothing for the duration `d`, then the file |
/// | `dripHeader(d)`, `dripBody(d)` | one byte per interval `d` |
/// | `stall` | nothing |
/// | `stallInHeader`, `stallInBody`, `stallAfterHeader` | half a header, half a file, or a header, then nothing |
/// | `endInBody(ending)` | half a file, then the end |
/// | `fileThenEnd(ending)` | the file on a connection that is supposed to stay open, then the end |
/// | `fileThenEndOnRequest(ending)` | the same, but the end follows the next request, as in a race |
/// | `fileAndClose` | the file with `Connection: close` |
/// | `fileAndMore` | the file, followed by unrequested bytes |
/// | `failFirst(n, …)` | something else for the first n requests, then the file |
///
/// Any answer can also be `delayed(by:)`, `held(by:)` a gate, or played `inTurn` with others.
extension Answer {
    private static var good: HTTPResponse { HTTPResponse(body: Array(Sample.association.utf8)) }
    private static var head: [UInt8] { Array("\(good.header)\r\n".utf8) }
    private static var half: [UInt8] { Array(good.body.prefix(good.body.count / 2)) }

    /// A pause, followed by the file.
    public static func slowFirstByte(_ duration: Duration) -> Answer {
        Answer.file.delayed(by: duration)
    }

    /// The header, byte by byte.
    public static func dripHeader(every pause: Duration) -> Answer {
        Answer("dripping header", [.drip(head, every: pause), .bytes(good.body)])
    }

    /// The file, byte by byte.
    public static func dripBody(every pause: Duration) -> Answer {
        Answer("dripping body", [.bytes(head), .drip(good.body, every: pause)])
    }

    /// No response.
    public static let stall = Answer("stall", [.stall])
    /// Half a header, followed by nothing.
    public static let stallInHeader = Answer("stall in the header", [.bytes(Array(head.prefix(40))), .stall])
    /// A header, followed by nothing.
    public static let stallAfterHeader = Answer("stall after the header", [.bytes(head), .stall])
    /// Half a file, followed by nothing.
    public static let stallInBody = Answer("stall in the body", [.bytes(head + half), .stall])

    /// Half a file, followed by the end of the connection.
    public static func endInBody(_ ending: ConnectionEnding) -> Answer {
        Answer("\(ending) in the body", [.bytes(head + half), .end(ending)])
    }

    /// The file, announced to keep the connection open, followed by its immediate end.
    public static func fileThenEnd(_ ending: ConnectionEnding = .close) -> Answer {
        Answer("file, then \(ending)", [.bytes(head + good.body), .end(ending)])
    }

    /// The file, announced to keep the connection open, which ends at the next request.
    public static func fileThenEndOnRequest(_ ending: ConnectionEnding = .close) -> Answer {
        Answer("file, then \(ending) on the next request", [.bytes(head + good.body), .awaitInput, .end(ending)])
    }

    /// The file with an announced end of the connection.
    public static let fileAndClose = Answer(
        "file and close",
        HTTPResponse(fields: [("Connection", "close")], body: good.body).steps + [.end(.close)])

    /// The file, followed by unrequested bytes.
    public static let fileAndMore = Answer(
        "file and more", [.bytes(head + good.body), .text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")])

    /// Another answer to the first requests for a path, then the file.
    public static func failFirst(_ count: Int, with answer: Answer) -> Answer {
        Answer("\(answer), \(count) times, then the file") { request in
            (request.ordinal <= count ? answer : .file).steps(request)
        }
    }
}
