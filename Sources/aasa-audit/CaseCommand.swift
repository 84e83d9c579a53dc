import AppSiteAssociation
import ArgumentParser
import Audit
import Basics
import Execution
import Records
import Reports
import Settings
import Transport

import class Foundation.ProcessInfo

struct CaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "case",
        abstract: "Check one broken link: does it open the app, and how can it be fixed?",
        usage: "aasa-audit case <url> [<options>]",
        discussion: """
            The link's own domain is audited, Apple's copy included, and the link is compared with the file and the \
            copy. The link itself is requested once, to see whether it redirects to another host.

            Requests are configured as for audit, with --config or options such as --connect-to, which --help-hidden \
            lists.

            Exit codes: 0 the link opens the app; 2 it does not, or only on some systems; 4 that could not be checked; 3 \
            an error in the configuration; 1 the tool itself failed; 64 incorrect usage, or no link that could open an \
            app.
            """)

    @Argument(help: ArgumentHelp("The link, as https://example.com/path.", valueName: "url"))
    var url: String?

    @Option(
        help: ArgumentHelp("The app that should open, with its prefix (default: any app).", valueName: "id"),
        transform: { try Expectations.App($0).appID })
    var appID: AppIdentifier?

    @Option(
        help: ArgumentHelp(
            "The system that counts, as in “iOS 17”, “macOS 12” or “developer mode”; repeatable (default: all).",
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
            cdnAddress: cdnAddress, follows: !noFollow)

        let cleanup = AbortCleanup()
        let interruption = Interruption(cleanup)
        defer { withExtendedLifetime(interruption) {} }
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

struct CaseRun: Sendable {
    let question: CaseAnswer.Question
    let network: NetworkSettings
    let output: OutputSettings
    let configuration: Configuration?
    /// The settings of the judge, without those that apply only to runs.
    let judgement: SettingValues<SettingTable.Judgement>
    let cdnAddress: String?
    let follows: Bool

    func perform(_ cleanup: AbortCleanup) async throws -> RunExitCode.Code {
        for request in output.requests where !RenderingSettings.caseFormats.contains(request.format) {
            throw UsageError(
                "“\(request)”: “aasa-audit case” does not write \(request.format.rawValue); choose one of "
                    + RenderingSettings.caseFormats.map(\.rawValue).joined(separator: ", ") + ".")
        }
        let target = try Self.target(of: question.request)
        let outputs = try OpenOutputs(output, cleanup: cleanup)
        let transport = try network.makeTransport()
        defer { transport.shutDown() }
        let answer = try await self.answer(for: target, over: transport)
        for (request, sink) in outputs.sinks {
            try sink.write(output.bytes(of: answer, as: request))
            try sink.finish()
        }
        return answer.exitCode
    }

    private func answer(for target: Target, over transport: Transport) async throws -> CaseAnswer {
        let report = try await audit(target, isTargetFromServer: false, over: transport)
        let observer = observer(isTargetFromServer: false, over: transport)
        let trail = follows ? await observer.follow(link: question.request.requestURL, of: target) : nil
        let answer = CaseAnswer(question, report, trail: trail)
        // If the link opens the app, its destination in a browser is irrelevant.
        guard answer.word != .yes, let link = trail?.destination, let request = try? LinkRequest(link),
            request.url.host != target.host, IPAddress(request.url.host) == nil,
            let destinationTarget = try? request.target()
        else { return answer }
        let destinationReport = try await audit(destinationTarget, isTargetFromServer: true, over: transport)
        let destination = CaseAnswer.Destination(request: request, app: question.app, destinationReport)
        return CaseAnswer(question, report, trail: trail, destination: destination)
    }

    /// Audits a domain as the configuration defines it, with the specified app.
    private func audit(
        _ target: Target, isTargetFromServer: Bool, over transport: Transport
    ) async throws -> DomainReport {
        var target = target
        if let configuration {
            target =
                try await configuration.targets(of: [target.domain])[target.domain] ?? unlisted(target, configuration)
        }
        if let app = question.app {
            var expectations = target.expectations ?? Expectations()
            expectations.add(Expectations(apps: [Expectations.App(appID: app)]))
            target.expectations = expectations
        }
        let judgeSettings = JudgeSettings(judgement, maxRedirects: network.observer.maxRedirects, configuration)
        let judge = Judge(judgeSettings, contentJudge: ContentJudge(anchors: transport.certificateStore))
        let observer = observer(isTargetFromServer: isTargetFromServer, over: transport)
        return await Auditor(observer: observer, judge: judge).audit(target)
    }

    private func observer(isTargetFromServer: Bool, over transport: Transport) -> Observer {
        var settings = network.observer
        settings.cdnAddress = cdnAddress
        settings.fetchesUnverified = true
        settings.isTargetFromServer = isTargetFromServer
        return Observer(transport: transport, settings: settings)
    }

    private func unlisted(_ target: Target, _ configuration: Configuration) -> Target {
        var target = target
        TargetAttributes(owners: configuration.owners).add(to: &target)
        guard configuration.namesTargets else { return target }
        let remarks = Configuration.remarks(onUnlisted: [target.domain.name], in: configuration.path)
        for remark in remarks { Console.write(remark) }
        return target
    }

    /// Parses the link of a case; errors are for users who did not create the link.
    static func request(_ text: String) throws(UsageError) -> LinkRequest {
        let request: LinkRequest
        do throws(LinkRequestError) {
            request = try LinkRequest(String(text.trimming(\.isWhitespace)))
        } catch {
            throw UsageError("This link cannot open an app: \(error)")
        }
        guard request.url.userInfo == nil else {
            throw UsageError(
                "The link has a user name or a password before the “@”. Remove it: apps ignore it, and the report "
                    + "would contain it.")
        }
        _ = try target(of: request)
        return request
    }

    private static func target(of request: LinkRequest) throws(UsageError) -> Target {
        guard request.url.isWeb else {
            throw UsageError(
                "A link that begins with “\(request.url.scheme):” opens the app that has registered this scheme, "
                    + "without an association file. Only links that begin with https: or http: can be checked.")
        }
        guard IPAddress(request.url.host) == nil else {
            throw UsageError(
                "The link leads to the address \(request.url.host). Such a link always opens the browser, because "
                    + "apps are associated with host names. Use a link with a host name.")
        }
        do throws(TargetError) {
            if let target = try request.target() { return target }
        } catch {
            throw UsageError("The host of the link cannot be checked: \(error)")
        }
        throw UsageError("The host of the link cannot be checked.")
    }
}

extension LinkRequest {
    /// The URL to request: its host in ASCII, its path as sent.
    fileprivate var requestURL: String {
        let port = url.port.map { ":\($0)" } ?? ""
        let query = url.query.map { "?\($0)" } ?? ""
        return "\(url.scheme)://\(DomainID.bracketed(url.host))\(port)\(url.path)\(query)"
    }
}
