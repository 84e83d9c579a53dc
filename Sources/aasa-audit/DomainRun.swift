import ArgumentParser
import Audit
import Findings
import History
import Reports
import Transport

import struct Foundation.Date
import struct Foundation.UUID

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// One run of `audit`, from its settings to its exit code.
final class DomainRun {
    /// Everything that the command line and the environment say.
    struct Settings: Sendable {
        var network: NetworkSettings
        var output: OutputSettings
        var policy: PolicySettings
        var limits: RunLimits
        var log: LogSettings
        var history: HistorySettings
        var notify: NotifySettings
        var variables: [String: String]
    }

    let settings: Settings
    let console: Console
    var outcome: RunOutcome
    var digest = RunDigest()
    var waiverUse: WaiverUse
    var notice: RunNotice
    private let list: RunTargets
    private let unfinished: UnfinishedFiles
    private var concurrencyLimit = 0
    private var hasBegun = false

    init(_ list: RunTargets, _ settings: Settings, _ unfinished: UnfinishedFiles) {
        self.list = list
        self.settings = settings
        self.unfinished = unfinished
        console = Console(isQuiet: settings.output.isQuiet, log: settings.log.logger)
        outcome = RunOutcome(threshold: settings.policy.failOn, skipsInvalid: settings.policy.skipsInvalid)
        waiverUse = WaiverUse(settings.policy.waivers)
        notice = RunNotice(unreachableAfter: settings.notify.unreachableAfter)
    }

    /// Performs the run; what is wrong with the settings or the list is thrown.
    func perform() async throws -> RunOutcome.Code {
        let transport = try settings.network.makeTransport(complaint: console.error)
        // Ending its threads waits for them.
        let threads = BlockingQueue(label: "transport")
        do {
            let code = try await perform(over: transport)
            await threads.run { transport.shutDown() }
            return code
        } catch {
            await threads.run { transport.shutDown() }
            throw error
        }
    }

    private func perform(over transport: Transport) async throws -> RunOutcome.Code {
        let concurrency = concurrency()
        var facts = RunFacts(
            id: UUID().uuidString.lowercased(), startedAt: Date(), toolVersion: ToolVersion.tool,
            rulesVersion: Judge.rulesVersion, options: options(concurrency: concurrency))
        let history = try await HistorySession.open(settings.history, facts, console)
        if let recorder = history?.recorder {
            (facts.id, facts.startedAt) = (recorder.facts.id, recorder.facts.startedAt)
        }
        do {
            let code = try await perform(facts, history, over: transport, concurrency: concurrency)
            await history?.close()
            return code
        } catch {
            if digest.total == 0 { await history?.abandon() }
            await history?.close()
            throw error
        }
    }

