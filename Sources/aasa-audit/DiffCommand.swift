import ArgumentParser
import Findings
import History
import Records
import Reports
import Settings

struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Show what changed between two runs.",
        usage: "aasa-audit diff [<run> [<run>]] [<options>]",
        discussion: """
            A run is specified by its number, the beginning of its ID, a day such as 2026-11-21, or “latest”. One \
            RUN (default: the newest complete one) is compared with its previous run.

            Domains that could not be checked never count as resolved.

            Exit codes: 0; 2 the runs differ, with --exit-code; 1 the database cannot be used; 64 incorrect usage.
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json, md
    }

    @Argument(help: ArgumentHelp("The later run, or the earlier and the later one.", valueName: "run"))
    var runs: [String] = []

    @OptionGroup var database: DatabaseOptions

    @Option(name: .shortAndLong, help: ArgumentHelp("text, json or md.", valueName: "format"))
    var format: Format = .text

    @Option(
        help: ArgumentHelp(
            "Show only this part of the differences; repeatable, or several parts separated by commas.",
            valueName: "part"),
        transform: { try DiffCommand.kinds($0) })
    var only: [[ChangeKind]] = []

    @Flag(help: "Exit with code 2 if the runs differ in parts of --only (default: all but still and not-compared).")
    var exitCode = false

    @Option(SettingTable.Output.table.color.entry) var color: String?

    func validate() throws {
        if runs.count > 2 { throw ValidationError("Two runs are compared, not \(runs.count).") }
    }

    func run() throws {
        let database = try database.open()
        let (earlier, later) = try chosenRuns(database)
        let fullDiff = try RunComparison.compare(earlier, later, in: database)
        let kinds = Set(only.joined())
        let diff = kinds.isEmpty ? fullDiff : fullDiff.limited(to: kinds)
        let output = OutputFile.standardOutput()
        switch format {
        case .text: try output.write(HistoryText(style: try CommandOutputOptions.style(color)).render(diff))
        case .json: try output.write(HistoryJSON.bytes(diff))
        case .md: try output.write(DiffMarkdown.render(diff))
        }
        let countedKinds = kinds.isEmpty ? Set(RunDiff.differenceKinds) : kinds
        if exitCode, countedKinds.contains(where: fullDiff.has) { throw ExitCode(RunExitCode.Code.findings.rawValue) }
    }

    private static func kinds(_ text: String) throws -> [ChangeKind] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
            guard let kind = RunDiff.selectableKinds.first(where: { $0.option == name }) else {
                let all = RunDiff.selectableKinds.map(\.option).joined(separator: ", ")
                throw ValidationError("expected one of: \(all)")
            }
            return kind
        }
    }

    private func chosenRuns(_ database: RunDatabase) throws -> (RunRecord, RunRecord) {
        if runs.count == 2 { return (try database.run(named: runs[0]), try database.run(named: runs[1])) }
        let named = try runs.first.map { try database.run(named: $0) }
        guard let later = try named ?? database.newestComplete(skipsInDoubt: true) else {
            throw HistoryError.noRun("No run is complete yet: there is nothing to compare.")
        }
        guard let earlier = try database.settledRun(before: later.number) else {
            throw HistoryError.noRun(
                "There is no complete run before run \(later.number): there is nothing to compare it with.")
        }
        return (earlier, later)
    }
}
