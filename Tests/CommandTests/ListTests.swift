import Foundation
import TestSupport
import Testing

/// Lists from the standard input, pipes and files, which are read to their end, or until the run is stopped.
@Suite(.inTurn(minutes: 3)) struct ListTests {
    /// The source of a list that stays open after one line, or without any.
    enum Source: CaseIterable {
        case standardInput
        case namedPipe
        case namedPipeWithoutWriter
    }

    /// The event that ends a run.
    enum End: CaseIterable {
        case interrupt
        case terminate
        case deadline
    }

    @Test(arguments: Source.allCases, End.allCases)
    func endsWhileALineIsAwaited(source: Source, end: End) async throws {
        let sites = ["first.test": AuditCommandTests.good, "second.test": AuditCommandTests.good]
        try await AuditCommandTests.withSites(sites) { _, arguments, folder in
            let file = "\(folder)/report.json"
            let input = Pipe()
            let fifo = source == .namedPipe ? try Fifo("\(folder)/list") : nil
            if source == .namedPipeWithoutWriter { try #require(mkfifo("\(folder)/list", 0o600) == 0) }
            let running = try Command.start(
                [
                    "first.test", "-l", source == .standardInput ? "-" : "\(folder)/list", "-f", "ndjson", "-o", file,
                    "--no-db", "--log-format", "text", "-c", "1",
                ] + (end == .deadline ? ["--run-deadline", "1s"] : []) + arguments,
                input: input.fileHandleForReading)
            if source == .standardInput { try input.fileHandleForWriting.write(contentsOf: Data("second.test\n".utf8)) }
            try fifo?.write("second.test\n")
            if end != .deadline {
                // On a busy machine, the second domain may end before the first.
                for name in source == .namedPipeWithoutWriter ? ["first.test"] : ["first.test", "second.test"] {
                    try await running.output(contains: #"{"input":"\#(name)""#)
                }
                running.send(end == .interrupt ? SIGINT : SIGTERM)
            }
            let result = try await running.result()
            #expect(result.reason == .exit)
            let document = try DecodedReport(OutputTests.contents(file))
            #expect(!document.complete)
            guard end != .deadline else { return }
            #expect(result.status == 130)
            #expect(document.domains.count == (source == .namedPipeWithoutWriter ? 1 : 2))
        }
    }

    /// No domain is lost if lists and outputs use many of the allowed open files.
    @Test func noDomainIsLostWhereListsAreManyOpenFiles() async throws {
        try await Self.withManyLists(answer: .file.delayed(by: .milliseconds(200))) { _, arguments, _ in
            let script = #"ulimit -n 160; exec "$0" "$@""#
            let result = try await Command.start(arguments, script: script).result()
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.output.split(separator: "\n").count { $0.contains(#""status":"pass""#) } == 160)
        }
    }

    #if os(Linux)
        /// If the system refuses a socket, the domain waits until another domain has closed one.
        ///
        /// Some low descriptors stay free for files that libraries open, because Dispatch ends the process if it cannot
        /// open one.
        @Test(arguments: [false, true])
        func noDomainIsLostWhenFewerFilesMayBeOpen(behindProxy: Bool) async throws {
            let gate = Gate()
            let held = Answer.file.held(by: gate)
            // All answers are held, so that connections are under way when the limit is lowered.
            try await Self.withManyLists(answer: held, otherwise: .everywhere(held)) { server, arguments, folder in
                try await withForwardProxy(to: server.port) { proxy in
                    let options = arguments + (behindProxy ? ["--proxy", "http://127.0.0.1:\(proxy.port)"] : [])
                    let fifo = try Fifo("\(folder)/lower")
                    let script = """
                        ulimit -n 256
                        low() { ls /proc/$$/fd | awk '$1 < 32' | wc -l; }
                        (read _ < "$FOLDER/lower"; low > "$FOLDER/before"; prlimit --pid $$ --nofile=64
                         echo lowered >&2; while low | grep -v '^0$'; do :; done > "$FOLDER/after" 2> /dev/null) &
                        exec "$0" "$@"
                        """
                    let running = try Command.start(options, environment: ["FOLDER": folder], script: script)
                    try await server.wait { Set($0.requests.map(\.host)).count { $0.hasPrefix("slow") } == 60 }
                    try fifo.write("now\n")
                    try await running.errors(contain: "lowered")
                    gate.open()
                    let result = try await running.result()
                    #expect(result.status == 0, "\(result.errors)")
                    #expect(result.output.split(separator: "\n").count { $0.contains(#""status":"pass""#) } == 160)
                    #expect(result.errors.contains("The limit of open files was reached"), "\(result.errors)")
                    let low = try ["before", "after"].map { name in
                        try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).split(separator: "\n")
                            .compactMap { Int($0) }.max() ?? 0
                    }
                    #expect(low[0] > 2 && low.allSatisfy { $0 <= 29 }, "\(low)")
                }
            }
        }
    #endif

    /// Audits 60 domains with `answer` and 100 with `otherwise`, from 100 lists.
    private static func withManyLists(
        answer: Answer, otherwise: Site = AuditCommandTests.good,
        _ body: (FaultServer, _ arguments: [String], _ folder: String) async throws -> Void
    ) async throws {
        let slow = (0..<60).map { "slow\($0).test" }
        let sites = Dictionary(uniqueKeysWithValues: slow.map { ($0, Site.everywhere(answer)) })
        try await withTemporaryDirectory { folder in
            try await withFaultServer(sites, otherwise: otherwise) { server in
                var arguments = [
                    "--connect-to", ":443:127.0.0.1:\(server.port)", "--cacert",
                    try server.authority.writeBundle(to: folder), "--no-db", "-f", "ndjson", "--timeout", "5m",
                    "--deadline", "5m", "--host-concurrency", "100",
                ]
                for list in 0..<100 {
                    let names = (list == 0 ? slow : []) + ["good\(list).test"]
                    let file = "\(folder)/\(list)"
                    try names.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
                    arguments += ["-l", file]
                }
                try await body(server, arguments, folder)
            }
        }
    }

    /// If every run is interrupted, all domains of a list are audited over several nights.
    @Test func aRunBeginsWithTheDomainsThatAnInterruptedRunDidNotReach() async throws {
        let sites = ["first.test": AuditCommandTests.good, "second.test": Site(wellKnown: .inTurn(.stall, .file))]
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            let list = folder + "/list"
            try "first.test\nsecond.test\n".write(toFile: list, atomically: true, encoding: .utf8)
            let command = ["-l", list, "--db", folder + "/runs.sqlite", "-f", "ndjson", "-c", "1"] + arguments
            // On a busy machine, it can take long until the test sees the request, which must not be retried before.
            let running = try Command.start(command + ["-t", "10m", "--deadline", "10m"])
            try await running.output(contains: "first.test")
            try await server.wait { $0.requests.contains { $0.host == "second.test" } }
            running.send(SIGINT)
            #expect(try await running.result().status == 130)

            let before = server.tally.requests.count
            let result = try await Command.run(command)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.contains("the domains that it did not reach are checked first"), "\(result.errors)")
            let hosts = server.tally.requests.dropFirst(before).map(\.host)
            #expect(hosts == ["second.test", "second.test", "first.test", "first.test"])
        }
    }

    @Test(arguments: [
        #"exec "$0" -l <(printf 'a.test\nb.test\n') "$@""#,
        #"mkfifo "$FOLDER/list"; printf 'a.test\nb.test\n' > "$FOLDER/list" & exec "$0" -l "$FOLDER/list" "$@""#,
        #"printf 'a.test\nb.test\n' | "$0" -l /dev/stdin "$@""#,
        #"exec "$0" -l <(:) -l <(sleep 0.2; printf 'a.test\nb.test') "$@""#,
    ])
    func readsAPipeAsAList(script: String) async throws {
        let sites = ["a.test": AuditCommandTests.good, "b.test": AuditCommandTests.good]
        try await AuditCommandTests.withSites(sites) { _, arguments, folder in
            let result = try await Command.start(
                ["-f", "json", "--no-db"] + arguments, environment: ["FOLDER": folder], script: script
            ).result()
            #expect(result.status == 0, "\(result.errors)")
            let document = try DecodedReport(result.output)
            #expect(document.complete)
            #expect(document.domains.map(\.input) == ["a.test", "b.test"])
        }
    }

    @Test func waitsForAnInputThatDoesNotBlock() async throws {
        let sites = ["a.test": AuditCommandTests.good, "b.test": AuditCommandTests.good]
        try await AuditCommandTests.withSites(sites) { _, arguments, _ in
            let input = Pipe()
            let end = input.fileHandleForReading.fileDescriptor
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            let running = try Command.start(
                ["-l", "-", "-f", "ndjson", "--no-db"] + arguments, input: input.fileHandleForReading)
            try input.fileHandleForWriting.write(contentsOf: Data("a.test\n".utf8))
            try await running.output(contains: "a.test")
            try input.fileHandleForWriting.write(contentsOf: Data("b.te".utf8))
            try input.fileHandleForWriting.write(contentsOf: Data("st\n".utf8))
            try await running.output(contains: "b.test")
            try input.fileHandleForWriting.close()
            let result = try await running.result()
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    @Test func saysWhereAListBrokeOff() async throws {
        let sites = ["a.test": AuditCommandTests.good, "b.test": Site(wellKnown: .stall)]
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            let file = "\(folder)/report.json"
            let input = try BreakingConnection()
            let running = try Command.start(
                ["-l", "-", "-f", "ndjson", "-o", file, "--no-db", "-t", "5s", "--max-retries", "0"] + arguments,
                input: input.far)
            try input.write("# two domains\na.test\nb.test\nc.te")
            try await running.output(contains: "a.test")
            try await server.wait { $0.requests.contains { $0.host == "b.test" } }
            input.reset()
            let result = try await running.result()
            #expect(result.status == 1)
            #expect(result.errors.contains("standard input"), "\(result.errors)")
            #expect(result.errors.contains("line 3"), "\(result.errors)")
            #expect(result.errors.contains("Connection reset by peer"), "\(result.errors)")
            // The report contains the domains that were in progress when the list failed.
            let document = try DecodedReport(OutputTests.contents(file))
            #expect(!document.complete)
            #expect(document.domains.map(\.input) == ["a.test", "b.test"])
        }
    }

    @Test func refusesAListThatCannotBeOpenedBeforeAnythingIsAsked() async throws {
        try await AuditCommandTests.withSites(["a.test": AuditCommandTests.good]) { server, arguments, folder in
            let rows: [(list: String, words: String)] = [
                ("/nonexistent/list.txt", "No such file or directory"), (folder, "it is a folder"),
                ("-", "it is a folder"),
            ]
            let directory = FileHandle(fileDescriptor: open(folder, O_RDONLY | O_CLOEXEC), closeOnDealloc: true)
            for row in rows {
                let result = try await Command.run(
                    ["a.test", "-l", row.list, "--no-db"] + arguments, input: directory)
                #expect(result.status == 64, "\(result.errors)")
                #expect(result.errors.contains(row.words), "\(result.errors)")
                #expect(result.output.isEmpty)
            }
            let closed = try await Command.start(
                ["a.test", "-l", "-", "--no-db"] + arguments, script: #"exec "$0" "$@" <&-"#
            ).result()
            #expect(closed.status == 64)
            #expect(closed.errors.contains("it is closed"), "\(closed.errors)")
            #expect(server.tally.connections == 0)
        }
    }

    @Test func keepsNoMoreDuplicatesThanItHasRoomFor() async throws {
        try await AuditCommandTests.withSites(["a.test": AuditCommandTests.good]) { _, arguments, folder in
            let list = "\(folder)/list.txt"
            let others = (1...30_000).map { "https://a.test/\($0)" }
            try writeFile((["a.test"] + others).joined(separator: "\n").utf8, to: list)
            let database = "\(folder)/runs.sqlite"
            let result = try await Command.run(
                ["-l", list, "-f", "json", "-o", "\(folder)/report.html", "--db", database] + arguments)
            #expect(result.status == 0, "\(result.errors)")
            try KeptReports.keep(result.output, "many-duplicates.json")
            for output in [
                result.output, try await Command.run("report", "--db", database, "-f", "json").output,
            ] {
                let domain = try #require(DecodedReport(output).domains.first)
                let named = try #require(domain.alsoGivenAs)
                #expect(named == Array(others.prefix(named.count)))
                #expect((1...100).contains(named.count))
                #expect(domain.alsoGivenAsOmitted == 30_000 - named.count)
            }
            #expect(result.errors.contains("30,000 inputs"))
            let page = try OutputTests.contents("\(folder)/report.html")
            let document = try #require(DecodedReport(result.output).domains.first?.alsoGivenAs)
            let omitted = (30_000 - document.count).formatted(.number.locale(Locale(identifier: "en_US")))
            #expect(page.contains("and \(omitted) more"))
        }
        let text = try await Command.run(["a b"] + Array(repeating: "a b", count: 500))
        #expect(text.output.contains(try Regex("Also\\s+entered\\s+as")))
        #expect(text.output.contains(try Regex("and\\s+\\d+\\s+more")), "\(text.output)")
    }
}
