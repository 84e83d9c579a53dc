import Audit
import Basics
import Findings
import Records
import Reports
package import Settings
import Transport

/// The settings of an audit from all sources, checked against each other.
package struct AuditSettings: Sendable {
    let targets: TargetSettings
    private let expected: SettingValues<SettingTable.Expected>
    package let network: NetworkSettings
    let appleCopy: SettingValues<SettingTable.AppleCopy>
    let additionalChecks: SettingValues<SettingTable.AdditionalChecks>
    let output: OutputSettings
    let history: HistorySettings
    let policy: SettingValues<SettingTable.Judgement>
    let limits: SettingValues<SettingTable.Limits>
    let notification: SettingValues<SettingTable.Notification>
    let receivers: [NoticeReceiver]
    let log: Log?
    /// The ID of the run, unless it resumes an earlier run, whose ID it keeps.
    let runID: String
    private let configuration: Configuration?

    /// Creates settings; `flags` contains the texts of flags by keys of settings, `sources` includes the configuration.
    package init(
        domains: [String], flags: [String: [String]], _ sources: SettingSources, _ configuration: Configuration?,
        variables: [String: String], log: Log?, randomID: String
    ) throws {
        func values<Group>(_ group: Group.Type) throws(UsageError) -> SettingValues<Group> {
            try sources.values(of: group, commandLine: flags)
        }
        self.log = log
        self.configuration = configuration
        let targetValues = try values(SettingTable.Targets.self)
        let isRecheck = TargetSettings.isRecheck(domains, targetValues, configuration)
        // For a re-check, only the command line specifies outputs.
        let outputSources = isRecheck ? sources.without(SettingTable.Output.table.outputs.entry) : sources
        output = try OutputSettings(
            outputSources.values(of: SettingTable.Output.self, commandLine: flags), variables: variables)
        runID = output.values.runID ?? randomID
        log?.setRun(runID)
        expected = try values(SettingTable.Expected.self)
        targets = try TargetSettings(arguments: domains, targetValues, expected, configuration, isRecheck: isRecheck)
        network = NetworkSettings(try values(SettingTable.Network.self), variables: variables)
        appleCopy = try values(SettingTable.AppleCopy.self)
        additionalChecks = try values(SettingTable.AdditionalChecks.self)
        policy = try values(SettingTable.Judgement.self)
        let historyValues = try values(SettingTable.History.self)
        history = try HistorySettings(
            historyValues, name: targets.seriesName(configuration, named: historyValues.name),
            storesByDefault: configuration != nil || !targets.lists.isEmpty, variables: variables)
        if policy.failOn.requiresHistory, history.path == nil {
            throw UsageError(
                "--fail-on \(policy.failOn.rawValue) compares with the previous run, but this run has no "
                    + "database. Use --db, --list or --config.", settings: ["fail_on", "no_db"])
        }
        if output.values.runID != nil, history.path != nil {
            throw UsageError("--run-id requires --no-db: a run in a database gets its ID from the database.")
        }
        if let configuration {
            let roots = [network.transport.certificateAuthorityFile].compactMap(\.self)
            let problems = configuration.fileProblems(
                among: targets.lists + targets.entitlements + output.requests.map(\.description) + roots)
            if !problems.isEmpty { throw configuration.failure(because: problems) }
        }
        try output.rejectDestination(atDatabase: history.path)
        limits = try values(SettingTable.Limits.self)
        if case .percent(let share) = limits.minTargets, history.path == nil {
            throw UsageError(
                "--min-targets \(RunLimit.percent(share)) compares with the previous run, but this run has no "
                    + "database. Use --db, --list or --config, or specify a number.",
                settings: ["min_targets", "no_db"])
        }
        notification = try values(SettingTable.Notification.self)
        receivers = try isRecheck ? [] : NoticeReceiver.all(notification, configuration)
        guard isRecheck else { return }
        let refused: [(flag: String, source: SettingEntry.Source?)] = [
            ("--resume", historyValues.source(of: \.resume)), ("--notify", notification.source(of: \.notify)),
            ("--min-targets", limits.source(of: \.minTargets)),
        ]
        if let flag = refused.first(where: { $0.source == .commandLine })?.flag {
            throw UsageError(
                "\(flag) applies only to a run of all domains of the configuration. A run of some of them is a "
                    + "re-check, which is not stored and sends no message. Remove \(flag), or the domains.")
        }
    }

    var recheckedConfiguration: String? { targets.isRecheck ? configuration?.path : nil }

    var waivers: WaiverList { configuration?.waivers ?? WaiverList() }

    var replacedOutputs: (outputs: [String], source: String)? {
        guard !targets.isRecheck, let outputs = configuration?.settings["outputs"] else { return nil }
        return switch output.values.source(of: \.outputs) {
        case .commandLine: (outputs, "--output")
        case .environment: (outputs, "AASA_AUDIT_OUTPUT")
        case .file, nil: nil
        }
    }

    var observer: ObserverSettings {
        var observer = network.observer
        observer.fetchesUnverified = !additionalChecks.noUnverifiedFetch
        observer.checksAllAddresses = additionalChecks.allAddresses
        observer.checksSiblings = additionalChecks.siblings
        observer.probesUserAgents = additionalChecks.probeUserAgents
        observer.cdnAddress = appleCopy.cdnURL ?? (appleCopy.cdn ? ObserverSettings.appleCDN : nil)
        return observer
    }

    var judge: JudgeSettings { JudgeSettings(policy, maxRedirects: network.observer.maxRedirects, configuration) }

    func reportedOptions(concurrency: Int) -> Evidence {
        // This order is part of the report format.
        var options: Evidence = ["maxConcurrency": .integer(concurrency)]
        options.add(network.reportedOptions)
        options.add(appleCopy.reportedOptions)
        options.add(additionalChecks.reportedOptions)
        options["expiryDays"] = .integer(policy.expiryDays)
        options.add(policy.reportedOptions)
        options.add(targets.reportedOptions)
        options.add(expected.reportedOptions)
        if let configuration { options["config"] = .string(configuration.path) }
        options.add(severities: configuration?.severities ?? [:])
        if !waivers.isEmpty { options["waivers"] = .integer(waivers.rules.count) }
        options.add(limits.reportedOptions)
        options.add(output.values.reportedOptions)
        return options
    }
}

