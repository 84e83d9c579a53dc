import AppSiteAssociation
import ArgumentParser
import Audit
import Execution
import Platform
import Runs
import Settings

import class Foundation.ProcessInfo

/// `match URL…`: which app would open each URL, and by which rule.
struct MatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Tell which app would open a URL, and by which rule.",
        usage: "aasa-audit match <url> ... [<options>]",
        discussion: """
            Without --file, each URL's own domain is asked for its file, with --config as its configuration says. Matching follows Apple's tool as observed on \
            macOS 27.0 (build 26A5388g).

            How domains are asked is said as for audit, by --config or by options such as --connect-to, which --help-hidden \
            lists.

            Exit codes: 0 every URL matches; 2 one does not; 65 one is no URL; 4 a file could not be had; 1 the tool \
            itself failed; 64 wrong usage.
            """)

    @Argument(help: ArgumentHelp("A whole URL, such as https://example.com/path.", valueName: "url"))
    var urls: [String] = []

    @Option(
        name: .customLong("urls"),
        help: ArgumentHelp("A list with one URL a line; - is the standard input.", valueName: "file"))
    var list: String?

    @Option(
        help: ArgumentHelp(
            "An association file on disk instead of the domain's; - is the standard input.", valueName: "file"))
    var file: String?

    @Option(help: ArgumentHelp("Whose file --file is; without it the hosts of URLs do not count.", valueName: "host"))
    var domain: String?

    @Option(help: ArgumentHelp("Ask for one app only.", valueName: "id"))
    var appID: String?

    @Flag(help: "Show which entries and rules were tried, and why they did or did not match.")
    var explain = false

    @Flag(help: "Leave the traces out of the JSON.")
    var noTrace = false

    @OptionGroup var configured: ConfigurationOptions
    @OptionGroup(title: "Output") var output: FileOutputOptions
    @OptionGroup(title: NetworkOptions.title, visibility: .hidden) var network: NetworkOptions

    func validate() throws {
        if urls.isEmpty && list == nil {
            throw ValidationError("No URL was given, as in: aasa-audit match https://example.com/path")
        }
        if list == "-" && file == "-" {
            throw ValidationError("--urls - and --file - cannot both be the standard input.")
        }
        if domain != nil && file == nil {
            throw ValidationError("--domain says whose file --file is; without --file each URL's own domain is asked.")
        }
        if configured.config != nil && file != nil {
            throw ValidationError("--config says how domains are asked; with --file none is asked.")
        }
        if explain && noTrace { throw ValidationError("--explain and --no-trace exclude each other.") }
    }

    func run() async throws {
        let process = ProcessInfo.processInfo
        let configuration = try configured.config.map { path throws(RunFailure) in try Configuration.read(path) }
        let sources = SettingSources(process.environment, file: configuration?.settings ?? FileSettings())
        let network = NetworkSettings(
            try network.values(in: sources), variables: process.environment,
            cores: process.activeProcessorCount)
        let host = try domain.map { domain in
            do throws(TargetError) {
                return try AssociatedHost(reading: domain)
            } catch {
                throw ValidationError("The value for --domain is not right: \(error)")
            }
        }
        let settings = MatchRun.Settings(
            urls: urls, list: list, app: appID.map { AppIdentifier($0) }, format: output.format,
            traces: output.format == .json ? !noTrace : explain)
        var run = MatchRun(settings, style: try output.style())
        let code =
            if let file { try run.match(file: file, host: host) } else {
                try await run.match(fetchingWith: network, configuration)
            }
        throw ExitCode(code.rawValue)
    }
}
