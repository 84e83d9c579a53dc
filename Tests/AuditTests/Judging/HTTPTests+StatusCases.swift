import Findings
import Transport

@testable import Audit

extension HTTPTests {
    static let statusCases: [JudgeCase] = [
        JudgeCase("404 at both", Seen.domain(Seen.status(404)), .fail, ["file-missing error wellKnown"], "nnnn"),
        JudgeCase(
            "410 and 404", Seen.domain(Seen.status(410), root: Seen.status(404)), .fail,
            ["file-missing error wellKnown"], "nnnn"),
        JudgeCase(
            "404 and 500", Seen.domain(Seen.status(404), root: Seen.status(500)), .fail,
            ["file-missing error wellKnown"], "??nn"),
        JudgeCase(
            "404 and a web page", Seen.domain(Seen.status(404), root: Seen.answer(200, "<html>")), .fail,
            ["file-missing error wellKnown"], "nnnn"),
        JudgeCase(
            "404 and broken JSON", Seen.domain(Seen.status(404), root: Seen.answer(200, "{")), .fail,
            ["well-known-missing error wellKnown", "json-invalid error root"], "nnnn"),
        JudgeCase(
            "410 and a service without quotation marks",
            Seen.domain(Seen.status(410), root: Seen.answer(200, "applinks: {}", type: "text/plain")), .fail,
            ["well-known-missing error wellKnown", "json-invalid error root"], "nnnn"),
        JudgeCase(
            "404 and an array", Seen.domain(Seen.status(404), root: Seen.answer(200, " [1]")), .fail,
            ["well-known-missing error wellKnown", "json-not-object error root"], "nnnn"),
        JudgeCase(
            "404 and UTF-16",
            Seen.domain(Seen.status(404), root: Seen.answer(bytes: [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])), .fail,
            ["well-known-missing error wellKnown", "encoding-not-utf8 error root", "service-none error root"], "??nn"),
        JudgeCase(
            "404 and a file that is too large",
            Seen.domain(Seen.status(404), root: Seen.answer(200, padded(131_073))), .fail,
            ["well-known-missing error wellKnown", "file-oversized error root"], "nnnn"),
        JudgeCase(
            "404 and a file that is cut off", Seen.domain(Seen.status(404), root: Seen.broken(.bodyTruncated)), .fail,
            ["well-known-missing error wellKnown", "body-truncated error root"], "nnnn"),
        JudgeCase(
            "404 and compressed bytes", Seen.domain(Seen.status(404), root: Seen.answer(bytes: gzip)), .fail,
            ["well-known-missing error wellKnown", "content-encoding-broken error root"], "nnnn"),
        JudgeCase(
            "404 and a signature of nothing",
            Seen.domain(Seen.status(404), root: Seen.answer(200, "-----BEGIN PKCS7-----\nAA==\n-----END PKCS7-----")),
            .fail,
            [
                "well-known-missing error wellKnown", "signature-invalid error root", "signature-obsolete info root",
            ], "nnnn"),
        JudgeCase(
            "404 and a text about something else",
            Seen.domain(Seen.status(404), root: Seen.answer(200, "Not Found", type: "text/plain")), .fail,
            ["file-missing error wellKnown"], "nnnn"),
        JudgeCase(
            "404 and nothing", Seen.domain(Seen.status(404), root: Seen.answer(200, "")), .fail,
            ["file-missing error wellKnown"], "nnnn"),
        JudgeCase(
            "404 and a redirect",
            Seen.domain(
                Seen.status(404), root: Seen.redirect(to: "https://www.example.com/"),
                rootTrail: Seen.trail(["https://www.example.com/"])), .fail, ["file-missing error wellKnown"], "nnnn"),
        JudgeCase(
            "404 and a timeout", Seen.domain(Seen.status(404), root: Seen.failure(.timeout, .header)), .fail,
            ["file-missing error wellKnown"], "??nn"),
        JudgeCase(
            "only root", Seen.domain(Seen.status(404), root: Seen.answer()), .fail,
            ["well-known-missing error wellKnown"], "yy?n"),
        JudgeCase(
            "only root, with a generic type",
            Seen.domain(Seen.status(410), root: Seen.answer(type: "application/octet-stream")), .fail,
            ["well-known-missing error wellKnown", "content-type-generic info root"], "???n"),
        JudgeCase("401", Seen.domain(Seen.status(401)), .fail, ["http-unauthorized error wellKnown"], "nnnn"),
        JudgeCase("407", Seen.domain(Seen.status(407)), .fail, ["http-unauthorized error wellKnown"], "nnnn"),
        JudgeCase("403", Seen.domain(Seen.status(403)), .fail, ["http-forbidden error wellKnown"], "nnnn"),
        JudgeCase("451", Seen.domain(Seen.status(451)), .fail, ["http-forbidden error wellKnown"], "nnnn"),
        JudgeCase(
            "403 at both", Seen.domain(Seen.status(403), root: Seen.status(403)), .fail,
            ["http-forbidden error wellKnown"], "nnnn"),
        JudgeCase(
            "403 and root serves", Seen.domain(Seen.status(403), root: Seen.answer()), .fail,
            ["http-forbidden error wellKnown"], "yynn"),
        JudgeCase(
            "403 of a firewall", Seen.domain(Seen.status(403, [field("Server", "cloudflare")])), .fail,
            ["http-forbidden error wellKnown"], "??n?"),
        JudgeCase(
            "429", Seen.domain(Seen.status(429, [field("Retry-After", "60")])), .unreachable,
            ["http-rate-limited error wellKnown"], "????"),
        JudgeCase(
            "429 with a challenge", Seen.domain(Seen.status(429, [field("x-vercel-mitigated", "challenge")])), .fail,
            ["http-forbidden error wellKnown"], "??n?"),
        JudgeCase("500", Seen.domain(Seen.status(500)), .fail, ["http-server-error error wellKnown"], "????"),
        JudgeCase(
            "500 and root serves", Seen.domain(Seen.status(500), root: Seen.answer()), .fail,
            ["http-server-error error wellKnown"], "????"),
        JudgeCase(
            "503 with a challenge", Seen.domain(Seen.status(503, [field("cf-mitigated", "challenge")])), .fail,
            ["http-forbidden error wellKnown"], "??n?"),
        JudgeCase(
            "503 from behind Cloudflare", Seen.domain(Seen.status(503, [field("server", "cloudflare")])), .fail,
            ["http-server-error error wellKnown"], "????"),
        JudgeCase(
            "503 from behind DataDome", Seen.domain(Seen.status(503, [field("X-DataDome", "protected")])), .fail,
            ["http-server-error error wellKnown"], "????"),
        JudgeCase("599", Seen.domain(Seen.status(599)), .fail, ["http-server-error error wellKnown"], "????"),
        JudgeCase(
            "a challenge with 200",
            Seen.domain(
                Seen.answer(200, "<html><script src=\"https://ct.captcha-delivery.com/c.js\">", type: "text/html")),
            .fail, ["http-forbidden error wellKnown"], "??n?"),
        JudgeCase("999", Seen.domain(Seen.status(999)), .fail, ["http-status-unexpected error wellKnown"], "nnnn"),
        JudgeCase("600", Seen.domain(Seen.status(600)), .fail, ["http-status-unexpected error wellKnown"], "nnnn"),
        JudgeCase(
            "200, root answers 500", Seen.domain(Seen.answer(), root: Seen.status(500)), .pass,
            ["http-server-error info root"], "yyyy"),
        JudgeCase(
            "200, root answers 429", Seen.domain(Seen.answer(), root: Seen.status(429)), .pass,
            ["http-rate-limited info root"], "yyyy"),
        JudgeCase(
            "200, root is a web page", Seen.domain(Seen.answer(), root: Seen.answer(200, "<!doctype html>")), .pass,
            ["html-instead-of-file info root"], "yyyy"),
        JudgeCase(
            "200, root redirects",
            Seen.domain(
                Seen.answer(), root: Seen.redirect(to: "https://example.com/"),
                rootTrail: Seen.trail(["https://example.com/"])),
            .pass, ["redirect info root"], "yyyy"),
        JudgeCase(
            "401 and 500", Seen.domain(Seen.status(401), root: Seen.status(500)), .fail,
            ["http-unauthorized error wellKnown", "http-server-error info root"], "??nn"),
    ]
}
