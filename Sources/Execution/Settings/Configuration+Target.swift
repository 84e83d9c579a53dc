import Audit
import Settings

extension Configuration {
    /// The target of this configuration that has `domain`, with everything that its lists and owners say of it; `nil` where it has
    /// none.
    ///
    /// - Throws: `ListError` where a list cannot be read, `UsageError` where entitlements cannot.
    func target(of domain: DomainID) async throws -> Target? {
        let apps = try EntitlementTargets(settings["entitlements"] ?? [], apps: [])
        var attributes = TargetAttributes(domains.compactMap { try? $0.result.get() }, owners: owners)
        for (listing, domain) in apps.listings { attributes.list(listing, for: domain) }
        let stream = try TargetStream(
            domains + apps.entries, lists: (settings["lists"] ?? []).filter { $0 != "-" }, attributes: attributes,
            selection: [domain])
        return try await stream.next()?.result.get()
    }
}
