import Audit
import History
import Platform
import Runs
package import Settings
import Transport

/// What a run needs before it begins, and whether a configuration leads there.
extension AuditSettings {
    /// What a run needs before it begins: whatever the user can mend is found here, before anything is asked.
    ///
    /// - Returns: The targets, what is known of them, and the transport, which its owner shuts down.
    /// - Throws: `UsageError` or `ListError` for what is wrong with the settings or the targets, and `RunFailure`.
    func prepare() async throws -> (targets: TargetStream, extent: TargetStream.Extent, transport: Transport) {
        let stream = try targets.stream()
        let extent = try await stream.open(readsAhead: targets.isShort)
        return (stream, extent, try network.makeTransport())
    }

    /// Refuses a configuration with which an audit would not begin.
    ///
    /// It prepares the audit that `audit --config FILE` is, with nothing from the command line or from variables. A file that
    /// names no targets is for audits whose command line does. Lists are read to their end, unless they are pipes.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - variables: The environment, for where things are on this machine.
    ///   - cores: The processors of this machine.
    /// - Returns: What an audit would not refuse and nobody can have meant, in whole sentences.
    /// - Throws: `RunFailure` with what is wrong.
    @discardableResult
    package static func check(
        _ configuration: Configuration, variables: [String: String], cores: Int
    ) async throws(RunFailure) -> [String] {
        try configuration.checkFiles()
        return try await prepare(configuration, variables: variables, cores: cores)
    }

    /// Prepares the audit that a configuration is by itself, and gives back what nobody can have meant, in whole sentences.
    private static func prepare(
        _ configuration: Configuration, variables: [String: String], cores: Int
    ) async throws(RunFailure) -> [String] {
        let groups = try await readTargets(configuration, variables: variables, cores: cores)
        guard configuration.namesTargets else {
            return ["It names neither domains nor lists: an audit takes them from the command line."]
        }
        guard let groups else { return [] }
        return configuration.webhooks.compactMap { webhook in
            groups.problem(ofTeam: webhook.team).map { "Warning: \($0) It has a webhook, and is never told anything." }
        }
    }

    /// Prepares the audit, and reads all targets.
    ///
    /// - Returns: Whose they are; `nil` where that is not known, as of pipes and of one share.
    private static func readTargets(
        _ configuration: Configuration, variables: [String: String], cores: Int
    ) async throws(RunFailure) -> DomainGroups? {
        let sources = SettingSources([:], file: configuration.settings)
        do {
            let output = try OutputSettings(sources.values(of: SettingTable.Output.self), variables: variables)
            let settings = try AuditSettings(
                domains: configuration.namesTargets ? [] : ["example.com"], flags: [:], sources, configuration,
                output: output, log: nil, runID: "", cores: cores)
            let (targets, _, transport) = try await settings.prepare()
            transport.shutDown()
            try output.checkPlaces(of: RunPart(settings.options(concurrency: 1)))
            if let path = settings.history.path, settings.history.isAskedFor, access(path, F_OK) == 0 {
                try RunDatabase(path: path, access: .reading).close()
            }
            guard await targets.neverWaits() else { return nil }
            var groups = DomainGroups()
            while let entry = try await targets.next() {
                guard let target = try? entry.result.get() else { continue }
                groups.add(team: target.team, owner: target.owner, tags: target.tags)
            }
            // The domains of other shares may be those of other teams.
            return settings.targets.shard == nil ? groups : nil
        } catch let failure as RunFailure {
            throw failure
        } catch {
            throw configuration.failure(because: "\(error)")
        }
    }

    /// The failure in the place of `error`, where an audit with the configuration alone fails in the same way: then it is the
    /// file that is wrong, and not how the program was called.
    package static func blame(
        for error: any Error, on configuration: Configuration?, variables: [String: String], cores: Int
    ) async -> any Error {
        guard let configuration, error is UsageError || error is ListError else { return error }
        do throws(RunFailure) {
            _ = try await prepare(configuration, variables: variables, cores: cores)
            return error
        } catch let failure {
            return failure.reason?.contains("\(error)") ?? false ? failure : error
        }
    }
}

extension Configuration {
    /// Whether an audit needs nothing else to have targets.
    var namesTargets: Bool {
        !domains.isEmpty || settings["lists"] != nil || settings["entitlements"] != nil
    }
}
