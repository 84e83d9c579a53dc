import ArgumentParser
import Audit
import Basics
import Findings
import History
import Platform
import Reports
import Runs
import Settings
import Transport

import struct Foundation.Date
import struct Foundation.UUID

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
    var localCauses = LocalCauses()
    var waiverUse: WaiverUse
    var notice: RunNotice
    private let targets: TargetStream
    private let extent: TargetStream.Extent
    /// How many targets there are, and their other inputs; `nil` where only the end of the list tells.
    private let known: (count: Int, aliases: Aliases)?
    private let unfinished: UnfinishedFiles
    private let stop: StopSignal
    private var hasBegun = false
    /// A report whose reader went away, until that was said.
    private var unreadReport: String?

    /// Creates a run over an open stream of targets.
    ///
    /// - Parameters:
    ///   - targets: The targets.
    ///   - extent: What is known of them.
    ///   - settings: What the user says.
    ///   - unfinished: Gets the files that are not complete yet.
    ///   - stop: Raised when the run is to end: then readers that do not read are given up.
    init(
        _ targets: TargetStream, _ extent: TargetStream.Extent, _ settings: Settings, _ unfinished: UnfinishedFiles,
        until stop: StopSignal
    ) {
        self.targets = targets
        self.extent = extent
        known = if case .known(let count, let aliases) = extent { (count, aliases) } else { nil }
        self.settings = settings
        self.unfinished = unfinished
        self.stop = stop
        console = Console(isQuiet: settings.output.isQuiet, log: settings.log.logger)
        outcome = RunOutcome(threshold: settings.policy.failOn, skipsInvalid: settings.policy.skipsInvalid)
        waiverUse = WaiverUse(settings.policy.waivers)
        notice = RunNotice(unreachableAfter: settings.notify.unreachableAfter)
    }

    /// Performs the run; what is wrong with the settings or the list is thrown.
    func perform() async throws -> RunOutcome.Code {
        let transport = try settings.network.makeTransport(complaint: console.error)
        // Ending its threads waits for them.
        defer { transport.shutDown() }
        return try await perform(over: transport)
    }

    private func perform(over transport: Transport) async throws -> RunOutcome.Code {
        let crawlSettings = settings.network.crawlSettings()
        complainOfConcurrency()
        var facts = RunFacts(
            id: UUID().uuidString.lowercased(), startedAt: Date(), toolVersion: ToolVersion.tool,
            rulesVersion: Judge.rulesVersion, options: options(concurrency: crawlSettings.maxConcurrency))
        let history = try HistorySession.open(settings.history, facts, console)
        if let recorder = history?.recorder {
            (facts.id, facts.startedAt) = (recorder.facts.id, recorder.facts.startedAt)
        }
        defer { history?.close() }
        do {
            return try await perform(facts, crawlSettings, history, over: transport)
        } catch {
            // A run that did not begin after all.
            if digest.total == 0 { history?.recorder.abandon() }
            throw error
        }
    }

    private func perform(
        _ facts: RunFacts, _ crawlSettings: CrawlSettings, _ history: HistorySession?, over transport: Transport
    ) async throws -> RunOutcome.Code {
        let begun = ContinuousClock.now
        let observer = Observer(
            transport: transport, settings: settings.network.observer,
            surroundings: ObserverSurroundings(willRetry: RunLog.retries(settings.log.retries)))
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
        let progress = settings.output.showsProgress && extent.limit != 1 ? Progress(console, of: extent.limit) : nil
        let crawl = Crawl(settings: crawlSettings, monitor: monitor)
        var ending = await ending(limit: crawlSettings.maxConcurrency) {
            if isForNothing(outputs) { throw CancellationError() }
            return try await crawl.run(
                next: { [targets] in try await targets.next() },
                audit: { target, gate in
                    if let stored = await history?.storedReport(of: target) { return stored }
                    return await auditor.audit(target, gate: gate)
                },
                deliver: { index, report in
                    let recorded = history?.recorder.record(report, at: index, bodies: settings.output.bodies)
                    take(recorded?.report ?? report, recorded?.line, at: index, outputs)
                    if isForNothing(outputs) { throw CancellationError() }
                    noteUnread()
                    progress?.show(digest, inFlight: monitor.talking)
                })
        }
        console.clearProgress()
        if !ending.complete, isForNothing(outputs) { endUnread() }
        let counts = await targets.counts
        if digest.total == 0, ending.complete {
            outputs.discard()
            throw ValidationError(nothingToDo(excluded: counts.excluded))
        }
        begin(outputs)
        let aliases = await targets.aliases
        ending = await conclude(
            RunConclusion(facts: facts, ending: ending, aliases: aliases), outputs, history, over: transport)
        if known == nil, settings.output.showsProgress {
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
        sayHiddenCodes(ending)
        console.record(
            .info, "run ended",
            RunLog.ended(
                digest, excluded: counts.excluded, ending, outcome: outcome, after: ContinuousClock.now - begun,
                changes: history?.recorder.changes))
        return outcome.code
    }

    /// Why a run over no targets is an error.
    private func nothingToDo(excluded: Int) -> String {
        let source = VisibleText.escape(settings.history.targets.source)
        let left = excluded == 0 ? "" : " (\(excluded == 1 ? "1 was" : "\(excluded) were") left out by --exclude)"
        return "There is no target in \(source)\(left); a run needs at least one domain."
    }

    /// Says how far a run has come that was stopped, or cut off by its deadline.
    func sayHowFar(_ ending: RunEnding) {
        let whole = extent.limit.map { known == nil ? " of at most \($0)" : " of \($0)" } ?? ""
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

    private func take(_ report: DomainReport, _ line: DomainLine?, at place: Int, _ outputs: ReportOutputs) {
        begin(outputs)
        var report = report
        if let known { report.setAliases(known.aliases[place]) }
        outcome.add(report)
        waiverUse.add(report)
        if settings.notify.webhook != nil { notice.add(report) }
        digest.add(report)
        localCauses.add(report)
        console.record(.debug, "domain ended", RunLog.domain(report))
        console.clearProgress()
        outputs.deliver(report, line: line, at: place)
    }

    /// Writes what is known before the first domain: once it is known that there is one.
    private func begin(_ outputs: ReportOutputs) {
        guard !hasBegun else { return }
        hasBegun = true
        outputs.begin()
    }

    /// How the crawl ended; a list that broke off on the way fails the run and says so.
    private func ending(limit: Int, _ crawl: () async throws -> Crawl.End) async -> RunEnding {
        do {
            let end = try await crawl()
            if end.lowestConcurrency < limit {
                console.warn(
                    "This machine could not serve \(limit) domains at once in time; it went down to "
                        + "\(end.lowestConcurrency) rather than report failures of its own making.")
            }
            if end.isComplete { return RunEnding(complete: true) }
            // Whoever has not been stopped ran out of time.
            return RunEnding(complete: false, cause: Task.isCancelled ? .interrupted : .runDeadline)
        } catch is CancellationError {
            return RunEnding(complete: false, cause: .interrupted)
        } catch {
            console.error("\(error)")
            outcome.hasToolFailed = true
            return RunEnding(complete: false, cause: .listUnreadable)
        }
    }

    /// Says so where less can be done at once than was asked for.
    private func complainOfConcurrency() {
        let (wanted, limit, _) = settings.network.concurrency()
        guard settings.network.maxConcurrency != nil, wanted > limit, extent.limit.map({ $0 > limit }) ?? true else {
            return
        }
        console.warn("The limit of open files allows \(limit) domains at once rather than \(wanted) (`ulimit -n`).")
    }

    private func openOutputs(_ run: RunFacts) throws -> ReportOutputs {
        let opened = try OpenOutputs(settings.output.requests, unfinished: unfinished, until: stop) { [console] path in
            console.record(.info, "waiting for a reader", ["output": .string(path)])
            console.note("Waiting for somebody to read from \(VisibleText.escape(path)).")
        }
        let folders = opened.spoolFolders(database: settings.history.path, variables: settings.variables)
        let outputs = ReportOutputs(run: run, bodies: settings.output.bodies, spoolFolders: folders) { [self] error in
            // A reader that has seen enough is no failure.
            if case .closedPipe(let path) = error { return unreadReport = path }
            console.error("\(error)")
            outcome.hasToolFailed = true
        }
        for (request, sink) in opened.sinks {
            do throws(OutputError) {
                try outputs.add(rendering(request).renderer(request.format), to: sink)
            } catch {
                throw ValidationError("\(error)")
            }
        }
        console.record(.info, "run started", RunLog.started(run, targets: extent.limit, isExact: known != nil))
        return outputs
    }
}

extension DomainRun {
    /// Whether going on would be for nothing: nobody reads any more, and nothing else was asked for.
    ///
    /// A database that comes with a list was not asked for: whoever wants the first lines of a report wants no long run.
    private func isForNothing(_ outputs: ReportOutputs) -> Bool {
        guard outputs.isEmpty else { return false }
        if settings.history.path == nil { return settings.notify.webhook == nil }
        return unreadReport != nil && !settings.history.isAskedFor && settings.notify.webhook == nil
    }

    /// Says once that a reader went away and the run goes on without.
    private func noteUnread() {
        guard let name = unreadReport else { return }
        unreadReport = nil
        console.notice(
            "The reader of \(VisibleText.escape(name)) went away; the run goes on for what else was asked for.")
    }

    /// Ends a run that was for nothing before its end; the part that a database has can be gone on with.
    private func endUnread() {
        guard unreadReport != nil else { return }
        outcome.isInterrupted = true
        guard settings.history.path != nil else { return }
        console.notice(
            "Nobody reads the report any more: the run ends after \(digest.total) domains; --resume goes on with it.")
    }

    /// A file has no colours unless they are asked for: it may end up anywhere.
    private func rendering(_ request: OutputRequest) -> RenderingSettings {
        let reader = request.destination == .standardOutput ? TextReader.standardOutput : .file
        let usesColor = settings.output.color.usesColor(isTerminal: reader.isTerminal, environment: settings.variables)
        let detail: TextReport.Detail =
            settings.output.isQuiet ? .quiet : settings.output.isVerbose ? .verbose : .normal
        return RenderingSettings(
            bodies: settings.output.bodies, detail: detail, style: usesColor ? .ansi : .plain,
            targets: known?.count, isWatched: reader.isWatched || known?.count == 1, width: reader.width)
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
