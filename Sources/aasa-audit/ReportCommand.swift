import ArgumentParser
import Audit
import Basics
import Findings
import History
import Platform
import Reports
import Runs
import Settings
import Transport

import class Foundation.ProcessInfo

/// `report [RUN]`, `report --from FILE…`: render what was observed before, in any format.
struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Render stored reports again, in any format.",
        usage: """
            aasa-audit report [<run>] [<options>]
            aasa-audit report --from <file> ... [<options>]
            """,
        discussion: """
            A run of the database is named by its number, by the beginning of its name, by a day such as 2026-11-21, or as \
            “latest”; without one the newest complete run is rendered. With --rejudge it is judged by the rules of this \
            version; the database is not changed.

            With --from, any number of NDJSON files and JSON documents, from any machine, become one report. A domain that \
            stands in them more than once counts once, as it was observed last.

            Exit codes: 0 everything was read and written; 65 something in the files could not be read (the report has \
            the rest, and says that it is not complete); 1 the tool itself failed; 64 wrong usage. With --fail-on also \
            2 and 4, as in audit.
            """)

    @Argument(help: ArgumentHelp("A run of the database (default: the newest complete one).", valueName: "run"))
    var stored: String?

    @OptionGroup var database: DatabaseOptions

    @Flag(help: "Judge what was observed once more, by the rules of this version.")
    var rejudge = false

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("NDJSON files or JSON documents; - is the standard input.", valueName: "file"))
    var from: [String] = []

    @OptionGroup(title: "Output") var output: OutputOptions

    @Option(help: "Make the exit code 2 for findings (default: never).")
    var failOn: FailureThreshold?

    func validate() throws {
        if !from.isEmpty, stored != nil { throw ValidationError("A run and --from exclude each other.") }
        if !from.isEmpty, database.db != nil { throw ValidationError("--db and --from exclude each other.") }
        if !from.isEmpty, rejudge {
            throw ValidationError(
                "--rejudge needs observations; they are in the database and not in the files of --from.")
        }
        if rejudge, failOn == .regression {
            throw ValidationError("--fail-on regression says what the run said; it does not go with --rejudge.")
        }
        if from.count(where: { $0 == "-" }) > 1 { throw ValidationError("The standard input (-) can be read once.") }
    }

    func run() throws {
        ignoreWriteSignals()
        let variables = ProcessInfo.processInfo.environment
        let settings = try OutputSettings(output, environment: SettingSources(variables))
        let unfinished = UnfinishedFiles()
        let end: @Sendable () -> Void = {
            unfinished.remove()
            _exit(130)
        }
        let interruption = Interruption(first: end, second: end)
        defer { withExtendedLifetime(interruption) {} }

        for path in from where path != "-" && access(path, R_OK) != 0 {
            throw ValidationError("\(VisibleText.escape(path)) cannot be read: \(String(cString: strerror(errno)))")
        }
        if from.isEmpty { return try renderStored(settings, variables, unfinished) }
        let writing = try RunWriting(settings, variables: variables, unfinished: unfinished)
        let files = StoredFiles(from, settings: settings, spoolFolders: writing.spoolFolders)
        let run = try files.read()
        let isWritten = writing.write(run)
        guard isWritten else { throw ExitCode.failure }
        throw ExitCode(try code(of: run, problems: files.problems))
    }

    /// Renders a run of the database.
    private func renderStored(
        _ settings: OutputSettings, _ variables: [String: String], _ unfinished: UnfinishedFiles
    ) throws {
        let database = try database.open(.reading)
        let record = try attempt { () throws(HistoryError) -> RunRecord in try chosen(database) }
        let writing = try RunWriting(settings, variables: variables, unfinished: unfinished)
        let again = rejudge ? rejudging(record, anchors(record, variables)) : nil
        let run = try attempt { () throws(HistoryError) -> DatabaseRun in
            try DatabaseRun(record, in: database, rejudge: again)
        }
        if run.notRejudged > 0 {
            Console(isQuiet: settings.isQuiet).note(
                "\(run.notRejudged) of \(run.summary.targets) domains are shown as they were judged at the time: only the "
                    + "newest observation of a domain is kept.")
        }
        guard writing.write(run) else { throw ExitCode.failure }
        throw ExitCode(try code(of: run, problems: 0))
    }

    private func chosen(_ database: RunDatabase) throws(HistoryError) -> RunRecord {
        if let stored { return try database.run(named: stored) }
        guard let newest = try database.newestComplete() else {
            throw .run("No run has come to its end yet; “aasa-audit history” lists those that have begun.")
        }
        return newest
    }

    /// Judges by the rules of this version, with the settings and waivers that the run had.
    private func rejudging(
        _ record: RunRecord, _ anchors: CertificateStore?
    ) -> @Sendable (Observation, DomainReport) -> DomainReport {
        let settings = JudgeSettings(recorded: record.facts.options)
        let contents = ContentJudge(anchors: anchors)
        let everywhere = try? DomainPattern("*")
        return { observation, stored in
            var settings = settings
            settings.waivers = WaiverList(
                stored.findings.compactMap { finding in
                    guard let waiver = finding.waived, let everywhere else { return nil }
                    return WaiverRule(code: finding.code, domain: everywhere, waiver: waiver)
                })
            return Judge(settings, contents: contents).judge(observation)
        }
    }

    /// The roots for signers of files: those that the run had, else none.
    private func anchors(_ record: RunRecord, _ variables: [String: String]) -> CertificateStore? {
        let file = SettingTable.Network.table.cacert.value(in: record.facts.options) ?? nil
        do throws(TransportError) {
            return try CertificateStore(file: file, environment: variables, defaultFile: nil)
        } catch {
            Console.error("\(error) Whether signers are trusted is not said.")
            return nil
        }
    }

    private func code(of run: any StoredRun, problems: Int) throws -> Int32 {
        var outcome = RunOutcome(threshold: failOn ?? .never)
        if failOn != nil {
            do throws(OutputError) {
                try run.forEachDomain { report in outcome.add(report) }
            } catch {
                Console.error("\(error)")
                return RunOutcome.Code.toolFailed.rawValue
            }
        }
        if outcome.code == .findings || problems == 0 { return outcome.code.rawValue }
        return RunOutcome.Code.invalidTargets.rawValue
    }
}

