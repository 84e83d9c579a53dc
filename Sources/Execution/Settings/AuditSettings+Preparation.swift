import Audit
import Basics
import Records
package import Settings
import Transport

extension AuditSettings {
    /// Detects everything that the user can fix, before the first request; the caller shuts the transport down.
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
        problems += configuration.removeMissingFiles().map { "\(path): \($0)" }
        let (sources, unreadable) = SettingSources(variables, file: configuration.settings).readable()
        problems += unreadable.map { "\(path): \($0)" }
        do throws(RunFailure) {
            let found = try await checkTargets(of: configuration, sources, variables: variables)
            if problems.isEmpty { return (configuration, found.targets, found.remarks) }
        } catch {
            guard !problems.isEmpty else { throw error }
            // Removing invalid parts may have left nothing to audit.
            if error.code == .configurationWrong, let reason = error.reason {
                problems.append(reason.split(separator: "\n").dropFirst().joined(separator: "\n"))
            }
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
            guard await targets.neverWaits() else { return (nil, []) }
            return try await read(targets, of: configuration, settings)
        } catch let failure as RunFailure {
            throw failure
        } catch {
            throw configuration.failure(because: ["\(error)"])
        }
    }

    private static func read(
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
        let left = excluded == 0 ? "" : " (\(excluded == 1 ? "1 was" : "\(excluded) were") excluded by --exclude)"
        // Without the domains of the command line, the configuration may have other targets.
        return UsageError(
            "There is no target in \(source)\(left); a run needs at least one domain.",
            settings: targets.arguments.isEmpty ? ["lists", "entitlements", "exclude", "shard"] : [])
    }
}
