import ArgumentParser
import Audit
import Basics
import Execution
import History
import Platform
import Reports
import Settings

import struct Foundation.Date
import class Foundation.ProcessInfo

struct DatabaseOptions: ParsableArguments {
    @Option(
        SettingTable.History.table.db.entry,
        help: "The database (default: the only one under $XDG_STATE_HOME/aasa-audit).")
    var db: String?

    @Option(help: ArgumentHelp("The configuration whose history is used.", valueName: "file"))
    var config: String?

    func open() throws -> RunDatabase { try open(Configuration.read(config)) }

    func open(_ configuration: Configuration?) throws -> RunDatabase {
        let database = try location(for: configuration).open()
        if let remark = database.remark { Console.write("Warning: \(remark)") }
        return database
    }

    func openForWriting() throws -> RunDatabase {
        try RunDatabase(path: location(for: Configuration.read(config)).path, access: .writing)
    }

    private func location(for configuration: Configuration?) throws -> HistoryLocation {
        let location = try HistoryLocation(db: db, configuration, variables: ProcessInfo.processInfo.environment)
        // The command requires an existing database; a new one would only hide a misspelt path.
        guard access(location.path, F_OK) == 0 else { throw HistoryError.missing(path: location.path) }
        return location
    }
}

struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List past runs, or show the status of a domain in them.",
        usage: """
            aasa-audit history [<domain>] [<options>]
            aasa-audit history --prune [--keep <duration>] [--db <file>]
            """,
        discussion: "Exit codes: 0; 1 the database cannot be used; 64 incorrect usage.")

    @Argument(help: ArgumentHelp("A domain, as for audit.", valueName: "domain"))
    var domain: String?

    @OptionGroup var database: DatabaseOptions
    @OptionGroup var output: CommandOutputOptions

    @Option(help: ArgumentHelp("The maximum number of runs, newest first.", valueName: "n"))
    var most = 30

    @Flag(help: "Delete runs older than --keep, and free their disk space.")
    var prune = false

    @Option(
        help: ArgumentHelp("How long --prune keeps runs (default: 90d).", valueName: "duration"),
        transform: { try SettingReader.duration($0) })
    var keep: Duration?

    func validate() throws {
        guard (1...100_000).contains(most) else { throw ValidationError("--most is a number from 1 to 100000.") }
        if keep != nil, !prune { throw ValidationError("--keep requires --prune here.") }
        if prune, domain != nil { throw ValidationError("--prune applies to all domains.") }
    }

    func run() throws {
        if prune { return try pruneDatabase() }
        let database = try database.open()
        let standardOutput = OutputFile.standardOutput()
        let text = HistoryText(style: try output.style())
        guard let domain else {
            let runs = try database.runs(limit: most)
            return try standardOutput.write(
                output.format == .json ? HistoryJSON.bytes(runs: runs) : Array(text.render(runs: runs).utf8))
        }
        let target = try TargetParser.parse(domain)
        // Without a port, all audited ports are shown.
        let port = target.domain.port == 443 && !domain.hasSuffix(":443") ? nil : target.domain.port
        let timelines = try database.timelines(host: target.domain.host, port: port, limit: most)
        if timelines.isEmpty {
            throw ValidationError(
                "No run has audited \(VisibleText.escape(domain)); “aasa-audit history” lists the runs.")
        }
        switch output.format {
        case .json: try standardOutput.write(HistoryJSON.bytes(timelines))
        case .text: try standardOutput.write(timelines.map { text.render($0) }.joined(separator: "\n"))
        }
    }

    private func pruneDatabase() throws {
        let database = try database.openForWriting()
        let seconds = (keep ?? SettingTable.History.table.keep.defaultValue) / .seconds(1)
        let pruned = try database.prune(before: Date().addingTimeInterval(-seconds))
        try database.compact()
        database.close()
        Console.write("Deleted: \(pruned.runs) runs with \(pruned.results) results.")
    }
}
