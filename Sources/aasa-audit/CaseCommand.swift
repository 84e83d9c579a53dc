import AppSiteAssociation
import ArgumentParser
import Audit
import Execution
import Platform
import Records
import Settings

import class Foundation.ProcessInfo

struct CaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "case",
        abstract: "Check one broken link: does it open the app, and how can it be fixed?",
        usage: "aasa-audit case <url> [<options>]",
        discussion: """
            The link's domain is audited, Apple's copy is fetched, and the link is compared with the rules of both. \
            The link itself is requested once, to see whether it redirects to another host.

            Requests are configured as for audit, with --config or options such as --connect-to, which --help-hidden \
            lists.

            Exit codes: 0 the link opens the app; 2 it does not, or only on some systems; 4 this is not known; 3 an \
            error in the configuration; 1 the tool itself failed; 64 incorrect usage, or a link that cannot open an app.
            """)

    @Argument(help: ArgumentHelp("The link, such as https://example.com/path.", valueName: "url"))
    var url: String?

    @Option(
        help: ArgumentHelp(
            "The identifier of the app that should open, with its prefix (default: any app).", valueName: "id"),
        transform: { try Expectations.App($0).appID })
    var appID: AppIdentifier?

    @Option(
        help: ArgumentHelp(
            "Consider this system only, as in “iOS 17”, “macOS 12” or “developer mode”; repeatable (default: all).",
            valueName: "system"),
        transform: { try AppleSystem(reading: $0) })
    var system: [AppleSystem] = []

    @Flag(help: "Do not request the link itself to see where it leads.")
    var noFollow = false

    @OptionGroup var configured: ConfigurationOptions

    @Option(
        name: [.customShort("f"), .customLong("format")],
        help: ArgumentHelp("text, md, json or html (default: text).", valueName: "format"))
    var format: String?

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "Also write the answer to a file. The extension determines the format. Repeatable.", valueName: "file"))
    var output: [String] = []

    @Option(SettingTable.Output.table.bodies.entry) var bodies: String?
    @Option(SettingTable.Output.table.color.entry) var color: String?

    @OptionGroup(title: SettingTable.Network.title, visibility: .hidden) var network: SettingFlags<SettingTable.Network>

    @Option(SettingTable.AppleCopy.table.cdnURL.entry, help: "Use this server instead of Apple's CDN.")
    var cdnURL: String?

    @Flag(help: "Do not query Apple's CDN for its copy.")
    var noCDN = false

    func validate() throws {
        if url == nil { throw ValidationError("No link was given. Example: aasa-audit case https://example.com/path") }
        if noCDN, cdnURL != nil {
            throw ValidationError(
                "--no-cdn and --cdn-url cannot be used together: keep --no-cdn to request no copy, or --cdn-url to "
                    + "request it from that server.")
        }
    }

    func run() async throws {
        let variables = ProcessInfo.processInfo.environment
        let configuration = try Configuration.read(configured.config)
        let sources = SettingSources(variables, file: configuration?.settings)
        let output = SettingTable.Output.table
        let judgement = SettingTable.Judgement.table
        let cdnSetting = SettingTable.AppleCopy.table.cdnURL
        let cdnAddress =
            try noCDN ? nil : sources.value(of: cdnSetting, commandLine: cdnURL) ?? ObserverSettings.appleCDN
        let run = try CaseRun(
            question: CaseAnswer.Question(request: CaseRun.request(url ?? ""), app: appID, systems: Set(system)),
            network: NetworkSettings(network.values(in: sources), variables: variables),
            output: OutputSettings(
                sources.without(output.outputs.entry, output.format.entry)
                    .values(of: SettingTable.Output.self, commandLine: outputTexts), variables: variables),
            configuration: configuration,
            judgement: sources.without(judgement.failOn.entry, judgement.skipInvalid.entry)
                .values(of: SettingTable.Judgement.self),
            cdnAddress: cdnAddress, followsLink: !noFollow)

        let cleanup = AbortCleanup()
        let signalHandler = SignalHandler(cleanup)
        defer { withExtendedLifetime(signalHandler) {} }
        // Writing the answer may wait for its reader.
        let executor = BlockingTaskExecutor(label: "case")
        defer { withExtendedLifetime(executor) {} }
        let task = Task(executorPreference: executor) { try await run.perform(cleanup) }
        throw ExitCode(try await task.value.rawValue)
    }

    private var outputTexts: [String: [String]] {
        var texts = ["format": format, "bodies": bodies, "color": color].compactMapValues { text in text.map { [$0] } }
        if !output.isEmpty { texts["outputs"] = output }
        return texts
    }
}
