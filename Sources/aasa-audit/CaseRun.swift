import AppSiteAssociation
import Audit
import Basics
import Execution
import Records
import Reports
import Settings
import Transport

struct CaseRun: Sendable {
    let question: CaseAnswer.Question
    let network: NetworkSettings
    let output: OutputSettings
    /// The configuration file, if specified: provides the domain with its owner, team and expectations, waivers and
    /// severities; its outputs are not written.
    let configuration: Configuration?
    /// The number of remaining days below which a certificate is reported.
    let expiryDays: Int
    /// The address for requests for Apple's copy; `nil` if it is not requested.
    let cdnAddress: String?
    /// Whether the link itself is requested, to determine its destination.
    let follows: Bool

    private var observer: ObserverSettings {
        var observer = network.observer
        observer.cdnAddress = cdnAddress
        observer.fetchesUnverified = true
        return observer
    }

    func perform(_ unfinished: AbortCleanup) async throws -> RunExitCode.Code {
        for request in output.requests where !RenderingSettings.caseFormats.contains(request.format) {
            throw UsageError(
                "“\(request)”: “aasa-audit case” does not write \(request.format.rawValue); choose one of "
                    + RenderingSettings.caseFormats.map(\.rawValue).joined(separator: ", ") + ".")
        }
        let target = try Self.target(of: question.request)
        let outputs = try OpenOutputs(output, unfinished: unfinished)
        let transport = try network.makeTransport()
        defer { transport.shutDown() }
        let answer = try await self.answer(for: target, over: transport)
        for (request, sink) in outputs.sinks {
            do throws(OutputError) {
                try sink.write(output.bytes(of: answer, as: request))
                try sink.finish()
            } catch {
                sink.discard()
                throw error
            }
        }
        return answer.code
    }

    // MARK: Observations

    private func answer(for target: Target, over transport: Transport) async throws -> CaseAnswer {
        let report = try await audit(target, isLedByServer: false, over: transport)
        let observer = Observer(transport: transport, settings: self.observer)
        let trail = follows ? await observer.follow(link: question.request.asked, of: target) : nil
        let answer = CaseAnswer(question, report, trail: trail)
        // If the link opens the app, its destination in a browser is irrelevant.
        guard answer.word != .yes, let link = trail?.destination, let request = try? LinkRequest(link),
            request.url.host != target.host,
            IPAddress(request.url.host) == nil, let there = (try? request.target()) ?? nil
        else { return answer }
        let destination = CaseAnswer.Destination(
            request: request, app: question.app, try await audit(there, isLedByServer: true, over: transport))
        return CaseAnswer(question, report, trail: trail, destination: destination)
    }

    /// Audits a domain as the configuration defines it, with the specified app.
    private func audit(
        _ target: Target, isLedByServer: Bool, over transport: Transport
    ) async throws -> DomainReport {
        var target = target
        if let configuration {
            target =
                try await configuration.targets(of: [target.domain])[target.domain] ?? unlisted(target, configuration)
        }
        if let app = question.app {
            var expectations = target.expectations ?? Expectations()
            expectations.add(Expectations(apps: [Expectations.App(appID: app.text)]))
            target.expectations = expectations
        }
        var observing = self.observer
        observing.isLedByServer = isLedByServer
        let observer = Observer(transport: transport, settings: observing)
        let judging = JudgeSettings(
            expiryDays: expiryDays, maxRedirects: observing.maxRedirects,
            severities: configuration?.severities ?? [:], waivers: configuration?.waivers ?? WaiverList())
        let judge = Judge(judging, contents: ContentJudge(anchors: transport.certificateStore))
        return await Auditor(observer: observer, judge: judge).audit(target)
    }

    /// Returns a target that is not in the configuration, with the attributes that its patterns provide.
    private func unlisted(_ target: Target, _ configuration: Configuration) -> Target {
        var target = target
        TargetAttributes(owners: configuration.owners).add(to: &target)
        guard configuration.namesTargets else { return target }
        let remarks = Configuration.remarks(onUnlisted: [target.domain.name], in: configuration.path)
        for remark in remarks { Console.write(remark) }
        return target
    }

    // MARK: The link

    /// Parses the link of a case.
    ///
    /// - Throws: `UsageError` for a link that no app can open, with a message for users who did not create the link.
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
    fileprivate var asked: String {
        let port = url.port.map { ":\($0)" } ?? ""
        let query = url.query.map { "?\($0)" } ?? ""
        return "\(url.scheme)://\(DomainID.bracketed(url.host))\(port)\(url.path)\(query)"
    }
}
