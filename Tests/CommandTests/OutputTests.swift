import Foundation
import TestSupport
import Testing

/// The destinations of reports, and the behaviour when a report cannot be written.
@Suite(.inTurn(minutes: 3)) struct OutputTests {
    static func contents(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    @Test func writesSeveralReportsOfOneRun() async throws {
        try await withTemporaryDirectory { folder in
            try Data("old".utf8).write(to: URL(filePath: "\(folder)/a.json"))
            let result = try await Command.run(
                "not a domain", "x y", "-o", "\(folder)/a.json", "-o", "ndjson:\(folder)/b", "--output",
                "\(folder)/c.txt")
            #expect(result.status == 65)
            #expect(try DecodedReport(Self.contents("\(folder)/a.json")).domains.count == 2)
            let lines = try Self.contents("\(folder)/b").split(separator: "\n")
            #expect(lines.count == 2)
            for line in lines {
                let domain = try JSONDecoder().decode(DecodedReport.Domain.self, from: Data(line.utf8))
                #expect(domain.status == "invalid")
                #expect(domain.alsoGivenAs == nil)
            }
            // A pipe receives each domain as it ends, a file contains all domains in order of importance.
            for text in [result.output, try Self.contents("\(folder)/c.txt")] {
                #expect(text.contains("\nx y  INVALID  "), "\(text)")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["a.json", "b", "c.txt"])
        }
    }

    @Test func takesTheStandardOutputForOneReportOnly() async throws {
        let result = try await Command.run("not a domain", "-o", "json:-")
        #expect(try DecodedReport(result.output).domains.count == 1)
        #expect(!result.output.contains("INVALID"))
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "only Linux has a disk that is always full"))
    func saysThatTheDiskIsFullAndGoesOnElsewhere() async throws {
        try await withTemporaryDirectory { folder in
            let result = try await Command.run("a b", "-o", "json:/dev/full", "-o", "\(folder)/good.json")
            #expect(result.status == 1)
            #expect(result.errors.contains("/dev/full"))
            #expect(result.errors.contains("No space left on device"))
            #expect(try DecodedReport(Self.contents("\(folder)/good.json")).complete)
            #expect(result.output.contains("INVALID"))
        }
        let full = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
        let result = try await Command.run("a b", output: full)
        #expect(result.status == 1)
        #expect(result.errors.contains("the standard output"))
    }

    @Test func saysThatTheStandardOutputIsClosed() async throws {
        try await withTemporaryDirectory { folder in
            let result = try await Command.start(
                ["a b", "-o", "\(folder)/report.json", "--db", "\(folder)/runs.sqlite"],
                script: #"exec "$0" "$@" >&-"#
            ).result()
            #expect(result.status == 1)
            #expect(result.errors.contains("the standard output"), "\(result.errors)")
            #expect(try DecodedReport(Self.contents("\(folder)/report.json")).complete)
        }
    }

    @Test func endsQuietlyWhenNobodyReads() async throws {
        try await withTemporaryDirectory { folder in
            for arguments in [["a b", "c d", "-f", "ndjson"], ["explain"]] {
                let pipe = Pipe()
                try pipe.fileHandleForReading.close()
                let running = try Command.start(arguments, output: pipe.fileHandleForWriting)
                try pipe.fileHandleForWriting.close()
                let result = try await running.result()
                #expect(result.errors.isEmpty)
                #expect(result.reason == .exit)
            }
            // A requested file is nevertheless completed.
            let pipe = Pipe()
            try pipe.fileHandleForReading.close()
            let file = "\(folder)/report.json"
            let running = try Command.start(["a b", "c d", "-o", file], output: pipe.fileHandleForWriting)
            try pipe.fileHandleForWriting.close()
            #expect(try await running.result().status == 65)
            #expect(try DecodedReport(Self.contents(file)).domains.count == 2)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func writesWhatIsThereWhenItIsInterrupted(signal: Int32) async throws {
        let sites = ["good.test": AuditCommandTests.good, "stalled.test": Site(wellKnown: .stall)]
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            let file = "\(folder)/report.json"
            let running = try Command.start(
                ["good.test", "stalled.test", "-c", "1", "-f", "ndjson", "-o", file] + arguments)
            try await running.output(contains: "good.test")
            try await server.wait { $0.requests.contains { $0.host.hasPrefix("stalled") } }
            running.send(signal)
            let result = try await running.result()
            #expect(result.status == 130)
            #expect(result.reason == .exit)
            #expect(result.errors.contains("Interrupted"))
            #expect(result.errors.contains("1 of 2"))
            let text = try Self.contents(file)
            try KeptReports.keep(text, "interrupted-\(signal).json")
            let document = try DecodedReport(text)
            #expect(!document.complete)
            #expect(document.domains.map(\.input) == ["good.test"])
            #expect(result.output.split(separator: "\n").count == 1)
        }
    }

    @Test func stopsAtOnceAtTheSecondSignal() async throws {
        try await withTemporaryDirectory { folder in
            let open = try Fifo("\(folder)/open")
            // With so many pipes, waiting briefly for each of them would exceed the time of this test.
            let full = try (0..<60).map { try Fifo("\(folder)/full\($0)") }
            for fifo in full { try fifo.fill() }
            let running = try Command.start(
                ["not a domain", "-o", "json:\(open.path)"] + full.flatMap { ["-o", "json:\($0.path)"] }
                    + ["-o", "\(folder)/report.json"])
            // All outputs are open when the first one has content; the next ones block before the last.
            try await open.waitForContent()
            running.send(SIGINT)
            try await running.errors(contain: "interrupt again")
            running.send(SIGINT)
            let result = try await running.result()
            #expect(result.status == 130)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(names.allSatisfy { $0.hasPrefix("full") || $0 == "open" }, "\(names)")
        }
    }
}
