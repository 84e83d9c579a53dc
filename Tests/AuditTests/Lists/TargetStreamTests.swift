import Foundation
import TestSupport
import Testing

@testable import Audit

struct TargetStreamTests {
    /// Runs `body` with a temporary file that contains `bytes`.
    @discardableResult
    private func withList<Result>(_ bytes: [UInt8], _ body: (String) async throws -> Result) async throws -> Result {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("list-\(UUID().uuidString).txt")
        try Data(bytes).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        return try await body(url.path)
    }

    private func entries(_ stream: TargetStream) async throws -> [TargetEntry] {
        var all: [TargetEntry] = []
        while let entry = try await stream.next() { all.append(entry) }
        return all
    }

    private func hosts(_ text: String, exclude: [String] = []) async throws -> [String] {
        try await withList(Array(text.utf8)) { path in
            try await entries(TargetStream(lists: [path], exclude: exclude)).map { entry in
                switch entry.result {
                case .success(let target): target.domain.authority
                case .failure: "invalid"
                }
            }
        }
    }

    /// Postponed targets are returned last, once, with their index in the list.
    @Test func postponedTargetsComeLast() async throws {
        try await withList(Array("a.example\nb.example\nA.example\nbad name\nc.example\nd.example\n".utf8)) { path in
            let stream = try TargetStream(lists: [path], exclude: ["^d"])
            await stream.postpone(["a.example", "c.example", "d.example"].map { DomainID(host: $0) })
            let entries = try await entries(stream)
            #expect(entries.map(\.input) == ["b.example", "bad name", "a.example", "c.example"])
            #expect(entries.map(\.index) == [1, 2, 0, 3])
            let counts = await stream.counts
            #expect((counts.targets, counts.invalid, counts.duplicates, counts.excluded) == (4, 1, 1, 1))
            #expect(await stream.aliases[0].inputs == ["A.example"])
        }
    }

