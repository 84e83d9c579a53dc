extension ServerFault {
    /// All faults with typical parameters, including those that clients must tolerate.
    public static let catalogue: [ServerFault] =
        certificates.map { .certificate($0) } + handshakes.map { .handshake($0) }
        + (statuses + redirects + headers + bodies + codings + contents + endings).map { .answer($0) }

    private static let certificates: [ServerCertificate] =
        [
            .good, .goodWithRoot, .goodMisordered, .issuedByRoot, .names(["example.test", "www.example.test"]),
            .expiring(days: 5), .expired, .notYetValid, .wrongName, .noNames, .selfSigned, .untrustedRootSent,
            .untrustedRootNotSent, .missingIntermediate, .weakKey, .weakSignature, .manyNames(1000), .manySent(75),
            .hostileSubject, .hostileSelfSigned,
        ] + Staple.allCases.map { .stapled($0) }

    private static let handshakes: [HandshakeFault] =
        [
            .only(.tls12), .only(.tls13), .only(.tls11), .oldOnly, .clientCertificateDemanded(.tls12),
            .clientCertificateDemanded(.tls13), .clientCertificateRequested(.tls12),
            .clientCertificateRequested(.tls13), .noCommonCipher, .claimsHTTP2, .group("ffdhe8192"), .plaintextHTTP,
            .garbage, .close,
            .reset, .stall, .closeMidway, .resetMidway, .stallMidway, .corruptedMidway,
        ] + TLSAlert.allCases.map { .alert($0) }

    private static let statuses: [Answer] =
        [
            200, 204, 206, 304, 400, 401, 402, 403, 404, 405, 406, 407, 410, 418, 421, 429, 451, 495, 496, 500, 501,
            502, 503, 504, 520, 599, 999,
        ].map { Answer.status($0) } + [
            .file, .retryAfter("1"), .retryAfter("86400"), .retryAfter("Wed, 21 Oct 2099 07:28:00 GMT"),
            .retryAfter("Wed, 21 Oct 2015 07:28:00 GMT"), .retryAfter("soon"), .retryAfter("-1"),
            .retryAfter("99999999999999999999"), .retryAfter("1", status: 503), .challenge(403), .challenge(503),
            .challenge(200), .firewall(403), .informational(1), .informational(50), .informational(nil),
        ]

    private static let redirects: [Answer] =
        [301, 302, 303, 307, 308, 300, 305].map { Answer.redirect(to: "https://www.example.test/file", status: $0) } + [
            .redirect(to: "/elsewhere"), .redirect(to: "../elsewhere"), .redirect(to: "elsewhere"),
            .redirect(to: "?query"), .redirect(to: "#fragment"), .redirect(to: "//www.example.test/file"),
            .redirect(to: "http://example.test/file"), .redirect(to: "https://example.test:8443/file"),
            .redirect(to: "https://127.0.0.1/file"), .redirect(to: "https://10.0.0.1/"),
            .redirect(to: "http://169.254.169.254/latest/meta-data/"), .redirect(to: "https://[::1]/"),
            .redirect(to: "https://[::ffff:10.0.0.1]/"), .redirect(to: "https://2130706433/"),
            .redirect(to: "https://0x7f.1/"), .redirect(to: "https://localhost/"), .redirect(to: ""),
            .redirect(to: " "), .redirect(to: "https://"), .redirect(to: "https:///path"),
            .redirect(to: "https://exa mple.test/"), .redirect(to: "https://example.test:99999/"),
            .redirect(to: "::not a url::"), .redirect(to: "javascript:alert(1)"), .redirect(to: "ftp://example.test/"),
            .redirect(to: "file:///etc/passwd"), .redirect(to: "data:application/json,{}"),
            .redirect(to: "https://user:secret@example.test/file"), .redirect(to: "https://bücher.test/dåta"),
            .redirect(to: "/caf%C3%A9/%0d%0aX-Forged:%201"), .redirect(to: "/a\rb"),
            .redirect(to: "/\(HostileText.markup)\(HostileText.escapes)"),
            .redirect(to: "/" + String(repeating: "long/", count: 12_000)),
            .redirect(toBytes: [0x2F, 0xE9, 0xFF, 0x9B, 0x33, 0x31, 0x6D]), .redirectWithoutLocation(),
            .redirectTwice(to: "/one", and: "/two"), .redirectLoop(1), .redirectLoop(2), .redirectLoop(3),
            .redirectChain(1), .redirectChain(15), .endlessRedirects(),
        ]

    private static let headers: [Answer] = [
        .endlessFields, .endlessField, .manyFields(150), .manyFields(1000), .bigField(30_000), .bigField(90_000),
        .nulInField, .fieldWithoutColon, .spaceBeforeColon, .foldedField, .bareLineFeeds, .hostileFields,
        .statusLine("HTTP/1.1 abc OK"), .statusLine("HTTP/1.1"), .statusLine("HTTP/1.1 20 OK"),
        .statusLine("HTTP/1.1 2000 OK"), .statusLine("HTTP/1.1 200"), .statusLine("HTTP/3.7 200 OK"),
        .statusLine("ICY 200 OK"), .statusLine("220 mail.example.test ESMTP"), .statusLine("\u{1B}[31mHTTP/1.1 200 OK"),
        .http09, .http10, .http10KeepAlive, .emptyReply(.close), .emptyReply(.cut), .emptyReply(.reset),
        .partialHeader(.close), .partialHeader(.cut), .partialHeader(.reset), .headerWithoutBlankLine(.close),
        .headerWithoutBlankLine(.cut), .headerOnly(.close), .headerOnly(.cut), .headerOnly(.reset),
    ]

    private static let bodies: [Answer] = [
        .sized(128_000), .sized(128_001), .sized(131_072), .sized(131_073), .sized(262_144), .sized(300 << 10),
        .sized(131_072, .chunked(4096)), .sized(131_073, .chunked(4096)), .sized(300 << 10, .chunked(4096)),
        .sized(131_072, .untilClose), .sized(131_073, .untilClose), .sized(300 << 10, .untilClose),
        .endlessBody(.length), .endlessBody(.chunked(4096)), .endlessBody(.untilClose), .length("-1"), .length("abc"),
        .length(""), .length("99999999999999999999"), .length("+\(Sample.association.utf8.count)"), .length("0"),
        .lengthTooLarge(ending: .close), .lengthTooLarge(ending: .cut), .lengthTooLarge(ending: .reset),
        .lengthTooSmall, .twoLengths, .lengthAndChunked, .chunked(), .chunked(extensions: true),
        .chunked(trailer: true), .brokenChunkSize, .negativeChunkSize, .hugeChunkSize, .truncatedChunk, .cutChunk,
        .missingLastChunk, .chunkWithoutEnd, .endlessChunkExtension, .endlessTrailer, .endlessKeyUpdates,
    ]

    private static let codings: [Answer] = [
        .gzip, .xGzip, .deflate, .rawDeflate, .identity, .brotli, .zstandard, .gzipBomb(), .gzipCorrupt,
        .gzipTruncated, .gzipWrongChecksum, .gzipTrailingJunk, .gzipTwoMembers, .gzipNotAtAll, .gzipUndeclared,
        .gzipTwice, .stacked("Transfer-Encoding: gzip, gzip\r\n", layers: 2), .endlessEmptyBlocks,
        .gzipTwiceDeclaredOnce, .brotliCorrupt, .unknownCoding, .manyCodings,
    ]

    private static let contents: [Answer] =
        [
            nil, "", "application/json; charset=utf-8", "Application/JSON", "application/octet-stream",
            "binary/octet-stream", "application/pkcs7-mime", "text/html", "text/plain", "application/json, text/html",
            "rubbish", ";", HostileText.escapes,
        ].map { Answer.mediaType($0) } + [
            .empty, .whiteSpace, .page, .pageAsJSON, .byteOrderMark, .utf16(), .utf16(bigEndian: true),
            .utf16(mark: false), .latin1, .brokenJSON, .arrayJSON, .noService, .deepJSON(600), .deepJSON(50_000),
            .hostileJSON,
        ]

    private static let endings: [Answer] = [
        .slowFirstByte(.milliseconds(200)), .dripHeader(every: .milliseconds(2)), .dripBody(every: .milliseconds(2)),
        .stall, .stallInHeader, .stallAfterHeader, .stallInBody, .endInBody(.close), .endInBody(.cut),
        .endInBody(.reset), .fileThenEnd(.close), .fileThenEnd(.cut), .fileThenEnd(.reset),
        .fileThenEndOnRequest(.close), .fileThenEndOnRequest(.cut), .fileThenEndOnRequest(.reset), .fileAndClose,
        .fileAndMore, .failFirst(1, with: .status(503)), .failFirst(1, with: .emptyReply(.reset)),
    ]
}
