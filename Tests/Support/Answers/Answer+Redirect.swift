/// Valid and invalid redirects.
///
/// | answer | `Location` |
/// | --- | --- |
/// | `redirect(to:status:)` | the text as it is given: relative, `../`, `//host/`, another host, `http:`, another port, an address, `javascript:`, `ftp:`, with user information, with non-ASCII letters, empty, nonsense |
/// | `redirect(toBytes:)` | bytes that need not be UTF-8 |
/// | `redirectWithoutLocation` | no field |
/// | `redirectTwice(…)` | two contradictory fields |
/// | `redirectLoop(n)` | the same path after n - 1 intermediate redirects |
/// | `redirectChain(n, to: answer)` | the same path with `?hop=1`, `?hop=2`, … `?hop=n`; the last gives the answer |
extension Answer {
    /// A redirect with the given Location, unchanged; an empty text produces an empty field.
    public static func redirect(to location: String, status: Int = 301) -> Answer {
        redirect(toBytes: Array(location.utf8), status: status)
            .named("\(status) to \(String(reflecting: String(location.prefix(80))))")
    }

    /// A redirect with the given bytes, which may not be text and may end the field.
    public static func redirect(toBytes location: [UInt8], status: Int = 301) -> Answer {
        let response = HTTPResponse(status, type: "text/html", body: Array("<h1>Moved</h1>\n".utf8))
        let bytes = Array("\(response.header)Location: ".utf8) + location + Array("\r\n\r\n".utf8) + response.wireBody
        return Answer("\(status) to \(location.count) raw bytes", [.bytes(bytes)])
    }

    /// A redirect without a Location.
    public static func redirectWithoutLocation(status: Int = 301) -> Answer {
        Answer.status(status).named("\(status) without Location")
    }

    /// A redirect with two contradictory Locations.
    public static func redirectTwice(to first: String, and second: String, status: Int = 302) -> Answer {
        Answer.status(status, fields: [("Location", first), ("Location", second)]).named("\(status) with two Locations")
    }

    /// A redirect that returns to its start after the given number of hops; 1 redirects directly to itself.
    public static func redirectLoop(_ length: Int, status: Int = 302) -> Answer {
        Answer("loop of \(length)") { request in
            let next = ((request.hop ?? 0) + 1) % max(length, 1)
            return Answer.redirect(to: next == 0 ? request.path : "\(request.path)?hop=\(next)", status: status)
                .steps(request)
        }
    }

    /// The given number of consecutive redirects, followed by the answer.
    public static func redirectChain(_ hops: Int, to answer: Answer = .file, status: Int = 302) -> Answer {
        Answer("chain of \(hops)") { request in
            let hop = request.hop ?? 0
            if hop >= hops { return answer.steps(request) }
            return Answer.redirect(to: "\(request.path)?hop=\(hop + 1)", status: status).steps(request)
        }
    }

    /// Endless redirects, each to a new location.
    public static func endlessRedirects(status: Int = 302) -> Answer {
        redirectChain(.max, status: status).named("endless redirects")
    }
}

extension RequestRecord {
    /// The number in `?hop=…`.
    fileprivate var hop: Int? {
        guard let query, query.hasPrefix("hop=") else { return nil }
        return Int(query.dropFirst(4))
    }
}
