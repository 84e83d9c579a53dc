import AppSiteAssociation
import ArgumentParser
import Audit
import Basics
import Execution
import Records
import Reports
import Settings
import Transport

import struct Foundation.Date
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

    @Option(help: ArgumentHelp("Check this app only.", valueName: "id"))
    var appID: String?

    @Flag(help: "Show which entries and rules were tried, and why they did or did not match.")
    var explain = false

    @Flag(help: "Omit the traces from the JSON.")
    var noTrace = false

    @OptionGroup var configured: ConfigurationOptions
    @OptionGroup(title: "Output") var output: CommandOutputOptions
    @OptionGroup(title: SettingTable.Network.title, visibility: .hidden) var network: SettingFlags<SettingTable.Network>

    func validate() throws {
        if urls.isEmpty && list == nil {
            throw ValidationError("No URL was given. Example: aasa-audit match https://example.com/path")
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
        let variables = ProcessInfo.processInfo.environment
        let configuration = try Configuration.read(configured.config)
        let sources = SettingSources(variables, file: configuration?.settings)
        let network = NetworkSettings(try network.values(in: sources), variables: variables)
        var run = MatchRun(
            command: self, app: appID.map { AppIdentifier($0) },
            showsTraces: output.format == .json ? !noTrace : explain, text: MatchText(style: try output.style()),
            output: ListOutput(
                format: output.format, json: JSONList("results"), sink: BufferedSink(OutputFile.standardOutput())))
        if let file {
            try run.match(file: file, host: domain)
        } else {
            try await run.match(fetchingWith: network, configuration)
        }
        throw ExitCode(run.code.rawValue)
    }
}

/// The matching of all URLs of a command, and the output of the results.
struct MatchRun {
    let command: MatchCommand
    let app: AppIdentifier?
    let showsTraces: Bool
    var code = RunExitCode.Code.success
    var text: MatchText
    var output: ListOutput

    /// Matches URLs against one file as they are read; without `host`, the hosts of URLs are ignored.
    mutating func match(file path: String, host: AssociatedHost?) throws {
        let report: LintReport
        do throws(FileReadError) {
            report = Linter().lint(try FileBytes(path: path), path: path, at: Date())
        } catch {
            report = LintReport(error)
        }
        let source = LinkSource(report)
        if let problem = source.problem {
            let name = path == "-" ? "The standard input" : VisibleText.quote(path, limit: 500)
            let canBeLinted = path != "-" && report.problem == nil
            let hint = canBeLinted ? " For details: aasa-audit lint \(ShellWord.word(VisibleText.escape(path)))" : ""
            let text = "\(name) cannot be used to match links. \(Phrase.sentence(problem))\(hint)"
            // In text, the message is not repeated for each URL.
            if command.output.format == .text { throw RunFailure(code: .unreachable, reason: text) }
            Console.error(text)
        }
        try forEachURL { run, input in
            try run.write(input.result { source.match($0, host: host, app: run.app, traces: run.showsTraces) })
        }
        try end()
    }

    /// Requests the file of each domain once, and matches the URLs; prints which domains are not in the configuration.
    mutating func match(fetchingWith network: NetworkSettings, _ configuration: Configuration?) async throws {
        var inputs: [Input] = []
        try forEachURL { inputs.append($1) }
        let targets = inputs.compactMap { try? $0.request?.target() }
        if let configuration, configuration.namesTargets {
            let listed = try await configuration.targets(of: Set(targets.map(\.domain)))
            let unlisted = targets.map(\.domain).unique.filter { listed[$0] == nil }
            let remarks = Configuration.remarks(onUnlisted: unlisted.map(\.name), in: configuration.path)
            for remark in remarks { Console.write(remark) }
        }
        let sources = try await fetchFiles(of: targets, network)
        for input in inputs { try write(input.result { result($0, sources) }) }
        try end()
    }

    private func result(_ request: LinkRequest, _ sources: [DomainID: LinkSource]) -> LinkResult {
        let target: Target?
        do throws(TargetError) {
            target = try request.target()
        } catch {
            return LinkResult(url: request.text, source: nil, answer: .invalidURL(reason: "\(error)"))
        }
        guard let target else { return LinkSource.matchWithoutFile(request, traces: showsTraces) }
        guard let source = sources[target.domain] else {
            return LinkResult(url: request.text, source: nil, answer: .noFile(reason: "the domain was not contacted"))
        }
        return source.match(request, host: nil, app: app, traces: showsTraces)
    }

    private func fetchFiles(of targets: [Target], _ network: NetworkSettings) async throws -> [DomainID: LinkSource] {
        guard !targets.isEmpty else { return [:] }
        let transport = try network.makeTransport()
        defer { transport.shutDown() }
        let auditor = Auditor(
            observer: Observer(transport: transport, settings: network.observer),
            judge: Judge(contentJudge: ContentJudge(anchors: transport.certificateStore)))
        let stream = try TargetStream(targets.map { TargetEntry(input: $0.input, result: .success($0)) })
        var sources: [DomainID: LinkSource] = [:]
        _ = try await Crawl(settings: network.crawlSettingsRaisingFileLimit()).run(
            next: { try await stream.next() }, audit: { await auditor.audit($0, gate: $1) },
            deliver: { _, report in if let domain = report.domain { sources[domain] = LinkSource(report) } })
        return sources
    }

    private struct Input {
        let text: String
        private(set) var request: LinkRequest?
        private var problem = "the line is not UTF-8 text"

        init(_ text: String, isUTF8: Bool = true) {
            self.text = text
            do throws(LinkRequestError) {
                let request = try LinkRequest(text)
                if isUTF8 { self.request = request }
            } catch {
                problem = "\(error)"
            }
        }

        func result(_ match: (LinkRequest) -> LinkResult) -> LinkResult {
            guard let request else { return LinkResult(url: text, source: nil, answer: .invalidURL(reason: problem)) }
            return match(request)
        }
    }

    private mutating func forEachURL(_ body: (inout MatchRun, Input) throws -> Void) throws {
        for url in command.urls { try body(&self, Input(url)) }
        guard let list = command.list else { return }
        var lines = try LinkLines(path: list)
        while let line = try lines.next() { try body(&self, Input(line.text, isUTF8: line.isUTF8)) }
    }

    private mutating func write(_ result: LinkResult) throws(OutputError) {
        code = max(code, result.code)
        try output.write(text.render(result)) { $0.write(result) }
    }

    private mutating func end() throws(OutputError) {
        try output.write(text.summary()) { $0.finish() }
        try output.sink.finish()
    }
}

extension LinkResult {
    fileprivate var code: RunExitCode.Code {
        switch answer {
        case .compared(let match, trace: _):
            switch match.outcome {
            case .match: .success
            case .exclude, .noMatch: .findings
            case .undecided: .unreachable
            }
        case .noFile: .unreachable
        case .invalidURL: .invalidTargets
        }
    }
}
