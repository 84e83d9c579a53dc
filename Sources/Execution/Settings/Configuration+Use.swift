package import Audit
import Basics
import Records
package import Settings

extension Configuration {
    package var namesTargets: Bool { !domains.isEmpty || settings["lists"] != nil || settings["entitlements"] != nil }

    package static func read(_ path: String?) throws(RunFailure) -> Configuration? {
        guard let path else { return nil }
        do {
            let configuration = try Configuration(file: path)
            // Contradictions in the file are errors regardless of the command line.
            let sources = SettingSources([:], file: configuration.settings)
            _ = try OutputSettings(sources.values(of: SettingTable.Output.self))
            return configuration
        } catch {
            throw failure([error is UsageError ? "\(path): \(error)" : "\(error)"])
        }
    }

    /// Returns the failure of a valid file with which an audit would not begin; lists the first twenty reasons.
    func failure(because reasons: [String]) -> RunFailure {
        let more = reasons.count > 20 ? ["and \(reasons.count - 20) more"] : []
        return Self.failure((reasons.prefix(20) + more).map { "\(path): \($0)" })
    }

    /// Returns `error`, or a failure of the configuration if the file alone determines the settings that caused it.
    package func failure(
        for error: any Error, _ sources: SettingSources, commandLine: [String: [String]]
    ) -> any Error {
        let settings: [String] =
            switch error {
            case let error as UsageError: error.settings
            case ListError.badExpression: ["exclude"]
            case is ListError: ["lists"]
            default: []
            }
        guard !settings.isEmpty, settings.allSatisfy({ sources.fileDecides($0, commandLine: commandLine) }) else {
            return error
        }
        return failure(because: ["\(error)"])
    }

    static func failure(_ problems: [String]) -> RunFailure {
        RunFailure(
            code: .configurationWrong, reason: "The configuration has errors:\n\(problems.joined(separator: "\n"))",
            configurationErrors: problems)
    }

    /// Returns the targets of this configuration that are in `wanted`, with all their attributes in lists and rules.
    package func targets(of wanted: Set<DomainID>) async throws -> [DomainID: Target] {
        let apps = try EntitlementTargets(settings["entitlements"] ?? [], apps: [])
        var attributes = TargetAttributes(domains.compactMap { try? $0.result.get() }, owners: owners)
        for (listing, domain) in apps.listings { attributes.add(listing, for: domain) }
        let stream = try TargetStream(
            domains + apps.entries, lists: (settings["lists"] ?? []).filter { $0 != "-" }, attributes: attributes,
            selection: wanted)
        var targets: [DomainID: Target] = [:]
        while targets.count < wanted.count, let target = try await stream.next()?.result.get() {
            targets[target.domain] = target
        }
        return targets
    }

    /// Returns sentences about the first twenty of `names`, targets that are not in a configuration.
    package static func remarks(onUnlisted names: [String], in path: String) -> [String] {
        var remarks = names.prefix(20).map { name in
            "\(VisibleText.quote(name)) is not in \(VisibleText.escape(path)), so only the owner patterns, waivers and "
                + "settings of that file apply to it."
        }
        if names.count > 20 { remarks.append("\(names.count - 20) more are not in that file.") }
        return remarks
    }
}
