import Audit
import History
import Settings

import struct Foundation.URL

/// What is audited: what the command line names, else what the environment does, else what the configuration does.
struct TargetSettings: Sendable {
    /// Domains that are arguments.
    let arguments: [String]
    /// Lists, in order; `-` is the standard input.
    let lists: [String]
    /// Domains of the configuration that are audited.
    let configured: [TargetEntry]
    /// The domains of URLs of which something is expected.
    private let implied: [TargetEntry]
    /// What the configuration knows of domains, and what is expected of them, whoever names them.
    private let attributes: TargetAttributes
    /// Expressions for hosts that are left out.
    private let exclude: [String]

    /// Creates settings.
    ///
    /// - Throws: `UsageError` where no target is named, or a URL must open an app and must not.
    init(
        arguments: [String], _ values: SettingValues<SettingTable.Targets>,
        _ expected: SettingValues<SettingTable.Expected>, _ configuration: Configuration?
    ) throws(UsageError) {
        let known = configuration?.domains ?? []
        // Whoever names domains or lists names all that is audited.
        let source = arguments.isEmpty ? values.source(of: \.lists) : .commandLine
        lists = source == values.source(of: \.lists) ? values.lists : []
        configured = source == .commandLine || source == .environment ? [] : known
        self.arguments = arguments
        if let link = expected.opens.first(where: expected.doesNotOpen.contains) {
            throw UsageError("“\(link)” is given with --opens and with --does-not-open; it cannot be both.")
        }
        let named = (arguments.map { TargetEntry($0) } + configured).compactMap { try? $0.result.get() }
        var attributes = TargetAttributes(
            known.compactMap { try? $0.result.get() }, expectedOfAll: Expectations(apps: expected.appIDs))
        var implied: [TargetEntry] = []
        for link in expected.opens + expected.doesNotOpen {
            let domain = link.domain(among: named)
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
        if arguments.isEmpty && lists.isEmpty && configured.isEmpty && implied.isEmpty {
            throw UsageError(
                configuration == nil
                    ? "No domain was given, as in: aasa-audit example.com"
                    : "No domain was given: the configuration has neither domains nor lists.")
        }
        if lists.count(where: { $0 == "-" }) > 1 {
            throw UsageError("The standard input can be read only once.")
        }
    }

    /// The targets, those of the command line first.
    ///
    /// - Throws: `ListError` when an expression cannot be read.
    func stream() throws(ListError) -> TargetStream {
        try TargetStream(
            arguments.map { TargetEntry($0) } + configured, lists: lists, implied: implied, exclude: exclude,
            attributes: attributes)
    }

    /// What tells apart runs of other targets; `configuration` is the path of the file, if one is named.
    func mark(configuration: String?) -> TargetSetID {
        // Where the domains come from, and not which they are: a list changes from night to night.
        let files = lists + (configured.isEmpty ? [] : [configuration].compactMap(\.self))
        return TargetSetID(
            domains: arguments + implied.map(\.input),
            files: files.map { $0 == "-" ? $0 : URL(filePath: $0).standardizedFileURL.path },
            exclude: exclude)
    }

    /// Whether all targets are on the command line, so that they are few and known at once.
    var isShort: Bool { lists.isEmpty && configured.isEmpty }
}
