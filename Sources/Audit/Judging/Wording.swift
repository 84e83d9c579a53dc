import Basics
import Transport

import struct Foundation.Date

enum Wording {
    /// The maximum length of untrusted text in a message, in Unicode scalars.
    static let maxLength = 200

    /// Quotes untrusted text, truncated and with invisible characters escaped.
    static func quote(_ text: some StringProtocol) -> String { VisibleText.quote(text, limit: maxLength) }

    /// Returns untrusted text, such as a URL or an address, truncated and with invisible characters escaped.
    static func excerpt(_ text: some StringProtocol) -> String {
        VisibleText.quote(text, limit: maxLength, marks: ("", ""))
    }

    /// Returns a sentence that quotes a library's message, preceded by a space; empty if there is no message.
    static func detail(_ failure: ExchangeFailure) -> String {
        failure.detail.isEmpty ? "" : " Detail: \(quote(failure.detail))."
    }

    /// Returns the name for display, with its Punycode form if different.
    static func name(of target: Target) -> String {
        let name = excerpt(target.domain.displayHost)
        return target.domain.displayHost == target.host ? name : "\(name) (\(excerpt(target.host)))"
    }

    /// Returns a list such as `a, b and 5 more`; `total` is the full number if `items` is incomplete.
    static func list(_ items: [String], limit: Int = 6, of total: Int = 0) -> String {
        Phrase.list(items, limit: limit, of: total)
    }

    /// Returns a moment with minute precision, such as `2026-05-01 12:00 UTC`.
    static func moment(_ date: Date?) -> String {
        date?.minuteText ?? "a date that cannot be read"
    }

    /// Returns the time between two moments, rounded down: in hours up to two days, then in days.
    static func duration(from start: Date, to end: Date) -> String {
        let days = days(from: start, to: end)
        if days >= 2 { return Phrase.count(days, "day") }
        let hours = (end.timeIntervalSince(start) / 3600).rounded(.down)
        return hours.isFinite && hours >= 1 ? Phrase.count(Int(hours), "hour") : "less than an hour"
    }

    /// Returns the whole days between two dates, rounded down; clamped for implausible dates.
    static func days(from start: Date, to end: Date) -> Int {
        let days = (end.timeIntervalSince(start) / 86_400).rounded(.down)
        guard days.isFinite else { return 0 }
        return Int(min(max(days, -4_000_000), 4_000_000))
    }

    static func seconds(_ milliseconds: Double) -> String {
        guard milliseconds.isFinite, abs(milliseconds) < 1e12 else { return "an unknown time" }
        let tenths = Int((milliseconds / 100).rounded())
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10) s"
    }

    static func bytes(_ number: Int) -> String { Phrase.count(number, "byte") }

    static func status(_ status: Int) -> String { statusNames[status].map { "\(status) \($0)" } ?? "\(status)" }

    /// The registered names (IANA, HTTP Status Code Registry), and widespread servers' names for unregistered codes.
    private static let statusNames: [Int: String] = [
        100: "Continue", 101: "Switching Protocols", 103: "Early Hints",
        201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        205: "Reset Content", 206: "Partial Content", 207: "Multi-Status",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        305: "Use Proxy", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required",
        408: "Request Timeout", 409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed",
        413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
        417: "Expectation Failed", 418: "I'm a teapot", 421: "Misdirected Request", 422: "Unprocessable Content",
        423: "Locked", 425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required",
        429: "Too Many Requests", 431: "Request Header Fields Too Large", 444: "No Response",
        451: "Unavailable For Legal Reasons", 495: "SSL Certificate Error", 496: "SSL Certificate Required",
        497: "HTTP Request Sent to HTTPS Port", 499: "Client Closed Request",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported", 506: "Variant Also Negotiates",
        507: "Insufficient Storage", 508: "Loop Detected", 510: "Not Extended",
        511: "Network Authentication Required",
        520: "Web Server Returned an Unknown Error", 521: "Web Server Is Down", 522: "Connection Timed Out",
        523: "Origin Is Unreachable", 524: "A Timeout Occurred", 525: "SSL Handshake Failed",
        526: "Invalid SSL Certificate", 530: "Origin DNS Error",
    ]
}
