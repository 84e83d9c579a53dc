import Foundation
import TestSupport
import Testing

/// The program as a stage between a producer of names and a consumer of results: `--list - -f ndjson --no-db`.
@Suite(.inTurn(minutes: 3)) struct FilterTests {
    static let flags = ["-l", "-", "-f", "ndjson", "--no-db"]

    /// A line of NDJSON.
    private struct Line: Decodable {
        var input: String
        var schemaVersion: Int
        var run: String

        static func all(_ text: some StringProtocol) throws -> [Line] {
            try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        }
    }

    @Test func answersALineBeforeTheNextOneIsThere() async throws {
        try await withTemporaryDirectory { folder in
            try await withFaultServer(otherwise: AuditCommandTests.good) { server in
                let roots = try server.authority.writeBundle(to: folder)
                let input = Pipe()
                let running = try Command.start(
                    Self.flags + [
                        "--log-format", "json", "--connect-to", ":443:127.0.0.1:\(server.port)", "--cacert", roots,
                    ], input: input.fileHandleForReading)
                let names = (1...5).map { "d\($0).test" }
                for name in names {
                    try input.fileHandleForWriting.write(contentsOf: Data("\(name)\n".utf8))
                    try await running.output(contains: "{\"input\":\"\(name)\"")
                }
                try input.fileHandleForWriting.close()
                let result = try await running.result()
                #expect(result.status == 0, "\(result.errors)")
                let lines = try Line.all(result.output)
                #expect(lines.map(\.input) == names)
                #expect(lines.allSatisfy { $0.schemaVersion == 1 })
                // The run has the same name as in the log.
                let log = try LogTests.lines(result.errors)
                #expect(Set(lines.map(\.run)) == [try #require(log.first?["run"] as? String)])
                #expect(log.last?["message"] as? String == "run ended")
                #expect(log.last?["pass"] as? Int == names.count)
            }
        }
    }

    /// As long as results are not read, no further names are requested, and neither results nor names are held in memory.
    @Test func aSlowConsumerHoldsBackTheProducer() async throws {
        try await withTemporaryDirectory { folder in
            try await withFaultServer(otherwise: AuditCommandTests.good) { server in
                let roots = try server.authority.writeBundle(to: folder)
                let script = #"""
                    seq -f 'd%.0f.test' 1000000 | tee "$FOLDER/offered" \
                        | (echo "$BASHPID" >"$FOLDER/process"; exec "$0" "$@") \
                        | {
                            for ((line = 0; line < 300; line++)); do IFS= read -r _; done
                            wc -c <"$FOLDER/offered"
                            grep VmHWM "/proc/$(cat "$FOLDER/process")/status" || echo VmHWM: 0 kB
                        }
                    """#
                let result = try await Command.start(
                    Self.flags + [
                        "-c", "50", "--host-concurrency", "50", "--no-progress", "--connect-to",
                        ":443:127.0.0.1:\(server.port)", "--cacert", roots,
                    ],
                    // By default, an address sanitizer keeps 256 MB of freed memory, which would be counted.
                    environment: ["FOLDER": folder, "ASAN_OPTIONS": "detect_leaks=0 quarantine_size_mb=16"],
                    script: script
                ).result()
                let words = result.output.split { $0 == "\n" || $0 == " " || $0 == "\t" }.map(String.init)
                try #require(words.count == 4, "\(result.output) \(result.errors)")
                // Of 11.9 MB, only the active names and the contents of pipes and buffers have been read.
                #expect(try #require(Int(words[0])) < 1_000_000)
                #expect(try #require(Int(words[2])) < 400_000, "\(words)")
            }
        }
    }

    /// Lines with a line feed at the end are complete; names without such a line must be audited again.
    @Test func aKilledProcessLeavesOnlyCompleteLines() async throws {
        /// Names of later rounds get no answer before their round begins, so that earlier processes cannot end.
        @Sendable func round(of host: String) -> Int { ((Int(host.dropFirst().dropLast(5)) ?? 1) - 1) / 50 }
        let gates = [Gate(), Gate()]
        let answer = Answer.when(
            { round(of: $0.host) == 0 }, .file,
            otherwise: .when(
                { round(of: $0.host) == 1 }, .file.held(by: gates[0]), otherwise: .file.held(by: gates[1])))
        try await withTemporaryDirectory { folder in
            try await withFaultServer(otherwise: Site(wellKnown: answer, root: .file)) { server in
                let roots = try server.authority.writeBundle(to: folder)
                let arguments =
                    Self.flags + [
                        "-c", "8", "--host-concurrency", "8", "--connect-to", ":443:127.0.0.1:\(server.port)",
                        "--cacert", roots, "--timeout", "2m",
                    ]
                var missing = Set((1...150).map { "d\($0).test" })
                for (number, isKilled) in [true, true, false].enumerated() {
                    let (list, file) = ("\(folder)/list", "\(folder)/\(number).ndjson")
                    let names = missing.sorted { $0.compare($1, options: .numeric) == .orderedAscending }
                    try writeFile(names.joined(separator: "\n").utf8, to: list)
                    try writeFile([], to: file)
                    if number > 0 { gates[number - 1].open() }
                    let running = try Command.start(
                        arguments, input: FileHandle(forReadingFrom: URL(filePath: list)),
                        output: FileHandle(forWritingTo: URL(filePath: file)))
                    if isKilled {
                        try await server.wait { $0.requests.contains { round(of: $0.host) > number } }
                        running.send(SIGKILL)
                    }
                    let result = try await running.result()
                    #expect(result.status == (isKilled ? SIGKILL : 0), "\(result.errors)")
                    let text = try OutputTests.contents(file)
                    let whole = text[..<(text.lastIndex(of: "\n") ?? text.startIndex)]
                    for line in try Line.all(whole) {
                        #expect(missing.remove(line.input) != nil, "\(line.input) came twice, or was not asked for")
                    }
                }
                #expect(missing.isEmpty)
            }
        }
    }

    @Test func sharesTakenTogetherAreTheList() async throws {
        try await withTemporaryDirectory { folder in
            let list = "\(folder)/list.txt"
            // Invalid names need no network.
            let names = (0..<100).map { "not a host \($0)" }
            try writeFile(names.joined(separator: "\n").utf8, to: list)
            var found: [String] = []
            for index in 0..<3 {
                let result = try await Command.run(
                    "-l", list, "-f", "ndjson", "--no-db", "--shard", "\(index)/3", "--skip-invalid")
                #expect(result.status == 0, "\(result.errors)")
                let inputs = try Line.all(result.output).map(\.input)
                #expect(result.errors.contains("shard \(index)/3 of the list: \(100 - inputs.count) inputs"))
                #expect(inputs == names.filter(inputs.contains))
                found += inputs
            }
            #expect(found.count == 100)
            #expect(Set(found) == Set(names))
        }
    }

    /// Several machines can use one run ID, so that their lines form one run.
    @Test func aRunCanBeNamed() async throws {
        try await withTemporaryDirectory { folder in
            var files: [String] = []
            for index in 0..<2 {
                let result = try await Command.run(
                    "not a host 1", "not a host 2", "not a host 3", "--shard", "\(index)/2", "--run-id",
                    "night-2026.11_22", "-f", "ndjson")
                files.append("\(folder)/\(index).ndjson")
                try writeFile(result.output.utf8, to: files[index])
            }
            let result = try await Command.run(["report", "-f", "json", "--from"] + files)
            let document = try DecodedReport(result.output)
            #expect(document.run.id == "night-2026.11_22")
            #expect(document.domains.count == 3)
        }
        let refused = try await Command.run("not a host", "--run-id", "x", "--db", "/nonexistent/runs.sqlite")
        #expect(refused.status == 64)
        #expect(refused.errors.contains("--run-id requires --no-db"), "\(refused.errors)")
    }

    @Test func anEmptyShareIsARunToo() async throws {
        for index in 0..<2 {
            let result = try await Command.run("not a host", "--shard", "\(index)/2", "--skip-invalid", "-f", "json")
            #expect(result.status == 0, "\(result.errors)")
            let document = try DecodedReport(result.output)
            #expect(document.complete)
            // The domain belongs to shard 0.
            #expect(document.domains.count == (index == 0 ? 1 : 0))
        }
    }
}
