import Audit
import Basics
import Findings
import Settings

/// The targets of an audit, from the source with the highest precedence.
///
/// Domains on the command line select among the targets of a configuration, unless lists or entitlements replace those.
struct TargetSettings: Sendable {
    let arguments: [String]
    let lists: [String]
    let entitlements: [String]
    private(set) var reportedOptions: Evidence
    let shard: Shard?
    /// Whether targets of a configuration are selected or replaced; such a run is not stored and sends no messages.
    let isRecheck: Bool
    /// Whether all targets are read before the run: if they are selected, or none is from a list or the configuration.
    let readsAhead: Bool
    let remarks: [String]
    private let entries: [TargetEntry]
    /// The domains that are audited last, unless other targets include them: selected domains, hosts of expected links.
    private let implied: [TargetEntry]
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
        let apps = try EntitlementTargets(entitlements, apps: expected.appIDs)
        remarks = apps.remarks
        let known = configuration?.domains ?? []
        let usesConfiguredTargets = configuration?.namesTargets == true && (source == nil || source == .file)
        let configured = usesConfiguredTargets ? known : []
        let named = arguments.map { TargetEntry($0) }
        let isSelection = usesConfiguredTargets && !arguments.isEmpty
        selectedDomains = isSelection ? Set(named.compactMap { try? $0.result.get().domain }) : nil
        readsAhead = isSelection || (lists.isEmpty && configured.isEmpty)
        entries = (isSelection ? [] : named) + configured + apps.entries

        reportedOptions = values.reportedOptions
        if isRecheck {
            let selection = Self.selectionText(
                arguments, usesConfiguredTargets ? [] : lists + entitlements,
                without: values.source(of: \.exclude) == .file ? [] : values.exclude)
            if !selection.isEmpty { reportedOptions["selection"] = .string(selection) }
        }

        var attributes = TargetAttributes(
            known.compactMap { try? $0.result.get() }, owners: configuration?.owners ?? [],
            expectedOfAll: Expectations(apps: expected.appIDs),
            expectedOfListed: Expectations(apps: expected.appIDs.filter { $0 != apps.usedSubstitute }))
        for (listing, domain) in apps.listings { attributes.add(listing, for: domain) }
        let areFromAppsOnly = !entitlements.isEmpty && arguments.isEmpty && lists.isEmpty && configured.isEmpty
        let linkEntries = try Self.add(
            expected, to: &attributes,
            among: (named + configured).compactMap { try? $0.result.get() } + apps.linkTargets,
            areFromAppsOnly: areFromAppsOnly)
        self.attributes = attributes
        implied = (isSelection ? named : []) + linkEntries
        if arguments.isEmpty && lists.isEmpty && configured.isEmpty && apps.entries.isEmpty && linkEntries.isEmpty {
            throw UsageError(
                configuration == nil
                    ? "No domain was given. Example: aasa-audit example.com"
                    : "No domain was given: the configuration has neither domains nor lists.")
        }
    }

    /// Adds each expected link to its domain among `targets`; returns the domains of links that no target covers.
    private static func add(
        _ expected: SettingValues<SettingTable.Expected>, to attributes: inout TargetAttributes,
        among targets: [Target], areFromAppsOnly: Bool
    ) throws(UsageError) -> [TargetEntry] {
        if let link = expected.opens.first(where: expected.doesNotOpen.contains) {
            throw UsageError("“\(link)” is given with --opens and with --does-not-open; it cannot be both.")
        }
        let links =
            expected.opens.map { ($0, Expectations(opens: [$0.request])) }
            + expected.doesNotOpen.map { ($0, Expectations(doesNotOpen: [$0.request])) }
        var implied: [TargetEntry] = []
        for (link, expectations) in links {
            let domain = link.domain(among: targets)
            // A wildcard covers the hosts below its domain, but not the domain itself.
            let isCoveredByWildcard = domain != link.target.domain
            let isTarget = targets.contains { $0.domain == domain && (isCoveredByWildcard || !$0.isWildcard) }
            if areFromAppsOnly, !isTarget {
                throw UsageError(
                    "No app lists the host of “\(link)”, so the link cannot open an app. Add "
                        + "applinks:\(link.target.domain.authority) to the app's domains, or remove the link.")
            }
            attributes.expect(expectations, of: domain)
            if !isCoveredByWildcard {
                implied.append(TargetEntry(input: link.target.input, result: .success(link.target)))
            }
        }
        return implied
    }

    /// Describes the targets in reports, because missing domains were not removed from the configuration.
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
            entries, lists: lists, implied: implied, exclude: exclude, shard: shard, attributes: attributes,
            selection: selectedDomains)
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
