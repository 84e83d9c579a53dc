import Findings
import TestSupport

@testable import Audit

extension FaultRow {
    private static func everywhere(_ status: Int, _ codes: Set<FindingCode>, _ outcome: DomainStatus = .fail)
        -> FaultRow
    {
        FaultRow("status \(status)", Site.everywhere(.status(status)), outcome, codes)
    }

    static let statuses: [FaultRow] = [
        everywhere(201, [.httpStatusUnexpected]), everywhere(204, [.httpStatusUnexpected]),
        everywhere(206, [.httpStatusUnexpected]),
        everywhere(300, [.httpStatusUnexpected]), everywhere(301, [.httpStatusUnexpected]),
        everywhere(304, [.httpStatusUnexpected]),
        everywhere(305, [.httpStatusUnexpected]), everywhere(400, [.httpStatusUnexpected]),
        everywhere(401, [.httpUnauthorized]),
        everywhere(403, [.httpForbidden]), everywhere(404, [.fileMissing]), everywhere(407, [.httpUnauthorized]),
        everywhere(410, [.fileMissing]), everywhere(418, [.httpStatusUnexpected]),
        everywhere(429, [.httpRateLimited], .unreachable), everywhere(451, [.httpForbidden]),
        everywhere(500, [.httpServerError]), everywhere(502, [.httpServerError]), everywhere(503, [.httpServerError]),
        everywhere(504, [.httpServerError]), everywhere(599, [.httpServerError]),
        everywhere(999, [.httpStatusUnexpected]),
        FaultRow("challenge 403", .everywhere(.challenge(403)), .fail, [.httpForbidden]),
        FaultRow("challenge 503", .everywhere(.challenge(503)), .fail, [.httpForbidden]),
        FaultRow("firewall", .everywhere(.firewall()), .fail, [.httpForbidden]),
        FaultRow("only at root", Site(wellKnown: .status(404), root: .file), .fail, [.wellKnownMissing]),
        FaultRow("gone, and at root", Site(wellKnown: .status(410), root: .file), .fail, [.wellKnownMissing]),
        FaultRow("error, and at root", Site(wellKnown: .status(500), root: .file), .fail, [.httpServerError]),
        FaultRow(
            "missing, and an error at root", Site(wellKnown: .status(404), root: .status(500)), .fail, [.fileMissing]),
        FaultRow(
            "missing, and broken at root", Site(wellKnown: .status(404), root: .brokenJSON), .fail,
            [.wellKnownMissing, .jsonInvalid]),
        FaultRow("both the same", Site(root: .file), .pass),
        FaultRow("root broken", Site(root: .brokenJSON), .pass),
        FaultRow("root an error", Site(root: .status(500)), .pass),
        FaultRow(
            "only with .json",
            Site(wellKnown: .status(404), answers: [Site.wellKnownPath + ".json": .file]), .fail, [.fileMissing],
            infos: [.jsonSuffixOnly]),
        .answer("103 before the answer", .informational(3), .pass),
        .answer("1xx for ever", .informational(nil), .fail, [.httpMalformed]),
    ]

