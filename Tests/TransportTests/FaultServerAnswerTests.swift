import TestSupport
import Testing

/// The responses of the fault server, requested by the `curl` program.
@Suite(.inTurn(minutes: 3))
struct FaultServerAnswerTests {
    /// A response, and the expected exit code of `curl`, the status, and the size of the body if it matters.
    struct Row: Sendable, CustomTestStringConvertible {
        var answer: Answer
        var exitCode: Int32
        var status: String
        var count: Int?

        init(_ answer: Answer, _ exitCode: Int32 = 0, _ status: String = "200", count: Int? = nil) {
            self.answer = answer
            self.exitCode = exitCode
            self.status = status
            self.count = count
        }

        var testDescription: String { answer.description }
    }

    static let whole = Sample.association.utf8.count

    static let rows: [Row] = [
        Row(.file, count: whole), Row(.status(204), 0, "204", count: 0), Row(.status(304), 0, "304", count: 0),
        Row(.status(999), 0, "999"), Row(.retryAfter("1"), 0, "429"), Row(.informational(3), count: whole),
        // Redirects.
        Row(.redirectChain(15), count: whole), Row(.redirectLoop(3), 47, "302"), Row(.redirect(to: ""), 0, "301"),
        Row(.redirectWithoutLocation(), 0, "301"), Row(.redirect(to: "https://other.test/", status: 307), 0, "200"),
        // Headers.
        Row(.manyFields(1000), count: whole), Row(.nulInField, 8, "200"), Row(.statusLine("HTTP/1.1 abc OK"), 1, "000"),
        Row(.http09, 1, "000"), Row(.http10, count: whole), Row(.emptyReply(.close), 52, "000"),
        Row(.emptyReply(.reset), 56, "000"), Row(.hostileFields, count: whole), Row(.foldedField, count: whole),
        Row(.bareLineFeeds, count: whole),
        // Bodies.
        Row(.sized(131_073), count: 131_073), Row(.sized(300 << 10, .chunked(4096)), count: 300 << 10),
        Row(.sized(131_072, .untilClose), count: 131_072), Row(.lengthTooLarge(), 18, "200"),
        Row(.lengthTooLarge(ending: .reset), 56, "200"), Row(.lengthTooSmall, count: whole - 20),
        Row(.chunked(extensions: true, trailer: true), count: whole), Row(.brokenChunkSize, 56, "200"),
        Row(.truncatedChunk, 18, "200"), Row(.missingLastChunk, 18, "200"), Row(.endInBody(.cut), 18, "200"),
        // Codings.
        Row(.gzip, count: whole), Row(.xGzip, count: whole), Row(.deflate, count: whole),
        Row(.rawDeflate, count: whole), Row(.brotli, count: whole), Row(.zstandard, count: whole),
        Row(.gzipTwice, count: whole), Row(.gzipBomb(1_000_003), count: 1_000_003), Row(.gzipBomb(258), count: 258),
        Row(.gzipCorrupt, 61, "200"), Row(.gzipWrongChecksum, 61, "200"), Row(.gzipNotAtAll, 61, "200"),
        Row(.unknownCoding, 61, "200"), Row(.brotliCorrupt, 61, "200"),
        // Contents and timing.
        Row(.empty, count: 0), Row(.utf16(), count: 2 * whole + 2), Row(.byteOrderMark, count: whole + 3),
        Row(.slowFirstByte(.milliseconds(20)), count: whole), Row(.dripHeader(every: .microseconds(10)), count: whole),
        Row(.dripBody(every: .microseconds(10)), count: whole), Row(.fileThenEnd(.cut), count: whole),
    ]

    @Test(arguments: rows)
    func answerIsSeenByCurl(row: Row) async throws {
        try await withTemporaryDirectory { directory in
            try await withFaultServer(["example.test": Site(.answer(row.answer)), "other.test": .everywhere(.file)]) {
                server in
                let seen = try await curl(
                    server, directory, options: ["--compressed", "--location", "--max-redirs", "20"])
                #expect(seen.exitCode == row.exitCode, "\(seen.errors)")
                #expect(seen.status == row.status)
                if let count = row.count { #expect(seen.bytes == count) }
            }
        }
    }

    @Test(arguments: [
        Answer.endlessFields, .endlessField, .informational(nil), .endlessBody(.length), .endlessBody(.chunked(1)),
        .endlessBody(.untilClose), .endlessChunkExtension, .endlessTrailer, .endlessRedirects(),
    ])
    func endlessAnswerEndsWithTheScope(answer: Answer) async throws {
        try await withTemporaryDirectory { directory in
            let (client, server) = try await withFaultServer(["example.test": Site(.answer(answer))]) { server in
                let options = ["--location", "--max-redirs", "-1"]
                let client = Task { try await curl(server, directory, options: options) }
                try await server.wait { $0.bytesSent > 100_000 }
                return (client, server)
            }
            #expect(server.tally.openConnections == 0)
            #expect(server.tally.completedAnswers == 0 || answer.description == "endless redirects")
            _ = try await client.value
        }
    }

    @Test
    func answersInTurnFollowTheRequests() async throws {
        try await withTemporaryDirectory { directory in
            let site = Site(wellKnown: .inTurn(.status(503), .status(429), .file))
            try await withFaultServer(["example.test": site]) { server in
                var statuses: [String] = []
                for _ in 0..<4 { statuses.append(try await curl(server, directory).status) }
                #expect(statuses == ["503", "429", "200", "200"])
                #expect(server.tally.requests(for: Site.wellKnownPath).map(\.ordinal) == [1, 2, 3, 4])
            }
        }
    }

    @Test
    func oneConnectionServesBothLocationsAndPlainHTTPSharesThePort() async throws {
        try await withTemporaryDirectory { directory in
            try await withFaultServer(["example.test": Site(root: .file)]) { server in
                let second = "https://example.test\(Site.rootPath)"
                #expect(try await curl(server, directory, options: [second]).exitCode == 0)
                #expect(server.tally.connections == 1)
                let plain = try await curl(server, directory, url: "http://example.test\(Site.rootPath)")
                #expect(plain.status == "200")
                #expect(server.tally.requests.map(\.connection) == [1, 1, 2])
            }
        }
    }

    @Test
    func heldAnswerComesWhenTheGateOpens() async throws {
        try await withTemporaryDirectory { directory in
            let gate = Gate()
            try await withFaultServer(["example.test": Site(wellKnown: .file.held(by: gate))]) { server in
                async let seen = curl(server, directory)
                try await server.requests(atLeast: 1)
                #expect(server.tally.completedAnswers == 0)
                gate.open()
                #expect(try await seen.body == Sample.association)
            }
        }
    }

    @Test
    func everyFaultOfTheCatalogueHasItsOwnName() {
        let names = ServerFault.catalogue.map(\.description)
        #expect(Set(names).count == names.count, "\(Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys)")
        #expect(names.count > 200)
    }
}
