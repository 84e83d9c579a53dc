package import Audit
import Basics
package import Settings

extension Configuration {
    /// Returns the targets of this configuration that are in `wanted`, with all their attributes in lists and rules
    /// for owners.
    ///
    /// - Throws: `ListError` if a list cannot be read, `UsageError` if entitlements cannot.
    package func targets(of wanted: Set<DomainID>) async throws -> [DomainID: Target] {
        let apps = try EntitlementTargets(settings["entitlements"] ?? [], apps: [])
        var attributes = TargetAttributes(domains.compactMap { try? $0.result.get() }, owners: owners)
        for (listing, domain) in apps.listings { attributes.list(listing, for: domain) }
        let stream = try TargetStream(
            domains + apps.entries, lists: (settings["lists"] ?? []).filter { $0 != "-" }, attributes: attributes,
            selection: wanted)
        var targets: [DomainID: Target] = [:]
        while targets.count < wanted.count, let target = try await stream.next()?.result.get() {
            targets[target.domain] = target
        }
        return targets
    }

    /// Returns sentences about targets that are not in a configuration; lists the first twenty.
    package static func remarks(onUnlisted names: [String], in path: String) -> [String] {
        var remarks = names.prefix(20).map { name in
            "\(VisibleText.quote(name)) is not in \(VisibleText.escape(path)), so only the owner patterns, waivers and "
                + "settings of that file apply to it."
        }
        if names.count > 20 { remarks.append("\(names.count - 20) more are not in that file.") }
        return remarks
    }
}
