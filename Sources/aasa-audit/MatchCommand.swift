import AppSiteAssociation
import ArgumentParser
import Audit
import Execution
import Records
import Reports
import Settings

import class Foundation.ProcessInfo

struct MatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Show which app opens a URL, and by which rule.",
        usage: "aasa-audit match <url> ... [<options>]",
        discussion: """
            Without --file, the file is fetched from each URL's own domain, with the settings of --config. Matching \
            follows Apple's tool as observed on macOS 27.0 (build 26A5388g).

            Requests are configured as for audit, with --config or options such as --connect-to, which --help-hidden \
            lists.

            Exit codes: 0 every URL matches; 2 one does not; 65 one is not a URL; 4 a file could not be fetched; 1 the \
            tool itself failed; 64 incorrect usage.
            """)

    @Argument(help: ArgumentHelp("A whole URL, such as https://example.com/path.", valueName: "url"))
    var urls: [String] = []

    @Option(
        name: .customLong("urls"),
        help: ArgumentHelp("A list with one URL per line; - is the standard input.", valueName: "file"))
    var list: String?

    @Option(
        help: ArgumentHelp(
            "An association file on disk instead of the domain's; - is the standard input.", valueName: "file"))
    var file: String?

    @Option(
        help: ArgumentHelp(
            "The domain that --file belongs to; without it, the hosts of URLs are ignored.", valueName: "host"),
        transform: { try AssociatedHost(reading: $0) })
    var domain: AssociatedHost?

    @Option(help: ArgumentHelp("Check one app only.", valueName: "id"))
    var appID: String?

    @Flag(help: "Show which entries and rules were tried, and why they did or did not match.")
    var explain = false

    @Flag(help: "Omit the traces from the JSON.")
    var noTrace = false

    @OptionGroup var configured: ConfigurationOptions
    @OptionGroup(title: "Output") var output: FileOutputOptions
    @OptionGroup(title: SettingTable.Network.title, visibility: .hidden) var network: SettingFlags<SettingTable.Network>

    func validate() throws {
        if urls.isEmpty && list == nil {
            throw ValidationError("No URL was given, as in: aasa-audit match https://example.com/path")
        }
        if list == "-" && file == "-" {
            throw ValidationError("--urls - and --file - cannot both be the standard input.")
        }
        if domain != nil && file == nil {
            throw ValidationError("--domain is for --file; without --file, each URL's own domain is used.")
        }
        if configured.config != nil && file != nil {
            throw ValidationError("--config is for requests to domains; with --file there are none.")
        }
        if explain && noTrace {
            throw ValidationError(
                "--explain and --no-trace cannot be used together: keep --explain to see each compared rule, or "
                    + "--no-trace to omit them.")
        }
    }

    func run() async throws {
        let process = ProcessInfo.processInfo
        let configuration = try Configuration.read(configured.config)
        let sources = SettingSources(process.environment, file: configuration?.settings)
        let network = NetworkSettings(try network.values(in: sources), variables: process.environment)
        var run = MatchRun(
            urls: urls, list: list, app: appID.map { AppIdentifier($0) }, format: output.format,
            traces: output.format == .json ? !noTrace : explain, text: MatchText(style: try output.style()))
        let code =
            if let file { try run.match(file: file, host: domain) } else {
                try await run.match(fetchingWith: network, configuration)
            }
        throw ExitCode(code.rawValue)
    }
}