    private func perform(
        _ facts: RunFacts, _ history: HistorySession?, over transport: Transport, concurrency: Int
    ) async throws -> RunOutcome.Code {
        let begun = ContinuousClock.now
        let observer = Observer(transport: transport, settings: settings.network.observer)
        let judge = Judge(
            JudgeSettings(
                expiryDays: settings.policy.expiryDays, maxRedirects: settings.network.observer.maxRedirects,
                severities: settings.policy.severities, waivers: settings.policy.waivers),
            contents: ContentJudge(anchors: transport.certificateStore))
        let auditor = Auditor(observer: observer, judge: judge)
        let outputs = try openOutputs(facts)
        if settings.notify.webhook != nil, history == nil {
            console.warn(
                "Without a database each message tells every error; --db FILE keeps runs, so that only changes are told."
            )
        }
        tell(settings.policy.waivers.over(at: Date())) { "ended on \($0.waiver.until ?? ""); its findings count again" }

        let monitor = CrawlMonitor()
        let progress = settings.output.showsProgress && list.most != 1 ? Progress(console, of: list.most) : nil
        let reports = DeliveredReports()
        let crawl = Crawl(settings: crawlSettings(concurrency), monitor: monitor)
        let feed = TargetFeed(list)
        let log = settings.log.retries
        let crawling = Task {
            defer { reports.finish() }
            return try await crawl.run(
                next: { try await feed.next() },
                audit: { target, gate in
                    let gate = log.map { LoggedGate(gate: gate, target: target, log: $0) } ?? gate
                    if let stored = await history?.storedReport(of: target) { return stored }
                    return await auditor.audit(target, gate: gate)
                },
                deliver: { place, report in await reports.deliver(place, report) })
        }
        var ending = try await withTaskCancellationHandler {
            while let (place, report) = await reports.next() {
                take(await history?.record(report, at: place) ?? report, at: place, outputs)
                // Nobody reads any more, and nothing is written: going on would be for nothing.
                if outputs.isEmpty, history == nil { crawling.cancel() }
                progress?.show(digest, inFlight: monitor.inFlight)
            }
            return try await self.ending(of: crawling, hasReader: !outputs.isEmpty || history != nil)
        } onCancel: {
            crawling.cancel()
        }
        console.clearProgress()
        let counts = await list.stream.counts
        if digest.total == 0, ending.complete {
            outputs.discard()
            throw ValidationError(nothingToDo(excluded: counts.excluded))
        }
        begin(outputs)
        let aliases = list.known == nil ? await list.stream.alsoGivenAs : list.knownAliases
        ending = await conclude(
            RunConclusion(facts: facts, ending: ending, aliases: aliases), outputs, history, over: transport)
        if list.known == nil, settings.output.showsProgress {
            let lines = digest.lines(
                duplicates: counts.duplicates, excluded: counts.excluded, elapsed: ContinuousClock.now - begun,
                pause: transport.longestPause)
            for line in lines { console.note(line) }
        }
        if settings.output.isVerbose, ending.complete { tell(waiverUse.unused(at: Date())) { _ in "met no finding" } }
        if counts.duplicates > 0 {
            console.record(
                .warning, "inputs named a target once more; each was audited once",
                ["duplicates": .integer(counts.duplicates)])
        }
        sayHiddenCodes()
        console.record(
            .info, "run ended",
            RunLog.ended(
                digest, excluded: counts.excluded, ending, outcome: outcome, after: ContinuousClock.now - begun,
                changes: history?.recorder.changes))
        return outcome.code
    }

    /// Why a run over no targets is an error.
    private func nothingToDo(excluded: Int) -> String {
        let source = TerminalText.escape(settings.history.targets.source)
        let left = excluded == 0 ? "" : " (\(excluded == 1 ? "1 was" : "\(excluded) were") left out by --exclude)"
        return "There is no target in \(source)\(left); a run needs at least one domain."
    }

    /// Says how far a run has come that was stopped, or cut off by its deadline.
    func sayHowFar(_ ending: RunEnding) {
        let whole = list.most.map { list.known == nil ? " of at most \($0)" : " of \($0)" } ?? ""
        let text = "\(digest.total)\(whole) domains are in the report."
        if ending.cause == .runDeadline, let interruption = ending.interruption {
            console.error("\(interruption): \(text)")
        } else if Task.isCancelled {
            console.note(text)
        }
    }

    /// Says something of waivers, of the first ones where they are many.
    private func tell(_ rules: [WaiverRule], _ what: (WaiverRule) -> String) {
        for rule in rules.prefix(20) {
            let place = rule.origin.map { " (\($0))" } ?? ""
            console.warn("The waiver for \(rule.code.rawValue) at \(rule.domain)\(place) \(what(rule)).")
        }
        if rules.count > 20 { console.warn("And \(rules.count - 20) more waivers.") }
    }

    private func take(_ report: DomainReport, at place: Int, _ outputs: ReportOutputs) {
        begin(outputs)
        var report = report
        if list.known != nil { report.alsoGivenAs = list.knownAliases[place] ?? [] }
        outcome.add(report)
        waiverUse.add(report)
        if settings.notify.webhook != nil { notice.add(report) }
        digest.add(report)
        console.record(.debug, "domain ended", RunLog.domain(report))
        console.clearProgress()
        outputs.deliver(report, at: place)
    }

