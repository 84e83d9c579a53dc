import AppSiteAssociation
import ArgumentParser
import Audit
import Execution
import Records
import Reports
import Settings
import Transport

import struct Foundation.Date

/// The formats of `lint`, `match` and `history`.
enum FileFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case json
}

struct MatchRun {
    let urls: [String]
    /// A list with one URL per line; `-` is the standard input.
    let list: String?
    /// The only app to match; `nil` for all.
    let app: AppIdentifier?
    let format: FileFormat
    /// Whether every tried rule is reported.
    let traces: Bool
    var code = RunExitCode.Code.success
    var json = JSONList("results")
    var text: MatchText
    let output = BufferedSink(OutputFile.standardOutput())

    /// Matches URLs against one file as they are read; without `host`, the hosts of URLs are ignored.
    mutating func match(file path: String, host: AssociatedHost?) throws -> RunExitCode.Code {
        let report: LintReport
        do throws(FileReadError) {
            report = Linter().lint(try FileBytes(path: path), path: path, at: Date())
        } catch {
            report = LintReport(error)
        }
        let source = LinkSource(report)
        if let problem = source.problem {
            let text = "\(path == "-" ? "the standard input" : path) cannot be used to match links: \(problem)"
            // In text, the message is not repeated for each URL.
            if format == .text { throw RunFailure(code: .unreachable, reason: text) }
            Console.error(text)
        }
        try forEachURL { run, input in
            let (app, traces) = (run.app, run.traces)
            try run.write(input.result { source.match($0, host: host, app: app, traces: traces) })
        }
        return try end()
    }

    /// Requests the file of every domain once, then matches the URLs in order.
    ///
    /// Domains that are not in the configuration, if one is specified, are reported.
    mutating func match(
        fetchingWith network: NetworkSettings, _ configuration: Configuration?
    ) async throws -> RunExitCode.Code {
        var inputs: [Input] = []
        try forEachURL { inputs.append($1) }
        let targets = inputs.compactMap { try? $0.request?.target() }
        if let configuration, configuration.namesTargets {
            let known = try await configuration.targets(of: Set(targets.map(\.domain)))
            var seen: Set<DomainID> = []
            let unlisted = targets.map(\.domain).filter { known[$0] == nil && seen.insert($0).inserted }
            let remarks = Configuration.remarks(onUnlisted: unlisted.map(\.name), in: configuration.path)
            for remark in remarks { Console.write(remark) }
        }
        let sources = try await fetch(targets, network)
        for input in inputs { try write(input.result { result($0, sources) }) }
        return try end()
    }

    private func result(_ request: LinkRequest, _ sources: [DomainID: LinkSource]) -> LinkResult {
        let target: Target?
        do throws(TargetError) {
            target = try request.target()
        } catch {
            return LinkResult(url: request.text, source: nil, answer: .notUnderstood("\(error)"))
        }
        guard let target else { return LinkSource.matchWithoutFile(request, traces: traces) }
        guard let source = sources[target.domain] else {
            return LinkResult(url: request.text, source: nil, answer: .noFile("the domain was not contacted"))
        }
        return source.match(request, host: nil, app: app, traces: traces)
    }

    private func fetch(_ targets: [Target], _ network: NetworkSettings) async throws -> [DomainID: LinkSource] {
        guard !targets.isEmpty else { return [:] }
        let transport = try network.makeTransport()
        defer { transport.shutDown() }
        let auditor = Auditor(
            observer: Observer(transport: transport, settings: network.observer),
            judge: Judge(contents: ContentJudge(anchors: transport.certificateStore)))
        let stream = try TargetStream(targets.map { TargetEntry(input: $0.input, result: .success($0)) })
        var sources: [DomainID: LinkSource] = [:]
        _ = try await Crawl(settings: network.crawlSettings()).run(
            next: { try await stream.next() }, boxedAudit: { await auditor.boxedAudit($0, gate: $1) },
            deliver: { _, report in if let domain = report.domain { sources[domain] = LinkSource(report) } })
        return sources
    }

    // MARK: URLs and results

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
            request.map(match) ?? LinkResult(url: text, source: nil, answer: .notUnderstood(problem))
        }
    }

    private mutating func forEachURL(_ body: (inout MatchRun, Input) throws -> Void) throws {
        for url in urls { try body(&self, Input(url)) }
        guard let list else { return }
        var lines = try LinkLines(path: list)
        while let line = try lines.next() { try body(&self, Input(line.text, isUTF8: line.isUTF8)) }
    }

    private mutating func write(_ result: LinkResult) throws(OutputError) {
        code = max(code, result.code)
        switch format {
        case .text: try output.write(text.render(result))
        case .json:
            json.write(result)
            try output.write(json.takeBytes())
        }
    }

    private mutating func end() throws(OutputError) -> RunExitCode.Code {
        switch format {
        case .text: try output.write(text.summary())
        case .json:
            json.finish()
            try output.write(json.takeBytes())
        }
        try output.finish()
        return code
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
        case .notUnderstood: .invalidTargets
        }
    }
}
