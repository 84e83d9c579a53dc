import Audit
import Basics
import Findings
import Settings

/// The targets of an audit, from the source with the highest precedence.
///
/// Domains on the command line select targets of a configuration, unless lists or entitlements replace those targets.
struct TargetSettings: Sendable {
    let arguments: [String]
    let lists: [String]
    let entitlements: [String]
    private(set) var reportedOptions: Evidence
    let shard: Shard?
    /// Whether targets of a configuration are selected or replaced; such a run is not stored and sends no messages.
    let isRecheck: Bool
    /// Whether all targets are read before the run: true for a selection, or without lists and configured domains.
    let readsAhead: Bool
    let remarks: [String]
    private let entries: [TargetEntry]
    /// The domains that are audited last, unless other targets include them: selected domains, hosts of expected links.
    private let additionalEntries: [TargetEntry]
    /// The attributes of domains in the configuration, regardless of where these domains are specified.
    private let attributes: TargetAttributes
    private let exclude: [String]
    private let selectedDomains: Set<DomainID>?

    init(
        arguments: [String], _ values: SettingValues<SettingTable.Targets>,
        _ expected: SettingValues<SettingTable.Expected>, _ configuration: Configuration?, isRecheck: Bool
    ) throws(UsageError) {
        self.arguments = arguments
        exclude = values.exclude
        shard = values.shard
        self.isRecheck = isRecheck

        // Lists and entitlements are taken from one source, that with the highest precedence.
        let listsSource = values.source(of: \.lists)
        let entitlementsSource = values.source(of: \.entitlements)
        let source = [listsSource, entitlementsSource].compactMap(\.self).min { $0.rawValue < $1.rawValue }
        lists = source == listsSource ? values.lists : []
        entitlements = source == entitlementsSource ? values.entitlements : []
        if (lists + entitlements).count(where: { $0 == "-" }) > 1 {
            throw UsageError("The standard input can be read only once.", settings: ["lists", "entitlements"])
        }
        let appTargets = try EntitlementTargets(entitlements, apps: expected.appIDs)
        remarks = appTargets.remarks
        let configurationDomains = configuration?.domains ?? []
        let usesConfiguredTargets = configuration?.namesTargets == true && (source == nil || source == .file)
        let configuredEntries = usesConfiguredTargets ? configurationDomains : []
        let argumentEntries = arguments.map { TargetEntry($0) }
        let isSelection = usesConfiguredTargets && !arguments.isEmpty
        selectedDomains = isSelection ? Set(argumentEntries.compactMap { try? $0.result.get().domain }) : nil
        readsAhead = isSelection || (lists.isEmpty && configuredEntries.isEmpty)
        entries = (isSelection ? [] : argumentEntries) + configuredEntries + appTargets.entries

        reportedOptions = values.reportedOptions
        if isRecheck {
            let selection = Self.selectionText(
                arguments, usesConfiguredTargets ? [] : lists + entitlements,
                without: values.source(of: \.exclude) == .file ? [] : values.exclude)
            if !selection.isEmpty { reportedOptions["selection"] = .string(selection) }
        }

        var attributes = TargetAttributes(
            configurationDomains.compactMap { try? $0.result.get() }, owners: configuration?.owners ?? [],
            expectationsForAll: Expectations(apps: expected.appIDs),
            expectationsForListed: Expectations(apps: expected.appIDs.filter { $0 != appTargets.usedSubstitute }))
        for (listing, domain) in appTargets.listings { attributes.add(listing, for: domain) }
        let areAllFromApps = !entitlements.isEmpty && arguments.isEmpty && lists.isEmpty && configuredEntries.isEmpty
        let linkEntries = try Self.addLinks(
            expected, to: &attributes,
            among: (argumentEntries + configuredEntries).compactMap { try? $0.result.get() } + appTargets.linkTargets,
            areAllFromApps: areAllFromApps)
        self.attributes = attributes
        additionalEntries = (isSelection ? argumentEntries : []) + linkEntries
        if lists.isEmpty && (argumentEntries + configuredEntries + appTargets.entries + linkEntries).isEmpty {
            throw UsageError(
                configuration == nil
                    ? "No domain was given. Example: aasa-audit example.com"
                    : "No domain was given: the configuration has neither domains nor lists.")
        }
    }

    /// Adds each link to its domain; returns the domains of links that no wildcard covers, even if in `targets`.
    private static func addLinks(
        _ expected: SettingValues<SettingTable.Expected>, to attributes: inout TargetAttributes,
        among targets: [Target], areAllFromApps: Bool
    ) throws(UsageError) -> [TargetEntry] {
        if let link = expected.opens.first(where: expected.doesNotOpen.contains) {
            throw UsageError("“\(link)” is given with --opens and with --does-not-open; it cannot be both.")
        }
        let links =
            expected.opens.map { ($0, Expectations(opens: [$0.request])) }
            + expected.doesNotOpen.map { ($0, Expectations(doesNotOpen: [$0.request])) }
        var additional: [TargetEntry] = []
        for (link, expectations) in links {
            let domain = link.domain(among: targets)
            // A wildcard covers the hosts below its domain, but not the domain itself.
            let isCoveredByWildcard = domain != link.target.domain
            let isTarget = targets.contains { $0.domain == domain && (isCoveredByWildcard || !$0.isWildcard) }
            if areAllFromApps, !isTarget {
                throw UsageError(
                    "No app lists the host of “\(link)”, so the link cannot open an app. Add "
                        + "applinks:\(link.target.domain.authority) to the app's domains, or remove the link.")
            }
            attributes.expect(expectations, of: domain)
            if !isCoveredByWildcard {
                additional.append(TargetEntry(input: link.target.input, result: .success(link.target)))
            }
        }
        return additional
    }

    /// Describes the selection, so that readers do not think the other domains were removed from the configuration.
    private static func selectionText(_ arguments: [String], _ files: [String], without exclude: [String]) -> String {
        let parts = [
            (words: "domains", names: arguments), (words: "targets in", names: files),
            (words: "all but hosts like", names: exclude),
        ]
        return parts.filter { !$0.names.isEmpty }.map { "\($0.words) \(Phrase.list($0.names, limit: 20))" }
            .joined(separator: ", ")
    }

    func stream() throws(ListError) -> TargetStream {
        try TargetStream(
            entries, lists: lists, additional: additionalEntries, exclude: exclude, shard: shard,
            attributes: attributes, selection: selectedDomains)
    }

    static func isRecheck(
        _ arguments: [String], _ values: SettingValues<SettingTable.Targets>, _ configuration: Configuration?
    ) -> Bool {
        guard configuration?.namesTargets == true else { return false }
        let sources = [values.source(of: \.lists), values.source(of: \.entitlements), values.source(of: \.exclude)]
        return !arguments.isEmpty || sources.contains { $0 != nil && $0 != .file }
    }

    func seriesName(_ configuration: Configuration?, named name: String?) -> SeriesName {
        if let configuration, name != nil || configuration.namesTargets {
            return SeriesName(of: configuration, named: name, shard: shard)
        }
        return SeriesName(ofFiles: lists + entitlements, shard: shard)
    }
}