    static let redirects: [FaultRow] = [
        .answer("to www", .redirect(to: "https://www.fault.test\(Site.wellKnownPath)"), .fail, [.redirect]),
        .answer("302", .redirect(to: "https://www.fault.test/", status: 302), .fail, [.redirect]),
        .answer("303", .redirect(to: "https://www.fault.test/", status: 303), .fail, [.redirect]),
        .answer("307", .redirect(to: "https://www.fault.test/", status: 307), .fail, [.redirect]),
        .answer("308", .redirect(to: "https://www.fault.test/", status: 308), .fail, [.redirect]),
        .answer("relative path", .redirect(to: "/elsewhere"), .fail, [.redirect]),
        .answer("relative upwards", .redirect(to: "../x"), .fail, [.redirect]),
        .answer("without a scheme", .redirect(to: "//www.fault.test/"), .fail, [.redirect]),
        .answer("to http", .redirect(to: "http://www.fault.test/"), .fail, [.redirect]),
        .answer("to another port", .redirect(to: "https://www.fault.test:8443/"), .fail, [.redirect]),
        .answer("with user information", .redirect(to: "https://a:b@www.fault.test/"), .fail, [.redirect]),
        .answer("to a page that is gone", .redirect(to: "https://gone.fault.test/"), .fail, [.redirect]),
        .answer("to itself", .redirect(to: Site.wellKnownPath), .fail, [.redirectLoop]),
        .answer("without end", .endlessRedirects(), .fail, [.redirectLoop]),
        FaultRow("a loop of two", .everywhere(.redirectLoop(2)), .fail, [.redirectLoop]),
        FaultRow("a loop of three", .everywhere(.redirectLoop(3)), .fail, [.redirectLoop]),
        FaultRow("15 hops", .everywhere(.redirectChain(15)), .fail, [.redirectLoop]),
        FaultRow("9 hops", .everywhere(.redirectChain(9)), .fail, [.redirect]),
        .answer("to a private address", .redirect(to: "https://10.0.0.1/"), .fail, [.redirect, .addressBlocked]),
        .answer("to loopback", .redirect(to: "http://127.0.0.1:22/"), .fail, [.redirect, .addressBlocked]),
        .answer("to IPv6 loopback", .redirect(to: "https://[::1]/"), .fail, [.redirect, .addressBlocked]),
        .answer("to loopback in one number", .redirect(to: "http://2130706433/"), .fail, [.redirect, .addressBlocked]),
        .answer("to cloud metadata", .redirect(to: "http://169.254.169.254/x"), .fail, [.redirect, .addressBlocked]),
        .answer("empty Location", .redirect(to: ""), .fail, [.httpStatusUnexpected]),
        .answer("no Location", .redirectWithoutLocation(), .fail, [.httpStatusUnexpected]),
        .answer("javascript:", .redirect(to: "javascript:alert(1)"), .fail, [.redirect]),
        .answer("ftp:", .redirect(to: "ftp://www.fault.test/"), .fail, [.redirect]),
        .answer("file:", .redirect(to: "file:///etc/passwd", status: 302), .fail, [.redirect]),
        .answer("a host that is none", .redirect(to: "https://a b/"), .fail, [.redirect]),
        .answer("a control character", .redirect(toBytes: [0x2F, 0x01, 0x61], status: 308), .fail, [.redirect]),
        .answer("no host", .redirect(to: "https://:443/", status: 307), .fail, [.redirect]),
        .answer("9 kB", .redirect(to: "/" + String(repeating: "x", count: 9_000)), .fail, [.redirect]),
        .answer("bytes outside ASCII", .redirect(toBytes: [0x2F, 0xE9, 0xFF]), .fail, [.redirect]),
    ]

    static let headers: [FaultRow] = [
        .answer("fields for ever", .endlessFields, .fail, [.httpMalformed]),
        .answer("one field for ever", .endlessField, .fail, [.httpMalformed]),
        .answer("200 fields and more", .manyFields(300), .fail, [.httpMalformed]),
        .answer("100 fields", .manyFields(100), .pass),
        .answer("a field of 30 kB", .bigField(30_000), .pass),
        .answer("a field of 70 kB", .bigField(70_000), .fail, [.httpMalformed]),
        .answer("NUL in a field", .nulInField, .fail, [.httpMalformed]),
        .answer("a folded field", .foldedField, .pass),
        .answer("bare line feeds", .bareLineFeeds, .pass),
        .answer("hostile fields", .hostileFields, .pass),
        .answer("a bad status line", .statusLine("HTTP/1.1 abc OK"), .fail, [.httpMalformed]),
        .answer("not HTTP", .statusLine("SSH-2.0-OpenSSH_9.0"), .fail, [.httpMalformed]),
        .answer("HTTP/0.9", .http09, .fail, [.httpMalformed]),
        .answer("HTTP/1.0", .http10, .pass),
        .answer("empty reply", .emptyReply(), .unreachable, [.connectionClosed]),
        .answer("empty reply, reset", .emptyReply(.reset), .unreachable, [.connectionClosed]),
        .answer("half a header", .partialHeader(), .unreachable, [.connectionClosed]),
        .answer("half a header, reset", .partialHeader(.reset), .unreachable, [.connectionClosed]),
        .answer("a header without its end", .headerWithoutBlankLine(), .unreachable, [.connectionClosed]),
        .answer("silent after the handshake", .stall, .unreachable, [.timeout], timeout: FaultRow.silence),
        .answer("silent in the header", .stallInHeader, .unreachable, [.timeout], timeout: FaultRow.silence),
        .answer(
            "a dripping header", .dripHeader(every: .milliseconds(300)), .unreachable, [.timeout],
            timeout: FaultRow.silence),
        .answer("slow", .slowFirstByte(.milliseconds(2_100)), .pass, infos: [.slowResponse]),
    ]
}
