import AppSiteAssociation
import Audit
import Basics
import Execution
import Records
import Reports
import Settings
import Transport

/// The audit of the domain of one link, up to the written answer.
struct CaseRun: Sendable {
    let question: CaseAnswer.Question
    let network: NetworkSettings
    let output: OutputSettings
    let configuration: Configuration?
    /// The settings of the judge, without those that apply only to runs.
    let judgement: SettingValues<SettingTable.Judgement>
    let cdnAddress: String?
    /// Whether the link itself is requested.
    let followsLink: Bool

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
        for opened in outputs.outputs {
            try opened.sink.write(output.bytes(of: answer, as: opened.request))
            try opened.sink.finish()
        }
        return answer.exitCode
    }

    private func answer(for target: Target, over transport: Transport) async throws -> CaseAnswer {
        let report = try await audit(target, isTargetFromServer: false, over: transport)
        let observer = observer(isTargetFromServer: false, over: transport)
        let trail = followsLink ? await observer.follow(link: question.request.requestURL, of: target) : nil
        let answer = CaseAnswer(question, report, trail: trail)
        // If the link opens the app, its destination in a browser is irrelevant.
        guard answer.conclusion != .yes, let link = trail?.destination, let request = try? LinkRequest(link),
            request.url.host != target.host, IPAddress(request.url.host) == nil,
            let destinationTarget = try? request.target()
        else { return answer }
        let destinationReport = try await audit(destinationTarget, isTargetFromServer: true, over: transport)
        let destination = CaseAnswer.Destination(request: request, app: question.app, destinationReport)
        return CaseAnswer(question, report, trail: trail, destination: destination)
    }

    /// Audits a domain as the configuration defines it, and expects the specified app.
    private func audit(
        _ target: Target, isTargetFromServer: Bool, over transport: Transport
    ) async throws -> DomainReport {
        var target = target
        if let configuration {
            target =
                try await configuration.targets(of: [target.domain])[target.domain]
                ?? unlistedTarget(target, configuration)
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

    /// Returns a target with its owners; if the configuration lists targets, prints that this target is missing there.
    private func unlistedTarget(_ target: Target, _ configuration: Configuration) -> Target {
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
        let target: Target?
        do throws(TargetError) {
            target = try request.target()
        } catch {
            throw UsageError("The host of the link cannot be checked: \(error)")
        }
        guard let target else {
            throw UsageError(
                "A link that begins with “\(request.url.scheme):” opens the app that has registered this scheme, "
                    + "without an association file. Only links that begin with https: or http: can be checked.")
        }
        guard IPAddress(request.url.host) == nil else {
            throw UsageError(
                "The link leads to the address \(request.url.host). Such a link always opens the browser, because "
                    + "apps are associated with host names. Use a link with a host name.")
        }
        return target
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