/// The files of `report --from`, and what is said about them on the standard error.
final class StoredFiles {
    /// The most problems that are named one by one.
    private static let mostNamed = 20

    private let paths: [String]
    private let console: Console
    private let spoolFolders: [String]
    /// How much of the files could not be read.
    private(set) var problems = 0

    init(_ paths: [String], settings: OutputSettings, spoolFolders: [String]) {
        self.paths = paths
        console = Console(isQuiet: settings.isQuiet)
        self.spoolFolders = spoolFolders
    }

    /// Reads all files; what is broken in them is named and left out.
    func read() throws -> any StoredRun {
        do throws(OutputError) {
            let collection = try ReportCollection(
                spoolFolders: spoolFolders, toolVersion: ToolVersion.tool, rulesVersion: Judge.rulesVersion
            ) { [self] problem in
                problems += 1
                if problems <= Self.mostNamed { console.error("\(problem)") }
            }
            for path in paths { try collection.add(path: path) }
            if problems > Self.mostNamed {
                console.error("\(problems - Self.mostNamed) more places could not be read.")
            }
            if problems > 0 { console.error("The report has what could be read, and says that it is not complete.") }
            if collection.duplicates > 0 {
                let noun = collection.duplicates == 1 ? "domain" : "domains"
                console.note(
                    "\(collection.duplicates) \(noun) stood in the files more than once; the last observation counts.")
            }
            return try collection.run()
        } catch {
            console.error("\(error)")
            throw ExitCode.failure
        }
    }
}

/// The outputs of a run that has ended: opened before it is read, written one after the other.
final class RunWriting {
    private let outputs: OpenOutputs
    private let settings: OutputSettings
    private let variables: [String: String]

    /// Opens all outputs; one that cannot be written is wrong usage.
    init(_ settings: OutputSettings, variables: [String: String], unfinished: UnfinishedFiles) throws {
        self.settings = settings
        self.variables = variables
        outputs = try OpenOutputs(settings.requests, unfinished: unfinished)
    }

    /// Where domains wait while files are read.
    var spoolFolders: [String] { outputs.spoolFolders(database: nil, variables: variables) }

    /// Writes all reports; the result is whether all are where they belong.
    func write(_ run: any StoredRun) -> Bool {
        var isWritten = true
        for (request, sink) in outputs.sinks {
            do throws(OutputError) {
                let buffer = BufferedSink(sink)
                try rendering(request, run).renderer(request.format).render(run, to: buffer)
                try buffer.finish()
            } catch {
                sink.discard()
                // A reader that has seen enough is no failure.
                if case .closedPipe = error { continue }
                Console.error("\(error)")
                isWritten = false
            }
        }
        return isWritten
    }

    private func rendering(_ request: OutputRequest, _ run: any StoredRun) -> RenderingSettings {
        let reader = request.destination == .standardOutput ? TextReader.standardOutput : .file
        let usesColor = settings.color.usesColor(isTerminal: reader.isTerminal, environment: variables)
        return RenderingSettings(
            bodies: settings.bodies, detail: settings.isQuiet ? .quiet : settings.isVerbose ? .verbose : .normal,
            style: usesColor ? .ansi : .plain, targets: run.summary.targets, width: reader.width)
    }
}
