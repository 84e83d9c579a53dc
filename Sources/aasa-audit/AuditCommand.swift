import ArgumentParser
import Audit
import Dispatch
import Logging
import Reports
import Runs
import Settings
import Transport

import class Foundation.ProcessInfo

/// `audit [DOMAIN…]`: observe, judge, report.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Look at domains from outside, judge what was seen, and report.",
        discussion: """
            Every option but --config can also be set in the environment, as in AASA_AUDIT_MAX_RETRIES=0, or in the file of \
            --config, as in max_retries: 0; the command line goes first, then the environment. Durations have a unit: \
            500ms, 10s, 2m. AASA_AUDIT_PROXY_FILE, AASA_AUDIT_HEADER_FILE, AASA_AUDIT_NOTIFY_FILE and \
            AASA_AUDIT_NOTIFY_SECRET_FILE name files that hold these secrets.

            Exit codes: 0 nothing at or above --fail-on; 2 findings; 3 the configuration is wrong; 4 a domain could not \
            be checked; 65 a target could not be understood; 1 the tool itself failed, or nobody took the message; 64 wrong \
            usage, or no target; 130 interrupted, or cut off by --run-deadline.
            """)

    @OptionGroup var targets: TargetOptions
    @OptionGroup var configured: ConfigurationOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Log") var log: LogOptions
    @OptionGroup(title: "History") var history: HistoryOptions
    @OptionGroup(title: "Judgement") var policy: PolicyOptions
    @OptionGroup(title: "Judgement") var limits: RunLimitOptions
    @OptionGroup(title: "Notification") var notification: NotifyOptions
    @OptionGroup(title: "Network") var network: NetworkOptions

    func run() async throws {
        ignoreWriteSignals()
        let process = ProcessInfo.processInfo
        // The file may ask for a log; what is wrong with it goes to the one that the command line or the environment asks for.
        let surroundings = SettingSources(process.environment)
        let early = try LogSettings(log, environment: surroundings, isQuiet: false, isVerbose: false).logger
        let configuration = try configured.read { text in
            if let early { early.error("\(text)") } else { Console.error(text) }
        }
        let environment = SettingSources(process.environment, file: configuration?.settings ?? FileSettings())
        let outputSettings = try OutputSettings(output, environment: environment)
        let logSettings = try LogSettings(
            log, environment: environment, isQuiet: outputSettings.isQuiet, isVerbose: outputSettings.isVerbose)
        try await logSettings.logsMisuse {
            try await run(environment, configuration, outputSettings, logSettings, process)
        }
    }

    private func run(
        _ environment: SettingSources, _ configuration: Configuration?, _ outputSettings: OutputSettings,
        _ logSettings: LogSettings, _ process: ProcessInfo
    ) async throws {
        let targetSettings = try TargetSettings(targets, environment: environment, configuration: configuration)
        let networkSettings = try NetworkSettings(
            network, environment: environment, variables: process.environment, cores: process.activeProcessorCount)
        var policySettings = try PolicySettings(policy, environment: environment)
        policySettings.configure(configuration)
        let historySettings = try HistorySettings(
            history, targets: targetSettings.mark(configuration: configured.config),
            isRegular: configuration != nil || !targetSettings.lists.isEmpty, environment: environment,
            variables: process.environment)
        if policySettings.failOn == .regression, historySettings.path == nil {
            throw ValidationError(
                "--fail-on regression compares with the run before, which takes a database: --db, --list or --config.")
        }
        if let configuration {
            let requests = outputSettings.requests.map(\.description)
            let roots = networkSettings.transport.certificateAuthorityFile
            try ConfigurationOptions.checkFiles(
                of: configuration, among: Set(targetSettings.lists + requests + [roots].compactMap(\.self))
            ) { text in
                if let log = logSettings.logger { log.error("\(text)") } else { Console.error(text) }
            }
        }
        try outputSettings.check(database: historySettings.path)
        let limits = try RunLimits(limits, hasHistory: historySettings.path != nil, environment: environment)
        let notifySettings = try NotifySettings(notification, environment: environment)

        for name in environment.unknown {
            let text = "The environment variable \(name) is not known; it is ignored."
            if let log = logSettings.logger { log.warning("\(text)") } else { Console.say("Warning: \(text)") }
        }
        let settings = DomainRun.Settings(
            network: networkSettings, output: outputSettings, policy: policySettings, limits: limits, log: logSettings,
            history: historySettings, notify: notifySettings, variables: process.environment)
        let targets: TargetStream
        let extent: TargetStream.Extent
        do {
            targets = try targetSettings.stream()
            extent = try await targets.open(readsAhead: targetSettings.isShort)
        } catch let error as ListError {
            throw ValidationError("\(error)")
        }
        // Signals are listened to before the first domain is asked.
        let unfinished = UnfinishedFiles()
        let stop = StopSignal()
        StandardError.stopsWaiting(at: stop)
        let (signals, signal) = AsyncStream<Void>.makeStream()
        let isQuiet = outputSettings.isQuiet
        let logger = logSettings.logger
        // Who reads the messages may read nothing; the second signal is heard all the same.
        let messages = DispatchQueue(label: "messages")
        let interruption = Interruption(
            first: {
                stop.raise()
                signal.yield()
                messages.async {
                    let text = "Interrupted: writing what is there; once more ends at once."
                    if let logger { logger.warning("\(text)") } else if !isQuiet { Console.say(text) }
                }
            },
            second: { unfinished.remove() })
        defer { withExtendedLifetime(interruption) {} }

        // The run waits for disks, readers and the database; its crawl is on the cooperative pool.
        let executor = BlockingTaskExecutor(label: "run")
        defer { withExtendedLifetime(executor) {} }
        let run = Task(executorPreference: executor) {
            try await DomainRun(targets, extent, settings, unfinished, until: stop).perform()
        }
        let watch = Task { for await _ in signals { run.cancel() } }
        let deadline = networkSettings.runDeadline.map { limit in
            Task {
                try await Task.sleep(for: limit)
                stop.raise()
            }
        }
        defer {
            watch.cancel()
            deadline?.cancel()
        }
        throw ExitCode(try await run.value.rawValue)
    }
}