extension Evidence {
    fileprivate mutating func add(_ others: Evidence) {
        for entry in others.entries { self[entry.key] = entry.value }
    }
}

extension AuditSettings {
    /// Opens the targets and the transport, so that errors that the user can fix occur before the first request.
    ///
    /// The caller shuts the transport down.
    func prepare() async throws -> (targets: TargetStream, extent: TargetStream.Extent, transport: Transport) {
        let stream = try targets.stream()
        let extent = try await stream.open(readsAhead: targets.readsAhead)
        return (stream, extent, try network.makeTransport())
    }

    /// Rejects a configuration with which an audit would not begin, or that contains invalid domains.
    ///
    /// Prepares the audit of `audit --config FILE`, with the valid parts of the file and the environment. The file may
    /// have no targets, because the command line can specify them. Lists are read to their end, unless they are pipes.
    ///
    /// - Returns: The configuration; the number of targets, `nil` if it is unknown; and sentences about everything that
    ///   an audit would accept but that cannot be intended.
    /// - Throws: `RunFailure` with all problems of the file, the files that it names, the environment and the lists.
    package static func check(
        _ path: String, variables: [String: String]
    ) async throws(RunFailure) -> (configuration: Configuration, targets: Int?, remarks: [String]) {
        var mistakes: [ConfigurationProblem] = []
        var configuration = Configuration(file: path, &mistakes)
        var problems = mistakes.isEmpty ? [] : ["\(ConfigurationError(path: path, mistakes))"]
        problems += configuration.removeUnusableFiles().map { "\(path): \($0)" }
        let (sources, unreadable) = SettingSources(variables, file: configuration.settings).withoutInvalidValues()
        problems += unreadable.map { "\(path): \($0)" }
        do throws(RunFailure) {
            let found = try await checkTargets(of: configuration, sources, variables: variables)
            if problems.isEmpty { return (configuration, found.targets, found.remarks) }
        } catch {
            guard !problems.isEmpty else { throw error }
            // The error may follow from the removal of invalid parts, so their problems are reported, too.
            problems += error.configurationErrors
        }
        throw Configuration.failure(problems)
    }

