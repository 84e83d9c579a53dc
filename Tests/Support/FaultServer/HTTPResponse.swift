/// An HTTP/1.1 response, correctly formed unless its parts specify otherwise.
public struct HTTPResponse: Hashable, Sendable {
    /// The way in which the end of the body is determined (RFC 9112 section 6).
    public enum Framing: Hashable, Sendable {
        /// `Content-Length` with the actual length of the body.
        case length
        /// `Transfer-Encoding: chunked` with chunks of at most the given number of bytes.
        case chunked(Int)
        /// The end of the connection.
        case untilClose
        /// No field is added to the header.
        case unsaid
    }

    /// The status: three digits, or anything else.
    public var status: Int
    /// The reason phrase after the status.
    public var reason: String
    /// The version in the status line.
    public var version = "HTTP/1.1"
    /// The header fields in order.
    public var fields: [(name: String, value: String)] {
        get { storedFields.map { ($0.name, $0.value) } }
        set { storedFields = newValue.map { RequestField(name: $0.name, value: $0.value) } }
    }
    /// The body's bytes.
    public var body: [UInt8]
    /// The way in which the end of the body is determined.
    public var framing: Framing
    private var storedFields: [RequestField]

    /// Creates a response; `type` is the media type, without a field if `nil`.
    public init(
        _ status: Int = 200, type: String? = "application/json", fields: [(name: String, value: String)] = [],
        body: [UInt8] = [], framing: Framing = .length
    ) {
        self.status = status
        reason = Self.reasons[status] ?? "Something"
        storedFields = []
        self.body = body
        self.framing = framing
        self.fields = (type.map { [(name: "Content-Type", value: $0)] } ?? []) + fields
    }

    /// The status line and the fields, each with its CR LF, without the blank line.
    public var header: String {
        var lines = ["\(version) \(status) \(reason)"] + fields.map { "\($0.name): \($0.value)" }
        switch framing {
        case .length: if !hasNoBody { lines.append("Content-Length: \(body.count)") }
        case .chunked: lines.append("Transfer-Encoding: chunked")
        case .untilClose: lines.append("Connection: close")
        case .unsaid: break
        }
        return lines.map { $0 + "\r\n" }.joined()
    }

    /// The bytes of the body as sent.
    public var wireBody: [UInt8] {
        guard case .chunked(let size) = framing else { return body }
        return chunks(size) + Array("0\r\n\r\n".utf8)
    }

    /// The steps that send the response.
    public var steps: [AnswerStep] {
        let bytes: AnswerStep = .bytes(Array("\(header)\r\n".utf8) + wireBody)
        return framing == .untilClose ? [bytes, .end(.close)] : [bytes]
    }

    /// Returns the body in chunks, without the last one.
    func chunks(_ size: Int) -> [UInt8] {
        stride(from: 0, to: body.count, by: max(size, 1)).flatMap { start in
            let piece = body[start..<min(start + max(size, 1), body.count)]
            return Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8)
        }
    }

    /// Whether the status excludes a body (RFC 9110 section 6.4.1).
    private var hasNoBody: Bool { (100...199).contains(status) || status == 204 || status == 304 }

    private static let reasons = [
        100: "Continue", 103: "Early Hints", 200: "OK", 204: "No Content", 206: "Partial Content",
        301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
        308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        407: "Proxy Authentication Required", 410: "Gone", 421: "Misdirected Request", 429: "Too Many Requests",
        451: "Unavailable For Legal Reasons", 500: "Internal Server Error", 502: "Bad Gateway",
        503: "Service Unavailable", 504: "Gateway Timeout",
    ]
}
