import ArgumentParser
import Audit
import Basics
import Dispatch
import Execution
import Platform
import Records
import Reports
import Settings

import class Foundation.ProcessInfo
import struct Foundation.UUID

struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Check domains from outside, and report problems and fixes.",
        discussion: """
            Every option but --config can also be set in the environment, as in AASA_AUDIT_MAX_RETRIES=0, and most \
            options also in the configuration file, as in “max_retries: 0”; the command line takes precedence, then \
            the environment. Durations have a unit: 500ms, 10s, 2m. To keep secrets out of the environment, name files \
            that contain them in AASA_AUDIT_PROXY_FILE, AASA_AUDIT_HEADER_FILE, AASA_AUDIT_NOTIFY_FILE and \
            AASA_AUDIT_NOTIFY_SECRET_FILE.

            Exit codes: 0 no findings that --fail-on selects; 2 such findings; 3 an error in the configuration; 4 a \
            domain could not be checked; 65 a target is invalid; 1 the tool itself failed, or a webhook did not accept \
            its message; 64 incorrect usage, or no target; 130 interrupted, or cut off by --run-deadline.
            """)

    @Argument(
        help: ArgumentHelp(
            "A host name, host:port, URL, or entitlement entry such as applinks:*.example.com.", valueName: "domain"))
    var domains: [String] = []

    @OptionGroup var targets: SettingFlags<SettingTable.Targets>
    @OptionGroup var configured: ConfigurationOptions
    @OptionGroup(title: SettingTable.Expected.title) var expected: SettingFlags<SettingTable.Expected>
    @OptionGroup(title: SettingTable.Output.title) var output: SettingFlags<SettingTable.Output>
    @OptionGroup(title: SettingTable.Log.title) var log: SettingFlags<SettingTable.Log>
    @OptionGroup(title: SettingTable.History.title) var history: SettingFlags<SettingTable.History>
    @OptionGroup(title: SettingTable.Judgement.title) var policy: SettingFlags<SettingTable.Judgement>
    @OptionGroup(title: SettingTable.Limits.title) var limits: SettingFlags<SettingTable.Limits>
    @OptionGroup(title: SettingTable.Notification.title) var notification: SettingFlags<SettingTable.Notification>
    @OptionGroup(title: SettingTable.Network.title) var network: SettingFlags<SettingTable.Network>
    @OptionGroup(title: SettingTable.AppleCopy.title) var appleCopy: SettingFlags<SettingTable.AppleCopy>
    @OptionGroup(title: SettingTable.AdditionalChecks.title)
    var additionalChecks: SettingFlags<SettingTable.AdditionalChecks>

    func validate() throws {
        // “aasa-audit audti” would audit a host called audti, and “aasa-audit exa mple.com” two hosts.
        guard let first = domains.first, !first.isEmpty, CommandLine.arguments.dropFirst().first == first,
            first != Self.configuration.commandName, first != "localhost",
            first.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic })
        else { return }
        throw ValidationError(
            "“\(first)” is neither a command nor a domain name with a dot. \(Self.hint(for: first, domains.dropFirst())) "
                + "To audit a host called “\(first)”: aasa-audit audit \(first)")
    }

    /// Returns a suggestion for `word`, the first of several words, which is no command.
    private static func hint(for word: String, _ others: ArraySlice<String>) -> String {
        if SettingTable.entries.contains(where: { $0.flag == word && $0.sources.contains(.commandLine) }) {
            return "Did you mean the option --\(word)?"
        }
        if let format = OutputFormat(rawValue: word) {
            return "Did you mean the output \(format == .site ? "-o site:FOLDER" : "-f \(word)")?"
        }
        let configurations = AASAAudit.configuration.subcommands.map { $0.configuration }.filter(\.shouldDisplay)
        let commands = configurations.compactMap(\.commandName) + ["help"]
        if let command = Spelling.likelyWord(for: word, among: commands, minTolerance: 1) {
            return "Did you mean “\(command)”?"
        }
        let list = "Commands: \(commands.joined(separator: ", "))."
        // The word can be an unknown command, as in “scan example.com”, or a part of a name.
        guard let next = others.first, next.contains("."), !next.contains("/") else { return list }
        return "\(list) A domain name has no spaces; did you mean \(VisibleText.quote(word + next))?"
    }

    func run() async throws {
        let variables = ProcessInfo.processInfo.environment
        // An error in the configuration is reported by Main, in the log if flags or the environment request a log.
        let configuration = try Configuration.read(configured.config)
        let sources = SettingSources(variables, file: configuration?.settings)
        // A re-check ignores the outputs of the file, so an error in these outputs must not affect the log.
        let outputValues = try? output.values(in: sources.without(SettingTable.Output.table.outputs.entry))
        let isQuiet = outputValues?.quiet ?? false
        let randomID = UUID().uuidString.lowercased()
        let log = Log(
            try self.log.values(in: sources), run: randomID, isQuiet: isQuiet,
            isVerbose: outputValues?.verbose ?? false)
        let flags: [String: [String]] = [
            targets.texts, expected.texts, output.texts, history.texts, policy.texts, limits.texts,
            notification.texts, network.texts, appleCopy.texts, additionalChecks.texts,
        ].reduce([:]) { $0.merging($1) { _, new in new } }
        do {
            let settings = try AuditSettings(
                domains: domains, flags: flags, sources, configuration, variables: variables, log: log,
                randomID: randomID)
            for name in sources.unknown {
                let text = "The environment variable \(name) is not known; it is ignored."
                if let log { log.write(.warning, text) } else { Console.write("Warning: \(text)") }
            }
            throw ExitCode(try await perform(settings, isQuiet: isQuiet, log).rawValue)
        } catch {
            let cause = configuration?.failure(for: error, sources, commandLine: flags) ?? error
            throw Console(log: log).exitError(reporting: cause)
        }
    }

    /// Performs the run on a thread of its own, until the run ends or a signal interrupts it.
    private func perform(_ settings: AuditSettings, isQuiet: Bool, _ log: Log?) async throws -> RunExitCode.Code {
        let cleanup = AbortCleanup()
        let stop = StopSignal()
        StandardError.stopWaiting(at: stop)
        let (signals, continuation) = AsyncStream<Void>.makeStream()
        // Messages are written on a separate queue, so that a second signal is handled even if their reader blocks.
        let messages = DispatchQueue(label: "messages")
        let signalHandler = SignalHandler(cleanup) {
            stop.raise()
            continuation.yield()
            messages.async {
                Console(isQuiet: isQuiet, log: log).notice(
                    "Interrupted: writing the results so far; interrupt again to end at once.")
            }
        }
        defer { withExtendedLifetime(signalHandler) {} }

        // The run waits for disks, readers and the database on this thread; only the crawl uses the cooperative pool.
        let executor = BlockingTaskExecutor(label: "run")
        defer { withExtendedLifetime(executor) {} }
        let run = Task(executorPreference: executor) { try await AuditRun.perform(settings, cleanup, until: stop) }
        let cancellation = Task { for await _ in signals { run.cancel() } }
        defer { cancellation.cancel() }
        return try await run.value
    }
}
