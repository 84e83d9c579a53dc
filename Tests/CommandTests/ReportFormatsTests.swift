import Foundation
import TestSupport
import Testing

/// Every format of a run, written during the run and rendered again from its stored reports.
@Suite(.inTurn(minutes: 3)) struct ReportFormatsTests {
    private static let files = [
        "run.json", "run.ndjson", "run.csv", "run.md", "run.junit.xml", "run.sarif", "run.prom", "run.github",
        "run.html",
    ]

    private static func request(_ file: String, in folder: String) -> [String] {
        ["-o", file.hasSuffix("github") ? "github:\(folder)/\(file)" : "\(folder)/\(file)"]
    }

    /// The number of domains in a run: `TEST_RUN_DOMAINS`, at least 60.
    private static let count = max(
        60, ProcessInfo.processInfo.environment["TEST_RUN_DOMAINS"].flatMap { Int($0) } ?? 60)
    private static let atOnce = 10

    /// Domains with all kinds of faults; those in the middle never respond.
    private static var sites: [(name: String, site: Site)] {
        let kinds: [Site] = [
            AuditCommandTests.good, Site(wellKnown: .redirect(to: "https://elsewhere.test/")),
            Site.everywhere(.status(404)), Site(wellKnown: .brokenJSON), Site(wellKnown: .hostileFields),
            Site(wellKnown: .hostileJSON), Site(root: .file, certificate: .expired), Site(wellKnown: .page),
            Site(wellKnown: .mediaType("text/plain")), Site(wellKnown: .latin1),
        ]
        return (0..<count).map { number in
            let stalls = count / 2..<count / 2 + atOnce ~= number
            return (
                stalls ? "stall\(number).test" : "d\(number).test",
                stalls ? Site(wellKnown: .stall) : kinds[number % 10]
            )
        }
    }

    /// Creates a list with the domains and a formula instead of a domain, and a folder for each of two reports.
    private static func inputs(in folder: String) throws -> (list: String, live: String, again: String) {
        let names = sites.map { $0.name == "d7.test" ? "=cmd|' /C calc'!A0 <script>" : $0.name }
        let list = "\(folder)/list"
        try Data(names.joined(separator: "\n").utf8).write(to: URL(filePath: list))
        for name in ["live", "again"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        return (list, "\(folder)/live", "\(folder)/again")
    }

    /// Checks that every format is identical, byte by byte, if it is rendered again from the document of a run.
    private static func expectTheSameAgain(_ live: String, _ again: String, keptAs kept: String) async throws {
        let rendered = try await Command.run(
            ["report", "--from", "\(live)/run.json"] + files.flatMap { request($0, in: again) })
        #expect(rendered.status == 0, "\(rendered.errors)")
        for file in files where file != "run.ndjson" {
            let texts = try [live, again].map { try OutputTests.contents("\($0)/\(file)") }
            let isSame = texts[0] == texts[1]
            #expect(isSame, "\(file)")
        }
        // Lines are in the order in which domains ended; rendered again, they are in the order of the input.
        let lines = try [live, again].map { try OutputTests.contents("\($0)/run.ndjson").split(separator: "\n") }
        let areSame = lines[0].sorted() == lines[1].sorted()
        #expect(areSame)
        for file in files { try KeptFormats.keep("\(live)/\(file)", kept + file) }
    }

    @Test func anInterruptedRunIsTheSameWhenRenderedAgain() async throws {
        let sites = Self.sites
        try await AuditCommandTests.withSites(Dictionary(uniqueKeysWithValues: sites)) { server, arguments, folder in
            let (list, live, again) = try Self.inputs(in: folder)
            let running = try Command.start(
                ["-l", list, "-c", "\(Self.atOnce)", "--host-concurrency", "\(Self.atOnce)", "-f", "text"]
                    + ["--timeout", "2m", "--deadline", "2m"] + Self.files.flatMap { Self.request($0, in: live) }
                    + arguments)
            // Then, domains without a response use all slots. All domains before them have ended when they are in the
            // text; some after them may have ended, too. Redirects and unverified fetches wait for free slots.
            try await server.wait { tally in
                Set(tally.requests.map(\.host).filter { $0.hasPrefix("stall") }).count == Self.atOnce
            }
            let first = (0..<Self.count / 2).filter { ![1, 6].contains($0 % 10) && $0 != 7 }.map { "d\($0).test" }
            for name in first { try await running.output(contains: name) }
            running.send(SIGINT)
            let result = try await running.result()
            #expect(result.status == 130, "\(result.errors.suffix(500))")
            #expect(result.output.contains("The run was interrupted"))
            let document = try DecodedReport(OutputTests.contents("\(live)/run.json"))
            #expect(!document.complete)
            let names = document.domains.compactMap(\.domain)
            #expect(Set(names).isSuperset(of: first))
            #expect(!names.contains { $0.hasPrefix("stall") })
            try await Self.expectTheSameAgain(live, again, keptAs: "interrupted-")
        }
    }

    @Test func aCompleteRunIsTheSameWhenRenderedAgain() async throws {
        let sites = Self.sites
        try await AuditCommandTests.withSites(Dictionary(uniqueKeysWithValues: sites)) { _, arguments, folder in
            let (list, live, again) = try Self.inputs(in: folder)
            let result = try await Command.run(
                ["-l", list, "-c", "\(Self.atOnce)", "--host-concurrency", "\(Self.atOnce)", "-f", "text"]
                    + ["--timeout", "2s", "--max-retries", "0"] + Self.files.flatMap { Self.request($0, in: live) }
                    + arguments)
            #expect(result.status == 2, "\(result.errors.prefix(6000))")
            let document = try DecodedReport(OutputTests.contents("\(live)/run.json"))
            #expect(document.complete)
            #expect(document.domains.count == Self.count)
            #expect(Set(document.domains.map(\.status)) == ["pass", "warn", "fail", "unreachable", "invalid"])
            try await Self.expectTheSameAgain(live, again, keptAs: "complete-")
        }
    }

    @Test func filesOfSeveralMachinesBecomeOneReport() async throws {
        try await AuditCommandTests.withSites(["good.test": AuditCommandTests.good]) { _, arguments, folder in
            let first = try await Command.run(["good.test", "not a domain", "-f", "ndjson"] + arguments)
            let second = try await Command.run(
                ["good.test", "localhost:1", "-f", "json", "--max-retries", "0"] + arguments)
            #expect(second.status == 2)
            try Data((first.output + "{\"cut").utf8).write(to: URL(filePath: "\(folder)/a.ndjson"))
            try Data(second.output.utf8).write(to: URL(filePath: "\(folder)/b.json"))
            let result = try await Command.run(
                ["report", "--from", "\(folder)/a.ndjson", "\(folder)/b.json", "-f", "json"]
                    + Self.files.flatMap { Self.request($0, in: folder) })
            #expect(result.status == 65)
            #expect(result.errors.contains("\(folder)/a.ndjson, line 3: incomplete JSON object ignored"))
            #expect(result.errors.contains("1 domain occurred in the files more than once"))
            let document = try DecodedReport(result.output)
            #expect(!document.complete)
            #expect(document.domains.map(\.status).count == 3)
            for file in Self.files { try KeptFormats.keep("\(folder)/\(file)", "together-" + file) }
        }
    }

    @Test func everyFormatIsThereWhenThereIsNothing() async throws {
        try await withTemporaryDirectory { folder in
            let empty = "\(folder)/empty.ndjson"
            try Data().write(to: URL(filePath: empty))
            let result = try await Command.run(
                ["report", "--from", empty] + Self.files.flatMap { Self.request($0, in: folder) })
            #expect(result.status == 0, "\(result.errors)")
            for file in Self.files { try KeptFormats.keep("\(folder)/\(file)", "empty-" + file) }
        }
    }

    @Test func takesTheExitCodeThatWasAskedFor() async throws {
        try await withTemporaryDirectory { folder in
            let file = "\(folder)/a.ndjson"
            let found = try await Command.run("localhost:1", "-f", "ndjson", "--max-retries", "0")
            try Data(found.output.utf8).write(to: URL(filePath: file))
            for (arguments, status) in [([], 0), (["--fail-on", "error"], 2)] as [([String], Int32)] {
                #expect(try await Command.run(["report", "--from", file, "-f", "csv"] + arguments).status == status)
            }
            for arguments in [["report"], ["report", "--from", "\(folder)/nowhere"]] {
                let result = try await Command.run(arguments)
                #expect(result.status == 64)
                #expect(result.output.isEmpty)
            }
            let other = "\(folder)/other.json"
            try Data("{\"applinks\":{\"details\":[}}".utf8).write(to: URL(filePath: other))
            let result = try await Command.run("report", "--from", other)
            #expect(result.status == 64)
            #expect(result.errors.contains("No report could be read"))
            #expect(result.output.isEmpty)
            let input = try FileHandle(forReadingFrom: URL(filePath: file))
            let piped = try await Command.run(["report", "--from", "-", "-f", "ndjson"], input: input)
            #expect(piped.output == found.output)
        }
    }
}

/// Reports of real runs in all formats, kept for independent readers if `Scripts/test` requests them.
enum KeptFormats {
    static func keep(_ path: String, _ name: String) throws {
        guard let folder = ProcessInfo.processInfo.environment["TEST_FORMATS_FOLDER"] else { return }
        try Data(contentsOf: URL(filePath: path)).write(to: URL(filePath: folder).appending(path: name))
    }
}
