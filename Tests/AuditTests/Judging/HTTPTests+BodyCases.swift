import Findings
import Transport

@testable import Audit

extension HTTPTests {
    static let gzip: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0]

    static let bodyCases: [JudgeCase] = [
        JudgeCase(
            "empty", Seen.domain(Seen.answer(200, "")), .fail, ["file-empty error wellKnown"], "nnnn"),
        JudgeCase(
            "a web page", Seen.domain(Seen.answer(200, "\n\t <!DOCTYPE html>", type: "text/html")), .fail,
            ["html-instead-of-file error wellKnown"], "nnnn"),
        JudgeCase(
            "the source of a program", Seen.domain(Seen.answer(200, "<?php echo 1;")), .fail,
            ["json-invalid error wellKnown"], "nnnn"),
        JudgeCase(
            "a web page after a byte order mark", Seen.domain(Seen.answer(200, "\u{feff}<html>", type: nil)), .fail,
            ["html-instead-of-file error wellKnown"], "nnnn"),
        JudgeCase(
            "a web page, and root serves", Seen.domain(Seen.answer(200, "<html>"), root: Seen.answer()), .fail,
            ["html-instead-of-file error wellKnown"], "??nn"),
        JudgeCase(
            "a web page that is cut off", Seen.domain(Seen.broken(.bodyTruncated, body: "<html>")), .fail,
            ["html-instead-of-file error wellKnown"], "nnnn"),
        JudgeCase(
            "128 000 bytes", Seen.domain(Seen.answer(200, padded(128_000))), .pass, [], "yyyy"),
        JudgeCase(
            "128 001 bytes", Seen.domain(Seen.answer(200, padded(128_001))), .warn,
            ["file-size-near-limit warning wellKnown"], "yyyy"),
        JudgeCase(
            "131 072 bytes", Seen.domain(Seen.answer(200, padded(131_072))), .warn,
            ["file-size-near-limit warning wellKnown"], "yyyy"),
        JudgeCase(
            "131 073 bytes", Seen.domain(Seen.answer(200, padded(131_073))), .fail,
            ["file-oversized error wellKnown"], "nnnn"),
        JudgeCase(
            "too large, and of a wrong type", Seen.domain(Seen.answer(200, padded(131_073), type: "text/plain")), .fail,
            ["file-oversized error wellKnown", "content-type-wrong warning wellKnown"], "nnnn"),
        JudgeCase(
            "endless", Seen.domain(Seen.answer(200, padded(262_144), capped: true)), .fail,
            ["file-oversized error wellKnown"], "nnnn"),
        JudgeCase(
            "cut off", Seen.domain(Seen.broken(.bodyTruncated)), .fail, ["body-truncated error wellKnown"], "nnnn"),
        JudgeCase(
            "closed in the body", Seen.domain(Seen.broken(.connectionClosed)), .fail,
            ["body-truncated error wellKnown"], "nnnn"),
        JudgeCase(
            "a 500 that is cut off", Seen.domain(Seen.broken(.bodyTruncated, status: 500)), .fail,
            ["http-server-error error wellKnown"], "????"),
        JudgeCase(
            "corrupt compression", Seen.domain(Seen.broken(.contentCodingBroken)), .fail,
            ["content-encoding-broken error wellKnown"], "nnnn"),
        JudgeCase(
            "gzip without a Content-Encoding", Seen.domain(Seen.answer(bytes: gzip)), .fail,
            ["content-encoding-broken error wellKnown"], "nnnn"),
        JudgeCase(
            "gzip twice", Seen.domain(Seen.answer(fields: [field("Content-Encoding", "gzip")], bytes: gzip)), .fail,
            ["content-encoding-broken error wellKnown"], "nnnn"),
        JudgeCase(
            "an unasked coding", Seen.domain(Seen.answer(fields: [field("content-encoding", "zstd")])), .fail,
            ["content-encoding-broken error wellKnown"], "nnnn"),
        JudgeCase(
            "several codings, which are not decoded",
            Seen.domain(
                Seen.answer(
                    fields: [field("content-encoding", "gzip, br")],
                    failure: ExchangeFailure(kind: .contentCodingBroken, phase: .body, detail: "2 content codings"))),
            .fail,
            ["content-encoding-broken error wellKnown"], "????"),
        JudgeCase(
            "one that is known and one that is not",
            Seen.domain(Seen.answer(fields: [field("content-encoding", "compress, x")])), .fail,
            ["content-encoding-broken error wellKnown"], "nnnn"),
        JudgeCase(
            "a coding that nobody knows",
            Seen.domain(Seen.answer(fields: [field("content-encoding", "UTF-8")])), .fail,
            ["content-encoding-broken error wellKnown"], "????"),
        JudgeCase(
            "gzip that was undone", Seen.domain(Seen.answer(fields: [field("Content-Encoding", "GZIP")])), .pass, [],
            "yyyy"),
        JudgeCase(
            "identity", Seen.domain(Seen.answer(fields: [field("Content-Encoding", "identity")])), .pass, [], "yyyy"),
        JudgeCase(
            "no type", Seen.domain(Seen.answer(type: nil)), .pass, ["content-type-missing info wellKnown"], "??yy"),
        JudgeCase(
            "an empty type", Seen.domain(Seen.answer(type: "")), .pass, ["content-type-missing info wellKnown"], "??yy"),
        JudgeCase(
            "a generic type", Seen.domain(Seen.answer(type: "application/octet-stream")), .pass,
            ["content-type-generic info wellKnown"], "??yy"),
        JudgeCase(
            "Amazon's generic type", Seen.domain(Seen.answer(type: "binary/octet-stream")), .pass,
            ["content-type-generic info wellKnown"], "??yy"),
        JudgeCase(
            "text/html with a file in it", Seen.domain(Seen.answer(type: "text/html; charset=utf-8")), .warn,
            ["content-type-wrong warning wellKnown"], "???y"),
        JudgeCase(
            "text/plain", Seen.domain(Seen.answer(type: "text/plain")), .warn, ["content-type-wrong warning wellKnown"]),
        JudgeCase(
            "an unsigned file as a signed one", Seen.domain(Seen.answer(type: "application/pkcs7-mime")), .warn,
            ["content-type-wrong warning wellKnown"]),
        JudgeCase(
            "parameters and letter case",
            Seen.domain(Seen.answer(type: "Application/JSON ; Charset=\"UTF-8\"; profile=x")), .pass, [], "yyyy"),
        JudgeCase(
            "another charset", Seen.domain(Seen.answer(type: "application/json; charset=iso-8859-1")), .warn,
            ["content-type-wrong warning wellKnown"]),
        JudgeCase("2.0 s", Seen.domain(Seen.answer(firstByteMs: 2000)), .pass, [], "yyyy"),
        JudgeCase(
            "2.1 s", Seen.domain(Seen.answer(firstByteMs: 2100)), .pass, ["slow-response info wellKnown"], "yyyy"),
        JudgeCase(
            "5.1 s", Seen.domain(Seen.answer(firstByteMs: 5100)), .warn, ["slow-response warning wellKnown"], "yyyy"),
        JudgeCase(
            "slow at root only", Seen.domain(Seen.answer(), root: Seen.answer(firstByteMs: 9000)), .pass,
            ["slow-response info root"], "yyyy"),
        JudgeCase(
            "a slow 404", Seen.domain(Seen.answer(404, "no", firstByteMs: 9000)), .fail,
            ["file-missing error wellKnown"], "nnnn"),
    ]

    /// Returns a good file that is padded with white space to `count` bytes.
    static func padded(_ count: Int) -> String {
        Seen.file + String(repeating: " ", count: count - Seen.file.utf8.count)
    }
}