    /// Writes what is known before the first domain: once it is known that there is one.
    private func begin(_ outputs: ReportOutputs) {
        guard !hasBegun else { return }
        hasBegun = true
        outputs.begin()
    }

    /// How the crawl ended; a list that broke off on the way fails the run and says so.
    private func ending(of crawling: Task<Crawl.End, any Error>, hasReader: Bool) async throws -> RunEnding {
        do {
            let end = try await crawling.value
            if end.lowestConcurrency < concurrencyLimit {
                console.warn(
                    "This machine could not serve \(concurrencyLimit) domains at once in time; it went down to "
                        + "\(end.lowestConcurrency) rather than report failures of its own making.")
            }
            if end.isComplete { return RunEnding(complete: true) }
        } catch let error as ListError {
            console.error("\(error)")
            outcome.hasToolFailed = true
            return RunEnding(complete: false, cause: .listUnreadable)
        } catch is CancellationError {}
        // Whoever has not been stopped ran out of time.
        return RunEnding(complete: false, cause: Task.isCancelled || !hasReader ? .interrupted : .runDeadline)
    }

    private func crawlSettings(_ concurrency: Int) -> CrawlSettings {
        concurrencyLimit = concurrency
        return settings.network.crawlSettings(maxConcurrency: concurrency)
    }

    /// How many domains at once: what was asked for, as far as the limit of open files allows.
    private func concurrency() -> Int {
        let (wanted, most) = settings.network.concurrency()
        if settings.network.maxConcurrency != nil, wanted > most, list.most.map({ $0 > most }) ?? true {
            console.warn("The limit of open files allows \(most) domains at once rather than \(wanted) (`ulimit -n`).")
        }
        return min(wanted, most)
    }

    /// Where what waits for its turn is kept.
    private var spoolFolder: String { settings.variables["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp" }

    private func openOutputs(_ run: RunFacts) throws -> ReportOutputs {
        let outputs = ReportOutputs(run: run, bodies: settings.output.bodies, spoolFolder: spoolFolder) {
            [self] error in
            // A reader that has seen enough is no failure.
            guard error != .closedPipe else { return }
            console.error("\(error)")
            outcome.hasToolFailed = true
        }
        for request in settings.output.requests {
            do throws(OutputError) {
                let sink: any OutputSink =
                    switch request.destination {
                    case .standardOutput: StandardOutput()
                    case .file(let path): try OutputFile(path: path)
                    }
                try outputs.add(rendering(request).renderer(request.format, of: run), to: sink)
                if let path = (sink as? OutputFile)?.temporaryPath { unfinished.add(path) }
            } catch {
                throw ValidationError("\(error)")
            }
        }
        console.record(.info, "run started", RunLog.started(run, targets: list.most, isExact: list.known != nil))
        return outputs
    }
}

extension DomainRun {
    /// A file has no colours unless they are asked for: it may end up anywhere.
    private func rendering(_ request: OutputRequest) -> RenderingSettings {
        let isTerminal = request.destination == .standardOutput && isatty(STDOUT_FILENO) == 1
        let usesColor = settings.output.color.usesColor(isTerminal: isTerminal, environment: settings.variables)
        let detail: TextReport.Detail =
            settings.output.isQuiet ? .quiet : settings.output.isVerbose ? .verbose : .normal
        return RenderingSettings(
            bodies: settings.output.bodies, detail: detail, style: usesColor ? .ansi : .plain,
            targets: list.known?.count)
    }

    /// The settings as reports show them, without anything secret.
    private func options(concurrency: Int) -> Evidence {
        var options: Evidence = ["maxConcurrency": .integer(concurrency)]
        for entry in settings.network.evidence.entries { options[entry.key] = entry.value }
        for entry in settings.policy.evidence.entries { options[entry.key] = entry.value }
        for entry in settings.limits.evidence.entries { options[entry.key] = entry.value }
        options["bodies"] = .string(settings.output.bodies.rawValue)
        return options
    }
}
