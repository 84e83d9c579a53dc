import Audit
import Basics
import Findings
import History
import Settings

/// What is audited: what the command line names, else what the environment does, else what the configuration does.
struct TargetSettings: Sendable {
    /// Domains that are arguments.
    let arguments: [String]
    /// Lists, in order; `-` is the standard input.
    let lists: [String]
    /// Files and folders with the entitlements of apps, in order.
    let entitlements: [String]
    /// What the user should know of the entitlements, in whole sentences.
    let remarks: [String]
    /// The settings as reports show them.
    let options: Evidence
    /// The domains that apps list.
    private let listed: [TargetEntry]
    /// Domains of the configuration that are audited.
    let configured: [TargetEntry]
    /// The domains of URLs of which something is expected.
    private let implied: [TargetEntry]
    /// What the configuration knows of domains, and what is expected of them, whoever names them.
    private let attributes: TargetAttributes
    /// Expressions for hosts that are left out.
    private let exclude: [String]
    /// The share of the targets that is audited; `nil` for all.
    let shard: Shard?
    /// Who may say what the targets are called: nobody who calls others so.
    private let namers: Set<SettingEntry.Source>
    /// Whether it is the configuration that names the targets.
    private let isConfigured: Bool
    /// Whether it is the configuration that leaves targets out.
    private let isExcludeConfigured: Bool

    /// Creates settings.
    ///
    /// - Throws: `UsageError` where no target is named, entitlements cannot be read, or a URL must open an app and must not.
    init(
        arguments: [String], _ values: SettingValues<SettingTable.Targets>,
        _ expected: SettingValues<SettingTable.Expected>, _ configuration: Configuration?
    ) throws(UsageError) {
        let known = configuration?.domains ?? []
        // Whoever names domains, lists or entitlements names all that is audited.
        let sources = [values.source(of: \.lists), values.source(of: \.entitlements)].compactMap(\.self)
        let source = arguments.isEmpty ? sources.min { $0.rawValue < $1.rawValue } : .commandLine
        lists = source == values.source(of: \.lists) ? values.lists : []
        entitlements = source == values.source(of: \.entitlements) ? values.entitlements : []
        if (lists + entitlements).count(where: { $0 == "-" }) > 1 {
            throw UsageError("The standard input can be read only once.")
        }
        let apps = try EntitlementTargets(entitlements, apps: expected.appIDs)
        (listed, remarks) = (apps.entries, apps.remarks)
        configured = source == .commandLine || source == .environment ? [] : known
        isConfigured = source == .file || !configured.isEmpty
        isExcludeConfigured = values.source(of: \.exclude) == .file
        self.arguments = arguments
        let hasOwn = configuration?.namesTargets ?? false
        var options = values.options
        if hasOwn {
            options["selection"] = Self.selection(
                arguments, source == .file || source == nil ? [] : lists + entitlements,
                without: isExcludeConfigured ? [] : values.exclude
            ).map { .string($0) }
        }
        self.options = options
        namers =
            !arguments.isEmpty
            ? [.commandLine]
            : hasOwn && source != nil && source != .file
                ? [.commandLine, .environment]
                : Set(SettingEntry.Source.allCases)
        if let link = expected.opens.first(where: expected.doesNotOpen.contains) {
            throw UsageError("“\(link)” is given with --opens and with --does-not-open; it cannot be both.")
        }
        let named =
            (arguments.map { TargetEntry($0) } + configured).compactMap { try? $0.result.get() } + apps.linkTargets
        var attributes = TargetAttributes(
            known.compactMap { try? $0.result.get() }, owners: configuration?.owners ?? [],
            expectedOfAll: Expectations(apps: expected.appIDs),
            expectedOfListed: Expectations(apps: expected.appIDs.filter { $0 != apps.standIn }))
        for (listing, domain) in apps.listings { attributes.list(listing, for: domain) }
        let isListedOnly = !entitlements.isEmpty && arguments.isEmpty && lists.isEmpty && configured.isEmpty
        var implied: [TargetEntry] = []
        for link in expected.opens + expected.doesNotOpen {
            let domain = link.domain(among: named)
            guard
                !isListedOnly
                    || named.contains(where: { $0.domain == domain && (domain != link.target.domain || !$0.isWildcard) }
                    )
            else {
                throw UsageError(
                    "No app lists the host of “\(link)”, so that no app can open it; an entry such as "
                        + "applinks:\(link.target.domain.authority) was expected.")
            }
            let opens = expected.opens.contains(link)
            attributes.expect(
                Expectations(opens: opens ? [link.description] : [], doesNotOpen: opens ? [] : [link.description]),
                of: domain)
            if domain == link.target.domain {
                implied.append(TargetEntry(input: link.target.input, result: .success(link.target)))
            }
        }
        self.implied = implied
        self.attributes = attributes
        exclude = values.exclude
        shard = values.shard
        if arguments.isEmpty && lists.isEmpty && configured.isEmpty && listed.isEmpty && implied.isEmpty {
            throw UsageError(
                configuration == nil
                    ? "No domain was given, as in: aasa-audit example.com"
                    : "No domain was given: the configuration has neither domains nor lists.")
        }
    }

    /// What is audited of the targets of a configuration, or in their place, where somebody names other ones: that a target
    /// of the configuration is missing says nothing of it then.
    private static func selection(_ arguments: [String], _ files: [String], without exclude: [String]) -> String? {
        func part(_ word: String, _ names: [String]) -> String? {
            names.isEmpty ? nil : "\(word) \(Phrase.list(names, limit: 20))"
        }
        let parts = [part("domains", arguments), part("targets in", files), part("all but hosts like", exclude)]
        return parts.contains { $0 != nil } ? parts.compactMap(\.self).joined(separator: ", ") : nil
    }

    /// The targets, those of the command line first.
    ///
    /// - Throws: `ListError` when an expression cannot be read.
    func stream() throws(ListError) -> TargetStream {
        try TargetStream(
            arguments.map { TargetEntry($0) } + configured + listed, lists: lists, implied: implied, exclude: exclude,
            shard: shard,
            attributes: attributes)
    }

    /// What tells apart runs of other targets; those of a configuration are its estate, whatever lists it has at the moment.
    func mark(_ configuration: Configuration?, _ values: SettingValues<SettingTable.History>) -> TargetSetID {
        let source = values.source(of: \.estate).flatMap { namers.contains($0) ? $0 : nil }
        let name = source == nil ? nil : values.estate
        if isConfigured, let configuration, name == nil || source == .file {
            return TargetSetID(
                of: configuration, named: name, shard: shard, domains: implied.map(\.input),
                exclude: isExcludeConfigured ? [] : exclude)
        }
        return TargetSetID(
            domains: arguments + implied.map(\.input),
            files: TargetSetID.paths(
                lists + entitlements + (configured.isEmpty ? [] : [configuration?.path].compactMap(\.self))),
            exclude: exclude, shard: shard, estate: name)
    }

    /// Whether all targets are on the command line, so that they are few and known at once.
    var isShort: Bool { lists.isEmpty && configured.isEmpty }
}