    private static func checkTargets(
        of configuration: Configuration, _ sources: SettingSources, variables: [String: String]
    ) async throws(RunFailure) -> (targets: Int?, remarks: [String]) {
        do {
            let output = try OutputSettings(sources.values(of: SettingTable.Output.self), variables: variables)
            let settings = try AuditSettings(
                domains: configuration.namesTargets ? [] : ["example.com"], flags: [:], sources, configuration,
                variables: variables, log: nil, randomID: "")
            let (targets, _, transport) = try await settings.prepare()
            transport.shutDown()
            try output.checkDestinations(of: RunPart(settings.reportedOptions(concurrency: 1)))
            try settings.history.check()
            guard configuration.namesTargets else {
                return (nil, ["It contains neither domains nor lists: specify them on the command line."])
            }
            guard await targets.canReadWithoutWaiting() else { return (nil, []) }
            return try await readTargets(targets, of: configuration, settings)
        } catch let failure as RunFailure {
            throw failure
        } catch {
            throw configuration.failure(because: ["\(error)"])
        }
    }

    /// Reads all targets; returns their number and remarks, or throws an error with all that are invalid.
    private static func readTargets(
        _ stream: TargetStream, of configuration: Configuration, _ settings: AuditSettings
    ) async throws -> (targets: Int?, remarks: [String]) {
        var remarks: [String] = []
        var groups = DomainGroups()
        var count = 0
        var columns: Set<String> = []
        var problems: [String] = []
        while let entry = try await stream.next() {
            switch entry.result {
            case .failure(let error): problems.append((entry.origin.map { "\($0): " } ?? "") + "\(error)")
            case .success(let target):
                count += 1
                groups.add(target.people)
                columns.formUnion(target.columns.map(\.name))
                for note in target.notes where remarks.count < 20 {
                    remarks.append("Warning: \(VisibleText.escape(target.domain.name)): \(note)")
                }
            }
        }
        if !problems.isEmpty, !settings.policy.skipInvalid { throw configuration.failure(because: problems) }
        if count == 0 { throw settings.noTargetsError(excluded: await stream.counts.excluded) }
        for column in columns.sorted() {
            let meant = Spelling.nearest(to: column.lowercased(), among: ListColumns.interpreted)
            guard let meant else { continue }
            remarks.append("Warning: the column \(VisibleText.quote(column)) has no effect; did you mean “\(meant)”?")
        }
        // The domains of other shards may belong to other teams.
        guard settings.targets.shard == nil else { return (count, remarks) }
        for webhook in configuration.webhooks {
            guard let problem = groups.problem(ofTeam: webhook.team) else { continue }
            remarks.append("Warning: \(problem) It has a webhook, but will receive no messages.")
        }
        return (count, remarks)
    }

    func noTargetsError(excluded: Int) -> UsageError {
        let source = VisibleText.escape(history.name.series)
        let exclusion = excluded == 0 ? "" : " (\(excluded == 1 ? "1 was" : "\(excluded) were") excluded by --exclude)"
        // If the command line specifies domains, the configuration is not the cause: it may have other targets.
        return UsageError(
            "There is no target in \(source)\(exclusion); a run needs at least one domain.",
            settings: targets.arguments.isEmpty ? ["lists", "entitlements", "exclude", "shard"] : [])
    }
}
