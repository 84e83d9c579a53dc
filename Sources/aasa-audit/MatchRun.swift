import AppSiteAssociation
import ArgumentParser
import Audit
import Reports
import Runs
import Synchronization
import Transport

import struct Foundation.Date

/// One run of `match`: URLs in, results out.
struct MatchRun {
    /// What came of it so far.
    private(set) var outcomes = LinkOutcomes()

    private let urls: [String]
    private let list: String?
    private let app: AppIdentifier?
    private let format: FileFormat
    private let traces: Bool
    private var json = MatchJSON()
    private var text: MatchText
    private var data = DataOutput()

    init(urls: [String], list: String?, app: AppIdentifier?, format: FileFormat, traces: Bool, style: TextStyle) {
        self.urls = urls
        self.list = list
        self.app = app
        self.format = format
        self.traces = traces
        text = MatchText(style: style)
    }

    // MARK: Against a file on disk

    /// Matches every URL against one file, as the URLs are read.
    mutating func match(file path: String, host: AssociatedHost?) throws {
        let report: LintReport
        do throws(FileReadError) {
            report = Linter().lint(try FileBytes(path: path), path: path, at: Date())
        } catch {
            report = LintReport(error)
        }
        let source = LinkSource(report)
        if let problem = source.problem {
            Console.error("\(path == "-" ? "the standard input" : path) is no file to match against: \(problem)")
            // In text the same words for every URL would say nothing more.
            if format == .text { throw ExitCode(RunOutcome.Code.unreachable.rawValue) }
        }
        try forEachURL { run, request in
            try run.write(
                source.match(request, host: host, app: run.app, traces: run.traces))
        }
        try end()
    }

    // MARK: Against the files of the URLs' domains

    /// Asks every domain once, then matches the URLs in their order.
    mutating func match(fetchingWith settings: NetworkSettings) async throws {
        var requests: [(text: String, request: LinkRequest?, problem: String?)] = []
        var targets: [Target] = []
        try forEachURL(
            { _, request in
                requests.append((request.text, request, nil))
                if let target = try? request.target() { targets.append(target) }
            }, invalid: { _, text, problem in requests.append((text, nil, problem)) })
        let sources = try await fetch(targets, settings)
        for (text, request, problem) in requests {
            guard let request else {
                try write(LinkResult(url: text, source: nil, answer: .notUnderstood(problem ?? "")))
                continue
            }
            try write(result(request, sources))
        }
        try end()
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
            return LinkResult(url: request.text, source: nil, answer: .noFile("the domain was not asked"))
        }
        return source.match(request, host: nil, app: app, traces: traces)
    }

    private func fetch(_ targets: [Target], _ settings: NetworkSettings) async throws -> [DomainID: LinkSource] {
        guard !targets.isEmpty else { return [:] }
        let transport = try settings.makeTransport()
        defer { transport.shutDown() }
        let auditor = Auditor(
            observer: Observer(transport: transport, settings: settings.observer),
            judge: Judge(contents: ContentJudge(anchors: transport.certificateStore)))
        let stream = try TargetStream(targets.map { TargetEntry(input: $0.input, result: .success($0)) })
        var reports: [DomainReport] = []
        _ = try await Crawl(settings: settings.crawlSettings()).run(
            next: { try await stream.next() }, audit: { await auditor.audit($0, gate: $1) },
            deliver: { _, report in reports.append(report) })
        var sources: [DomainID: LinkSource] = [:]
        for report in reports {
            guard let domain = report.domain else { continue }
            sources[domain] = LinkSource(report)
        }
        return sources
    }

    // MARK: URLs and results

    private mutating func forEachURL(_ body: (inout MatchRun, LinkRequest) throws -> Void) throws {
        try forEachURL(
            body,
            invalid: { run, text, problem in
                try run.write(LinkResult(url: text, source: nil, answer: .notUnderstood(problem)))
            })
    }

    private mutating func forEachURL(
        _ body: (inout MatchRun, LinkRequest) throws -> Void, invalid: (inout MatchRun, String, String) throws -> Void
    ) throws {
        for url in urls { try take(url, isUTF8: true, body, invalid) }
        guard let list else { return }
        do {
            var lines = try LinkLines(path: list)
            while let line = try lines.next() { try take(line.text, isUTF8: line.isUTF8, body, invalid) }
        } catch let error as ListError {
            throw ValidationError("\(error)")
        }
    }

    private mutating func take(
        _ text: String, isUTF8: Bool, _ body: (inout MatchRun, LinkRequest) throws -> Void,
        _ invalid: (inout MatchRun, String, String) throws -> Void
    ) throws {
        let request: LinkRequest
        do throws(LinkRequestError) {
            request = try LinkRequest(text)
        } catch {
            return try invalid(&self, text, "\(error)")
        }
        guard isUTF8 else { return try invalid(&self, text, "the line is not UTF-8 text") }
        try body(&self, request)
    }

    private mutating func write(_ result: LinkResult) throws {
        outcomes.add(result)
        switch format {
        case .text: try data.write(text.text(result).utf8)
        case .json:
            json.write(result)
            try data.write(json.takeBytes())
        }
    }

    private mutating func end() throws {
        switch format {
        case .text: try data.write(text.summary().utf8)
        case .json:
            json.finish()
            try data.write(json.takeBytes())
        }
        try data.flush()
    }
}
