import Foundation
import TestSupport
import Testing

/// The files to which reports are written, and temporary files that remain.
@Suite(.inTurn(minutes: 3)) struct OutputPathTests {
    static func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test(
        arguments: [
            (["a.json", "./a.json"], true), (["a.json", "json:a.json"], true), (["json:a", "JSON:./a"], true),
            (["a.json", "sub/../a.json"], true), (["sub/a.json", "link/a.json"], true),
            (["old.json", "to-old.json"], true), (["new.json", "to-new.json"], true),
            (["csv:new.json", "json:to-to-new.json"], true), (["json:fifo", "csv:fifo"], true),
            (["json:/dev/null", "csv:/dev/null"], false), (["a.json", "a.html"], false),
            // Composed and decomposed letters are two files on Linux.
            (["\u{E9}.json", "e\u{301}.json"], false), (["old.json", "hard.json"], false),
        ] as [([String], Bool)])
    func writesOneReportToAFile(names: [String], isMisuse: Bool) async throws {
        try await withTemporaryDirectory { folder in
            let files = FileManager.default
            try files.createDirectory(atPath: "\(folder)/sub", withIntermediateDirectories: false)
            try writeFile("old".utf8, to: "\(folder)/old.json")
            try #require(mkfifo("\(folder)/fifo", 0o600) == 0)
            try #require(link("\(folder)/old.json", "\(folder)/hard.json") == 0)
            for (name, target) in [
                ("link", "sub"), ("to-old.json", "old.json"), ("to-new.json", "new.json"),
                ("to-to-new.json", "to-new.json"),
            ] {
                try files.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: target)
            }
            let result = try await Command.start(
                ["a b"] + names.flatMap { ["-o", $0] }, environment: ["FOLDER": folder],
                script: #"cd "$FOLDER" && exec "$0" "$@""#
            ).result()
            #expect(result.status == (isMisuse ? 64 : 65), "\(result.errors)")
            guard isMisuse else { return }
            for name in names { #expect(result.errors.contains(name.replacing("JSON:", with: "json:"))) }
            #expect(result.output.isEmpty)
        }
    }

    @Test func doesNotWriteToTheFileOfTheStandardOutput() async throws {
        try await withTemporaryDirectory { folder in
            let file = "\(folder)/report.json"
            try writeFile([], to: file)
            let output = try FileHandle(forWritingTo: URL(filePath: file))
            let result = try await Command.start(["a b", "-o", file], output: output).result()
            #expect(result.status == 64)
            #expect(result.errors.contains("report.json"))
            #expect(result.errors.contains("standard output"))
        }
    }

    @Test func doesNotTakeThePlaceOfTheDatabase() async throws {
        try await withTemporaryDirectory { folder in
            let database = "\(folder)/runs.sqlite"
            // The database is created by the second command.
            for status: Int32 in [64, 65, 64] {
                let place =
                    status == 65
                    ? "\(folder)/report" : "\(folder)/../\(folder.split(separator: "/").last ?? "")/runs.sqlite"
                let result = try await Command.run("a b", "--db", database, "-o", "json:\(place)")
                #expect(result.status == status, "\(result.errors)")
                #expect(result.errors.contains("is the database") == (status == 64), "\(result.errors)")
            }
            #expect(try await Command.run("history", "--db", database).status == 0)
        }
    }

    @Test func writesWhereALinkLeads() async throws {
        try await withTemporaryDirectory { folder in
            let files = FileManager.default
            try files.createDirectory(atPath: "\(folder)/sub", withIntermediateDirectories: false)
            try writeFile("old".utf8, to: "\(folder)/sub/old.json")
            let links = [
                ("old.json", "sub/old.json"), ("new.json", "sub/new.json"), ("newer.json", "hop.json"),
                ("hop.json", "\(folder)/sub/newer.json"),
            ]
            for (name, target) in links {
                try files.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: target)
            }
            let result = try await Command.run(
                "a b", "-o", "\(folder)/old.json", "-o", "\(folder)/new.json", "-o", "\(folder)/newer.json")
            #expect(result.status == 65, "\(result.errors)")
            for (name, target) in links {
                #expect(try files.destinationOfSymbolicLink(atPath: "\(folder)/\(name)") == target)
            }
            #expect(try Self.names(folder) == ["hop.json", "new.json", "newer.json", "old.json", "sub"])
            for name in ["old", "new", "newer"] {
                #expect(try DecodedReport(OutputTests.contents("\(folder)/sub/\(name).json")).complete)
            }
        }
    }

    @Test(arguments: [
        ("nowhere.json", "there is no folder"), ("loop.json", "symbolic links"), ("json:sub/", "it is a folder"),
        ("json:none/", "names a folder"), ("file/report.json", "is not a folder"),
    ])
    func refusesInvalidDestinations(name: String, words: String) async throws {
        try await withTemporaryDirectory { folder in
            let files = FileManager.default
            try files.createDirectory(atPath: "\(folder)/sub", withIntermediateDirectories: false)
            try writeFile([], to: "\(folder)/file")
            try files.createSymbolicLink(atPath: "\(folder)/nowhere.json", withDestinationPath: "none/x.json")
            try files.createSymbolicLink(atPath: "\(folder)/loop.json", withDestinationPath: "loop.json")
            let result = try await Command.start(
                ["a b", "-o", name], environment: ["FOLDER": folder], script: #"cd "$FOLDER" && exec "$0" "$@""#
            ).result()
            #expect(result.status == 64, "\(result.errors)")
            #expect(result.errors.contains(words), "\(result.errors)")
            #expect(try Self.names(folder) == ["file", "loop.json", "nowhere.json", "sub"])
        }
    }

    @Test(arguments: [String(repeating: "日", count: 80), String(repeating: "é", count: 125), "a\nb\u{1B}[31m"])
    func writesAFileOfAnyNameThatTheSystemTakes(name: String) async throws {
        try await withTemporaryDirectory { folder in
            let result = try await Command.run("a b", "-o", "\(folder)/\(name).json")
            #expect(result.status == 65, "\(result.errors)")
            #expect(try DecodedReport(OutputTests.contents("\(folder)/\(name).json")).domains.count == 1)
            #expect(try Self.names(folder).count == 1)
        }
    }

    @Test func removesWhatAKilledRunLeftBehind() async throws {
        let sites = ["good.test": AuditCommandTests.good, "stalled.test": Site(wellKnown: .stall)]
        try await AuditCommandTests.withSites(sites) { server, arguments, folder in
            let reports = "\(folder)/reports"
            try FileManager.default.createDirectory(atPath: reports, withIntermediateDirectories: false)
            func start(_ domain: String) throws -> Command.Running {
                try Command.start(
                    [domain, "-o", "\(reports)/report.json", "-o", "\(reports)/other.csv"]
                        + ["--timeout", "2m", "--deadline", "2m"] + arguments)
            }
            func stalled(_ count: Int) async throws {
                try await server.wait { tally in
                    tally.requests.count { $0.host == "stalled.test" } == count
                }
            }
            let alive = try start("stalled.test")
            try await stalled(1)
            let killed = try start("stalled.test")
            try await stalled(2)
            #expect(try Self.names(reports).count == 4)
            killed.send(SIGKILL)
            #expect(try await killed.result().reason == .uncaughtSignal)
            // Files that belong to neither output are kept, even with a similar name.
            try writeFile([], to: "\(reports)/.aasa-audit-0123456789abcdef-01234567")
            #expect(try await start("good.test").result().status == 0)
            // The files of the running process are kept.
            let left = try Self.names(reports).filter { !$0.hasPrefix(".aasa-audit-0123456789abcdef") }
            #expect(left.count == 4, "\(left)")
            #expect(left.suffix(2) == ["other.csv", "report.json"])
            alive.send(SIGTERM)
            #expect(try await alive.result().status == 130)
            #expect(try !DecodedReport(OutputTests.contents("\(reports)/report.json")).complete)
            #expect(
                try Self.names(reports)
                    == [".aasa-audit-0123456789abcdef-01234567", "other.csv", "report.json"])
        }
    }

    @Test(
        arguments: [
            ["-o", "report.json"], ["-o", "report.html"], ["-f", "json", "-o", "report.ndjson"],
            ["-f", "json", "--db", "runs.sqlite"], ["-f", "html", "--db", "runs.sqlite"],
        ])
    func spoolsBesideTheReportOrTheDatabase(outputs: [String]) async throws {
        try await withTemporaryDirectory { folder in
            let result = try await Command.start(
                ["a b", "c d"] + outputs, environment: ["FOLDER": folder, "TMPDIR": "/nonexistent"],
                script: #"cd "$FOLDER" && exec "$0" "$@""#
            ).result()
            #expect(result.status == 65, "\(result.errors)")
            // The database has additional files in its folder.
            let names = try Self.names(folder).filter { !$0.hasPrefix("runs.sqlite-") }
            #expect(names == [outputs[outputs.count - 1]])
        }
        let last = outputs[outputs.count - 1]
        guard last.hasPrefix("report.json") else { return }
        try await withTemporaryDirectory { folder in
            let file = "\(folder)/run.ndjson"
            #expect(try await Command.run("a b", "-o", file).status == 65)
            let result = try await Command.run(
                ["report", "--from", file, "-o", "\(folder)/report.html"], environment: ["TMPDIR": "/nonexistent"])
            #expect(result.status == 0, "\(result.errors)")
        }
    }

    @Test func saysWhereTheDiskIsFull() async throws {
        try await withTemporaryDirectory { folder in
            let list = "\(folder)/list.txt"
            try writeFile((1...200).map { "not a domain \($0)" }.joined(separator: "\n").utf8, to: list)
            // A limit for the size of files simulates a full disk.
            let result = try await Command.start(
                ["-l", list, "--no-db", "-f", "ndjson", "-o", "\(folder)/report.json"],
                script: #"ulimit -f 16; exec "$0" "$@""#
            ).result()
            #expect(result.reason == .exit)
            #expect(result.status == 1, "\(result.errors)")
            #expect(result.errors.contains(folder), "\(result.errors)")
            #expect(result.errors.contains("File too large"), "\(result.errors)")
            // The other outputs are completed.
            #expect(result.output.split(separator: "\n").count == 200)
            #expect(try Self.names(folder) == ["list.txt"])
        }
    }
}
