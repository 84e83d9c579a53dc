import Foundation
import TestSupport
import Testing

/// Readers of reports that close their pipes, that are slow, and that do not read.
@Suite(.inTurn(minutes: 3)) struct ReaderTests {
    /// Runs `body` with a list of `count` good domains, and the arguments to audit four of them at a time.
    static func withList(
        _ count: Int, _ body: (_ server: FaultServer, _ arguments: [String], _ folder: String) async throws -> Void
    ) async throws {
        try await withTemporaryDirectory { folder in
            try await withFaultServer(otherwise: AuditCommandTests.good) { server in
                let list = "\(folder)/list.txt"
                try writeFile((1...count).map { "d\($0).test" }.joined(separator: "\n").utf8, to: list)
                let roots = try server.authority.writeBundle(to: folder)
                let arguments = [
                    "-l", list, "-c", "4", "--host-concurrency", "4", "--no-progress", "--connect-to",
                    ":443:127.0.0.1:\(server.port)", "--cacert", roots,
                ]
                try await body(server, arguments, folder)
            }
        }
    }

    static func asked(_ server: FaultServer) -> Int { Set(server.tally.requests.map(\.host)).count }

    /// Runs the program without a reader of its standard output.
    static func runUnread(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> Command.Result {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let running = try Command.start(arguments, environment: environment, output: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        return try await running.result()
    }

    // MARK: - Readers that close their pipes

    @Test(arguments: ["ndjson", "text", "json", "html"])
    func endsWhenNobodyReadsAndNothingElseWasAskedFor(format: String) async throws {
        try await Self.withList(40) { server, arguments, folder in
            let state = ["XDG_STATE_HOME": folder]
            let result = try await Self.runUnread(arguments + ["-f", format], environment: state)
            #expect(result.status == 130, "\(result.errors)")
            #expect(result.errors.contains("--resume"), "\(result.errors)")
            #expect(Self.asked(server) < 25)
            // The default database contains the finished domains, and the run can be resumed.
            let rest = try await Command.run(arguments + ["-f", "json", "--resume"], environment: state)
            #expect(rest.status == 0, "\(rest.errors)")
            #expect(try DecodedReport(rest.output).domains.count == 40)
        }
    }

    @Test(arguments: [["-o", "report.json"], ["--db", "runs.sqlite"], ["-f", "json", "-o", "report.csv", "--no-db"]])
    func continuesForOtherOutputs(outputs: [String]) async throws {
        try await Self.withList(30) { _, arguments, folder in
            var outputs = outputs
            for name in ["report.json", "runs.sqlite", "report.csv"] {
                if let index = outputs.firstIndex(of: name) { outputs[index] = "\(folder)/\(name)" }
            }
            let result = try await Self.runUnread(
                arguments + outputs, environment: ["XDG_STATE_HOME": folder])
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.contains("the run continues"), "\(result.errors)")
            if outputs.contains("\(folder)/report.json") {
                let document = try DecodedReport(OutputTests.contents("\(folder)/report.json"))
                #expect(document.complete && document.domains.count == 30)
            } else if outputs.contains("\(folder)/runs.sqlite") {
                let stored = try await Command.run("report", "--db", "\(folder)/runs.sqlite", "-f", "json")
                #expect(try DecodedReport(stored.output).domains.count == 30)
            }
        }
    }

    @Test func goesOnForANotification() async throws {
        try await Self.withList(30) { server, arguments, _ in
            let result = try await Self.runUnread(
                arguments + ["--no-db", "--notify", "https://hooks.test/x", "--notify-always"])
            #expect(result.errors.contains("the run continues"), "\(result.errors)")
            #expect(server.tally.requests.contains { $0.method == "POST" })
            #expect(Self.asked(server) == 31)
        }
    }

    // MARK: - Readers that do not read

    @Test(arguments: [("ndjson", false), ("text", false), ("ndjson", true)])
    func aReaderThatDoesNotReadHoldsTheCrawlBackAndNotItsEnd(format: String, isFile: Bool) async throws {
        try await Self.withList(80) { server, arguments, folder in
            let fifo = try Fifo("\(folder)/fifo")
            try fifo.fill()
            let output = FileHandle(
                fileDescriptor: open(fifo.path, O_WRONLY | O_CLOEXEC), closeOnDealloc: true)
            let file = "\(folder)/report.json"
            let running = try Command.start(
                arguments + ["--no-db", "-o", file, "--log-format", "text"]
                    + (isFile ? ["-o", "\(format):\(fifo.path)"] : ["-f", format]),
                output: isFile ? nil : output)
            if format == "ndjson" {
                try await server.wait { $0.completedAnswers >= 8 }
            } else {
                try await running.errors(contain: "run started")
            }
            // This run waits while another one ends.
            try await withFaultServer(otherwise: AuditCommandTests.good) { other in
                let result = try await Command.run(
                    ["--connect-to", ":443:127.0.0.1:\(other.port)"] + arguments + ["--no-db"])
                #expect(result.status == 0)
                #expect(Self.asked(other) == 80)
            }
            #expect(Self.asked(server) < 40)
            running.send(SIGTERM)
            let result = try await running.result()
            #expect(result.reason == .exit)
            #expect(result.status == 130)
            let name = isFile ? fifo.path : "the standard output"
            #expect(result.errors.contains("\(name) could not be written completely"), "\(result.errors)")
            #expect(try !DecodedReport(OutputTests.contents(file)).complete)
        }
    }

    /// A run that waits for the reader of its document, which is written after the crawl, can be stopped.
    @Test func aReaderThatDoesNotReadADocumentDoesNotHoldItsEnd() async throws {
        try await Self.withList(80) { server, arguments, folder in
            let fifo = try Fifo("\(folder)/fifo")
            try fifo.fill()
            let output = FileHandle(
                fileDescriptor: open(fifo.path, O_WRONLY | O_CLOEXEC), closeOnDealloc: true)
            let file = "\(folder)/report.csv"
            let running = try Command.start(
                arguments + ["--no-db", "-o", file, "-f", "json", "--log-format", "text"], output: output)
            try await server.wait { Set($0.requests.map(\.host)).count == 80 }
            running.send(SIGTERM)
            let result = try await running.result()
            #expect(result.reason == .exit)
            // The crawl may have ended before the signal came.
            #expect([1, 130].contains(result.status))
            #expect(
                result.errors.contains("the standard output could not be written completely"), "\(result.errors)")
            #expect(FileManager.default.fileExists(atPath: file))
        }
    }

    @Test func anInterruptEndsARunWhoseMessagesNobodyReads() async throws {
        try await Self.withList(80) { server, arguments, folder in
            let fifo = try Fifo("\(folder)/fifo")
            try fifo.fill()
            let output = FileHandle(
                fileDescriptor: open(fifo.path, O_WRONLY | O_CLOEXEC), closeOnDealloc: true)
            let file = "\(folder)/report.json"
            let running = try Command.start(
                arguments + ["--no-db", "-f", "ndjson", "-o", file], output: output,
                script: #"exec "$0" "$@" 2>&1"#)
            try await server.wait { $0.completedAnswers >= 8 }
            running.send(SIGINT)
            let result = try await running.result()
            #expect(result.status == 130)
            #expect(result.reason == .exit)
            #expect(try !DecodedReport(OutputTests.contents(file)).complete)
        }
    }

    @Test func aPipeThatNobodyOpensHoldsUpNoInterrupt() async throws {
        try await withTemporaryDirectory { folder in
            try #require(mkfifo("\(folder)/fifo", 0o600) == 0)
            let running = try Command.start(["a b", "-o", "json:\(folder)/fifo", "--log-format", "text"])
            try await running.errors(contain: "\(folder)/fifo")
            running.send(SIGINT)
            let result = try await running.result()
            #expect(result.status == 130)
            #expect(result.reason == .exit)
        }
    }

    @Test func aSlowReaderGetsEverything() async throws {
        try await Self.withList(60) { _, arguments, _ in
            let result = try await Command.start(
                arguments + ["--no-db", "-f", "ndjson", "--bodies", "always"],
                script: #""$0" "$@" | while IFS= read -r line; do printf '%s\n' "$line"; done"#
            ).result()
            #expect(result.status == 0)
            #expect(result.output.split(separator: "\n").count == 60)
        }
    }
}