    /// A quoted field can extend over any number of lines, with text, quotes and line ends at every position.
    @Test func aQuotedFieldGoesOverAnyNumberOfLines() throws {
        for delimiter in CSVRecord.delimiters {
            let mark = String(decoding: [delimiter], as: UTF8.self)
            for field in [
                "", "a", "\n", "\n\n\n", "a\nb", " \n ", "\"", "\"\n\"", "\(mark)\n\(mark)", "x\"\"\n", "\n\"x\"",
            ] {
                let quoted = "\"\(field.replacing("\"", with: "\"\""))\""
                var record = CSVRecord(delimiter: delimiter)
                let lines = "b.example\(mark)\(quoted)\(mark) \(quoted)\(mark)z".utf8.split(
                    separator: 0x0A, omittingEmptySubsequences: false)
                for (index, line) in lines.enumerated() {
                    #expect(record.addLine(Array(line)) == (index == lines.count - 1))
                }
                let trimmed = field.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }
                let text = String(trimmed.reversed())
                #expect(record.decoded.fields == ["b.example", text, text, "z"])
            }
        }
    }

    /// A field of the maximum size that consists of line feeds is read once, not again for each line.
    @Test func aFieldOfLineFeedsIsReadOnce() async throws {
        let count = LineReader.maxLineLength - "a.example,\"".utf8.count - 1
        let feeds = String(repeating: "\n", count: count)
        #expect(try await hosts("domain,note\na.example,\"\(feeds)\"\nb.example,\n") == ["a.example", "b.example"])
        let blanks = String(repeating: " ", count: 30_000) + "x" + String(repeating: "\"", count: 30_000)
        #expect(try await hosts("domain,note\na.example,\(blanks)\n") == ["a.example"])
    }

    @Test(arguments: [
        ("a.example\nb.example\n", ["a.example", "b.example"]),
        ("a.example\r\nb.example", ["a.example", "b.example"]),
        ("\u{FEFF}a.example\n", ["a.example"]),
        ("# all of them\n\n   \n a.example  # the shop\n#b.example\n", ["a.example"]),
        ("https://a.example/x#y\n", ["a.example"]),
        ("a.example:8443\n", ["a.example:8443"]),
        ("bücher.example\n", ["xn--bcher-kva.example"]),
        ("applinks:*.a.example?mode=developer\n", ["a.example"]),
        ("a.example\nA.example.\na.example:443\nhttps://a.example\n", ["a.example"]),
        ("a.example\nnot a host\nb.example\n", ["a.example", "invalid", "b.example"]),
        ("", []),
        ("domain\na.example\n", ["a.example"]),
        ("owner,domain,x\nme,a.example,1\n\n,b.example\n", ["a.example", "b.example"]),
        ("Domain;owner;contact\na.example;\"me; too\";#web\n", ["a.example"]),
        ("domain\towner\na.example\tme\n", ["a.example"]),
        (
            "\"domain\",\"note\"\n\"a.example\",\"two\nlines, and a \"\"quote\"\"\"\nb.example,\n",
            ["a.example", "b.example"]
        ),
        ("owner,domain\nme\nyou,b.example\n", ["invalid", "b.example"]),
        // A comment is never a header, but a header can have a comment.
        ("localhost  # dev, host\na.example\n", ["localhost", "a.example"]),
        ("localhost\t# dev, domain\na.example\n", ["localhost", "a.example"]),
        ("domain # ours\na.example\n", ["a.example"]), ("owner,domain # ours\nme,a.example\n", ["a.example"]),
        ("owner, #1, domain\nme,2,a.example\n", ["a.example"]), ("\"x #1\",domain\n2,a.example\n", ["a.example"]),
        ("domain\n#x\na.example\n", ["invalid", "a.example"]),
    ])
    func readsEveryFormOfAList(text: String, expected: [String]) async throws {
        #expect(try await hosts(text) == expected)
    }

    @Test func carriesTheColumnsOfARow() async throws {
        let text = "domain,Owner,team,tags,cost centre,empty\na.example,Ann,Web,\"shop; eu ;\",4711,\n"
        let found = try await withList(Array(text.utf8)) { path in try await entries(TargetStream(lists: [path]))
        }
        let target = try #require(found.first).result.get()
        #expect(target.people.owner == "Ann" && target.people.team == "Web" && target.people.tags == ["shop", "eu"])
        #expect(target.columns == [TargetColumn(name: "cost centre", value: "4711")])
        #expect(found.first?.origin?.description.hasSuffix("line 2") == true)
    }

    @Test func tellsDuplicatesWhereTheyBelong() async throws {
        let stream = try TargetStream(
            ["a.example", "b.example", "A.EXAMPLE", "b.example.", "a.example"].map { TargetEntry($0) })
        #expect(try await entries(stream).map(\.input) == ["a.example", "b.example"])
        #expect(await stream.aliases == Aliases([0: ["A.EXAMPLE", "a.example"], 1: ["b.example."]]))
        #expect(await stream.counts.duplicates == 3)
    }

    @Test func knowsAllRowsThatItReadsAhead() async throws {
        let stream = try TargetStream(
            ["a.example", "A.EXAMPLE", "b.example", "c.test"].map { TargetEntry($0) }, exclude: ["test$"])
        #expect(try await stream.open(readsAhead: true) == .known(count: 2, aliases: Aliases([0: ["A.EXAMPLE"]])))
        #expect(try await entries(stream).map(\.input) == ["a.example", "b.example"])
        #expect(await stream.counts.excluded == 1)
    }

    @Test func leavesOutWhatIsExcluded() async throws {
        let stream = try TargetStream(
            ["a.example", "stage.a.example", "b.example"].map { TargetEntry($0) }, exclude: ["^stage\\."])
        #expect(try await entries(stream).map(\.input) == ["a.example", "b.example"])
        #expect(await stream.counts.excluded == 1)
        #expect(throws: ListError.self) { try TargetStream([], exclude: ["("]) }
    }

    @Test func aLineWithoutEndIsCutAndTheNextIsRead() async throws {
        let text = String(repeating: "x", count: 5_000_000) + "\nb.example\n"
        let found = try await hosts(text)
        #expect(found.count == 2)
        #expect(found.last == "b.example")
    }

    @Test(arguments: [[0xFF, 0xFE, 0x61, 0x00], [0xFE, 0xFF, 0x00, 0x61]] as [[UInt8]])
    func refusesUTF16(bytes: [UInt8]) async throws {
        try await withList(bytes) { path in
            await #expect(throws: ListError.notUTF8(path: path, found: "UTF-16")) {
                _ = try await entries(TargetStream(lists: [path]))
            }
        }
    }

    /// A header without a domain column is one error, not one for each row.
    @Test(arguments: [
        ("host,owner\na.example,x\n", "host"), ("# all\nOwner;URL\nx;a.example\n", "URL"),
        ("\u{FEFF}team\thostname\nx\ta.example\n", "hostname"), ("owner,host # ours\nx,a.example\n", "host"),
    ])
    func saysThatTheColumnIsCalledOtherwise(text: String, column: String) async throws {
        try await withList(Array(text.utf8)) { path in
            let error = ListError.noDomainColumn(path: path, found: column)
            await #expect(throws: error) { try await TargetStream(lists: [path]).open() }
            await #expect(throws: error) { _ = try await entries(TargetStream(lists: [path])) }
        }
    }

    @Test func aListOfNamesIsNoHeader() async throws {
        #expect(try await hosts("host.example\nsite.example\n") == ["host.example", "site.example"])
    }

    /// A row that is not UTF-8 is read in its most likely encoding, and a note reports that.
    @Test func readsARowInLatin1() async throws {
        let bytes = Array("domain,owner\na.example,J".utf8) + [0xFC] + Array("rgen\nb.example,Jörg\n".utf8)
        try await withList(bytes) { path in
            let targets = try await entries(TargetStream(lists: [path])).map { try $0.result.get() }
            #expect(targets.map(\.people.owner) == ["Jürgen", "Jörg"])
            #expect(targets[0].notes.contains { $0.contains("ISO 8859-1") })
            #expect(targets[1].notes.isEmpty)
        }
    }

    @Test func readsAHeaderInLatin1() async throws {
        let bytes = Array("domain,B".utf8) + [0xFC] + Array("ro\na.example,Ulm\n".utf8)
        try await withList(bytes) { path in
            let target = try #require(try await entries(TargetStream(lists: [path])).first).result.get()
            #expect(target.columns == [TargetColumn(name: "Büro", value: "Ulm")])
        }
    }

    @Test func saysWhichFileItCannotRead() async throws {
        let stream = try TargetStream(lists: ["/nowhere/list.txt"])
        await #expect(throws: ListError.self) { _ = try await stream.next() }
    }

    @Test func saysWhereAQuoteBegins() async throws {
        let text = "domain,x\na.example,ok\nb.example,\"open\nc.example,\n"
        try await withList(Array(text.utf8)) { path in
            await #expect(throws: ListError.unterminatedQuote(path: path, line: 3)) {
                _ = try await entries(TargetStream(lists: [path]))
            }
        }
    }

    @Test func givesOutTheRowsBeforeAMistake() async throws {
        let rows = (0..<200).map { "d\($0).example" }
        let text = "domain,x\n" + rows.map { "\($0),ok\n" }.joined() + "last.example,\"open\n"
        try await withList(Array(text.utf8)) { path in
            let stream = try TargetStream(lists: [path])
            for row in rows { #expect(try await stream.next()?.input == row) }
            await #expect(throws: ListError.unterminatedQuote(path: path, line: 202)) { try await stream.next() }
            #expect(try await stream.next() == nil)
        }
    }

    @Test func knowsHowManyRowsAFileHasAtMost() async throws {
        let rows: [(String, Int)] = [
            ("", 0), ("a", 1), ("a\n", 1), ("a\n\n#b\nc", 2), ("  # a\r\n\r\n b # c\r\n", 1), ("#\n#\n", 0),
            ("# list\ndomain,owner\na,b\n", 1),
            // CSV has no comments.
            ("domain\n#x\n#y\n", 2), ("# list\n\ndomain\n#x\r\n\n", 1), ("localhost # dev, host\n#x\na\n", 2),
            ("localhost # dev, domain\n#x\na\n", 2), ("domain # ours\na\n#x", 2),
        ]
        for (text, count) in rows {
            try await withList(Array(text.utf8)) { path in
                let stream = try TargetStream([TargetEntry("x"), TargetEntry("y")], lists: [path, path])
                #expect(try await stream.open() == .atMost(2 + 2 * count))
                // Counting does not consume targets.
                _ = try await entries(stream)
                #expect(await stream.counts.targets + stream.counts.duplicates >= 2)
            }
        }
        #expect(try await TargetStream(lists: ["/dev/null"]).open() == .unknown)
    }

    @Test func findsEveryListThatCannotBeOpened() async throws {
        try await withList([]) { path in
            let stream = try TargetStream(lists: [path, "/nowhere/a", "/nowhere/b"])
            await #expect(
                throws: ListError.unreadable(path: "/nowhere/a", reason: "No such file or directory")
            ) { try await stream.open() }
        }
    }

    /// Runs `body` with the path of a pipe's read end, and with the other end.
    private func withPipe(_ body: (String, FileHandle) async throws -> Void) async throws {
        let pipe = Pipe()
        try await body("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)", pipe.fileHandleForWriting)
    }

    @Test(.inTurn(minutes: 3)) func waitsForAPipeAndEndsWhenItsTaskIsCancelled() async throws {
        try await withPipe { path, writer in
            let stream = try TargetStream(lists: [path])
            #expect(try await stream.open() == .unknown)
            try writer.write(contentsOf: Data("a.example\nb.exa".utf8))
            #expect(try await stream.next()?.input == "a.example")
            let waiting = Task { try await stream.next() }
            try writer.write(contentsOf: Data("mple\n".utf8))
            #expect(try await waiting.value?.input == "b.example")
            let cancelled = Task { try await stream.next() }
            cancelled.cancel()
            await #expect(throws: CancellationError.self) { try await cancelled.value }
            // Cancellation wakes the stream, so that nothing waits.
            #expect(await stream.counts.targets == 2)
        }
    }

    @Test(.inTurn(minutes: 3)) func holdsNoRowBackForAPipeThatComesLater() async throws {
        try await withList(Array("a.example\nb.example\nA.example\n".utf8)) { list in
            try await withPipe { path, writer in
                let stream = try TargetStream(["x.example", "X.example"].map { TargetEntry($0) }, lists: [list, path])
                try await stream.open()
                for input in ["x.example", "a.example", "b.example"] {
                    #expect(try await stream.next()?.input == input)
                }
                try writer.write(contentsOf: Data("c.example\n".utf8))
                #expect(try await stream.next()?.input == "c.example")
            }
        }
    }

    @Test(.inTurn(minutes: 3)) func comesToTheEndOfAPipeThatIsClosed() async throws {
        try await withPipe { path, writer in
            let stream = try TargetStream(lists: [path])
            try await stream.open()
            try writer.write(contentsOf: Data("a.example".utf8))
            try writer.close()
            #expect(try await entries(stream).map(\.input) == ["a.example"])
        }
    }
}
