import Foundation
import GRDB
import TestSupport
import Testing

/// The environment of the play: a folder with a configuration, servers, and the state after the last command.
final class Stage {
    /// The nightly command.
    static let nightly = ["--config", "aasa-audit.yaml"]

    let folder: String
    let servers: WorldServers
    let server: FaultServer
    var page = NightPage()
    var stable: StableText
    /// The traces that existed after the last command.
    var before = Traces()
    private let nameServer: String
    private let roots: String
    private let clock: FakeClock

    /// Creates the environment in a folder.
    init(
        _ folder: String, _ servers: WorldServers, _ server: FaultServer, names: DNSFaultServer
    ) async throws {
        self.folder = folder + "/acme"
        (self.servers, self.server) = (servers, server)
        clock = try await FakeClock(in: folder)
        stable = StableText(folder: self.folder)
        stable.ports = [server.port, names.port]
        nameServer = names.endpoint
        roots = try server.authority.writeBundle(to: folder)
        try FileManager.default.createDirectory(atPath: self.folder, withIntermediateDirectories: true)
        try writeFile(Story.configuration.utf8, to: self.folder + "/aasa-audit.yaml")
        try writeFile(Story.accepted.utf8, to: self.folder + "/accepted.yaml")
        before.files = try files()
    }

    // MARK: Acts

    /// Performs a night, and returns its page.
    func perform(_ night: Night, number: Int) async throws -> String {
        page = NightPage()
        page.heading(1, "Night \(number), \(night.day) 02:00: \(night.title)")
        if number == 1 { page.paragraph(Story.introduction) }
        for act in night.acts {
            try writeFile(servers.world.csv.utf8, to: folder + "/domains.csv")
            try await perform(act, night.date)
        }
        return page.text
    }

    private func perform(_ act: Night.Act, _ date: String) async throws {
        switch act {
        case .change(let sentence, let change):
            page.paragraph("*\(sentence)*")
            change(&servers.world)
        case .earlierRules(let version): try await setRules(version, date)
        case .audit(let time, let more, let clock):
            servers.setClocks("\(date) \(time):00")
            let run = try start(Self.nightly + more, at: clock ?? "\(date) \(time):00")
            let remark = clock.map { ", while this machine's clock says \($0)" } ?? ""
            report(Self.nightly + more, at: time + remark, try await run.result(), showsOutput: false)
            try await reportTraces(date)
        case .killedAudit(let name, let done):
            servers.setClocks("\(date) 02:00:00")
            let run = try start(Self.nightly, at: "\(date) 02:00:00")
            try await reached(run, name, done: done, date)
            run.send(SIGKILL)
            report(Self.nightly, at: "02:00, killed in the middle", try await run.result(), showsOutput: false)
            try await reportTraces(date)
        case .twoAudits(let name, let done): try await twoAudits(waitingFor: name, done: done, date)
        case .command(let time, let arguments):
            servers.setClocks("\(date) \(time):00")
            let run = try start(arguments, at: "\(date) \(time):00")
            report(arguments, at: time, try await run.result(), showsOutput: true)
            try await reportTraces(date)
        }
    }

    /// Changes the version of the rules of earlier runs, as if the program had been upgraded.
    private func setRules(_ version: String, _ date: String) async throws {
        page.paragraph("*The program has been upgraded: all earlier runs were judged by rules \(version).*")
        let database = try DatabaseQueue(path: folder + "/aasa-audit.sqlite")
        try await database.write { try $0.execute(sql: "UPDATE run SET rules_version = ?", arguments: [version]) }
        try database.close()
        before.history = try await history(date)
    }

    /// Waits until a run waits for a domain and `done` others are stored.
    private func reached(_ run: Command.Running, _ name: String, done: Int, _ date: String) async throws {
        let seen = before.requests
        try await Self.first(
            of: { try await run.ended() },
            { [server] in try await server.wait { $0.requests[seen...].contains { $0.host == name } } })
        var stored: Int
        repeat {
            try #require(!run.hasEnded, "it ended before it waited for \(name)")
            let number = try #require(try await history(date).firstMatch(of: /^run (\d+)/)?.output.1)
            stored = try await look(["report", String(number), "-f", "ndjson"], date).output
                .split(separator: "\n").count
        } while stored < done
    }

    /// Starts a second program while the first one waits for a response.
    private func twoAudits(waitingFor name: String, done: Int, _ date: String) async throws {
        let gates = [Gate(), Gate()]
        servers.world.servers[name] = .waits(gates)
        servers.setClocks("\(date) 02:00:00")
        let seen = before.requests
        let first = try start(Self.nightly, at: "\(date) 02:00:00")
        try await reached(first, name, done: done, date)
        let second = try start(Self.nightly, at: "\(date) 02:03:00")
        try await Self.first(
            of: { try await second.ended() },
            { [server] in try await server.wait { $0.requests[seen...].count { $0.host == name } >= 2 } })
        // One after the other, so that the remaining reports are always from the same program.
        gates[0].open()
        let one = try await first.result()
        gates[1].open()
        report(Self.nightly, at: "02:00, still waiting for \(name) at 02:03", one, showsOutput: false)
        report(Self.nightly, at: "02:03", try await second.result(), showsOutput: false)
        page.heading(2, "After both")
        try await reportTraces(date)
    }

    /// Waits until one of two operations ends.
    private static func first(
        of one: @escaping @Sendable () async throws -> Void, _ other: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { try await one() }
            group.addTask { try await other() }
            try await group.next()
            group.cancelAll()
            while await group.nextResult() != nil {}
        }
    }

    // MARK: Commands

    /// Starts the program with the current state of the world.
    private func start(_ arguments: [String], at time: String) throws -> Command.Running {
        let surroundings = [
            "AASA_AUDIT_CACERT": roots, "AASA_AUDIT_DNS_SERVERS": nameServer, "AASA_AUDIT_MAX_RETRIES": "0",
            "AASA_AUDIT_CONNECT_TO": servers.world.routes(to: server.port),
            // Domains are audited one after the other, so that they always end in the same order.
            "AASA_AUDIT_MAX_CONCURRENCY": "1",
        ]
        return try Command.start(
            arguments,
            environment: surroundings.merging(self.clock.environment(at: time, in: folder)) { $1 },
            script: FakeClock.script)
    }

    /// Returns all runs of the database, one per line, because the program's line breaks depend on the folder's path.
    func history(_ date: String) async throws -> String {
        stable.text(
            try await look(["history"], date).output.replacing(/\n +/, with: " ").replacing("/ ", with: "/"))
    }

    private func look(_ arguments: [String], _ date: String) async throws -> Command.Result {
        try await start(arguments + ["--db", "aasa-audit.sqlite"], at: "\(date) 12:00:00").result()
    }
}
