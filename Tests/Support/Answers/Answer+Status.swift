/// Answers with various statuses.
///
/// | answer | response |
/// | --- | --- |
/// | `file` | 200, the correct file as `application/json` |
/// | `ok(…)` | 200 with any text and media type |
/// | `response(…)` | any ``HTTPResponse`` |
/// | `status(n)` | the status with a short text page, unless the status allows no body |
/// | `retryAfter(…)` | 429 or 503 with a `Retry-After`, in either form |
/// | `challenge(n)` | a bot check of a content delivery network, with its header fields |
/// | `firewall(n)` | the page of a web application firewall |
/// | `informational(n)` | the given number of 103, then the file; endless if `nil` |
extension Answer {
    /// 200, the correct file.
    public static let file = ok(Sample.association).named("file")

    /// 200 with the given text; without a media type if `type` is `nil`.
    public static func ok(_ text: String, type: String? = "application/json") -> Answer {
        response(HTTPResponse(type: type, body: Array(text.utf8))).named("200 \(type ?? "without a type")")
    }

    /// 200 with the given bytes; without a media type if `type` is `nil`.
    public static func ok(_ bytes: [UInt8], type: String? = "application/json") -> Answer {
        response(HTTPResponse(type: type, body: bytes)).named("200, \(bytes.count) bytes")
    }

    /// The given response.
    public static func response(_ response: HTTPResponse) -> Answer {
        Answer("\(response.status)", response.steps)
    }

    /// The given status with a short page.
    public static func status(_ status: Int, fields: [(name: String, value: String)] = []) -> Answer {
        let isWithoutBody = status == 204 || status == 304
        let body = isWithoutBody ? [] : Array("<h1>\(status)</h1>\n".utf8)
        return response(HTTPResponse(status, type: isWithoutBody ? nil : "text/html", fields: fields, body: body))
    }

    /// The given status with any `Retry-After`: seconds, an HTTP-date, or nonsense.
    public static func retryAfter(_ value: String, status: Int = 429) -> Answer {
        self.status(status, fields: [("Retry-After", value)]).named("\(status), Retry-After: \(value)")
    }

    /// A check for a human user, as sent by Cloudflare.
    public static func challenge(_ status: Int = 403) -> Answer {
        let page =
            "<!DOCTYPE html><title>Just a moment...</title><script src=\"/cdn-cgi/challenge-platform/x.js\"></script>"
        return response(
            HTTPResponse(
                status, type: "text/html; charset=UTF-8",
                fields: [("Server", "cloudflare"), ("cf-mitigated", "challenge"), ("CF-RAY", "8f0c1d2e3a4b5c6d-FRA")],
                body: Array(page.utf8))
        ).named("\(status) with a challenge")
    }

    /// The page of a web application firewall.
    public static func firewall(_ status: Int = 403) -> Answer {
        let page =
            "<html><body><h1>Access Denied</h1>Reference&#32;&#35;18&#46;2d351ab8&#46;1557333295&#46;a4e16ab</body></html>"
        return response(
            HTTPResponse(status, type: "text/html", fields: [("Server", "AkamaiGHost")], body: Array(page.utf8))
        ).named("\(status) from a firewall")
    }

    /// The given number of `103 Early Hints`, followed by the file; endless if `nil`.
    public static func informational(_ count: Int?) -> Answer {
        let hint = Array("HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n".utf8)
        return Answer("\(count.map(String.init) ?? "endless") 103") { request in
            [.repeated(hint, times: count)] + Answer.file.steps(request)
        }
    }

    /// Returns the same answer under another name.
    public func named(_ name: String) -> Answer {
        Answer(name, steps)
    }
}
