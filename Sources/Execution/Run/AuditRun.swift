import Audit
import Basics
import CrawlSchedule
import Findings
import History
package import Platform
package import Records
import Reports
import Settings
import Transport

import struct Foundation.Date

/// One audit, from its settings to its exit code.
package final class AuditRun {
    let settings: AuditSettings
    let console: Console
    let targets: TargetStream
    let extent: TargetStream.Extent
    let transport: Transport
    let crawlSettings: CrawlSettings
    private let start: ContinuousClock.Instant
    private let deadline: ContinuousClock.Instant?

    var facts: RunFacts
    var history: RunRecorder?
    /// The remark on the first run of a database, which is printed when the outputs begin.
    var newHistoryRemark: String?
    /// The run that a re-check is compared with; `nil` for other runs, or if there is none.
    var comparedRun: (record: RunRecord, database: RunDatabase)?

    var tally: RunTally
    var newsBuffer = NewsBuffer()
    /// The name of an output whose reader has closed it; `nil` again after a message has reported this.
    var closedOutput: String?

    /// Prepares a run; the caller shuts the transport down.
    private init(_ settings: AuditSettings, until deadline: ContinuousClock.Instant?) async throws {
        self.settings = settings
        self.deadline = deadline
        (targets, extent, transport) = try await settings.prepare()
        start = .now
        crawlSettings = settings.network.crawlSettingsRaisingFileLimit()
        facts = RunFacts(
            id: settings.runID, startedAt: Date(), toolVersion: ToolVersion.tool, rulesVersion: Judge.rulesVersion,
            options: settings.reportedOptions(concurrency: crawlSettings.maxConcurrency))
        console = Console(isQuiet: settings.output.values.quiet, log: settings.log)
        tally = RunTally(settings)
    }

    /// The number of targets, and their aliases; `nil` if they are known only at the end of the list.
    var knownTargets: (count: Int, aliases: Aliases)? {
        if case .known(let count, let aliases) = extent { (count, aliases) } else { nil }
    }

    /// Performs a run, or throws if the run cannot begin.
    ///
    /// `stop` is raised to end the run and any wait for readers, by the caller or at the run's deadline.
    package static func perform(
        _ settings: AuditSettings, _ cleanup: AbortCleanup, until stop: StopSignal
    ) async throws -> RunExitCode.Code {
        let deadline = settings.network.values.runDeadline.map { ContinuousClock.now + $0 }
        let timer = deadline.map { deadline in
            Task {
                try await Task.sleep(until: deadline)
                stop.raise()
            }
        }
        defer { timer?.cancel() }
        let run = try await AuditRun(settings, until: deadline)
        // Shutting down waits for the threads of the transport to end.
        defer { run.transport.shutDown() }
        run.warnOfConcurrency()
        if let configuration = settings.recheckedConfiguration {
            try run.openComparedRun()
            run.printRecheckNotes(of: configuration, unlisted: await run.targets.unlisted)
        } else {
            try await run.openHistory(until: stop)
        }
        defer { run.history?.database.close() }
        do {
            let outputs = try run.openOutputs(cleanup, until: stop)
            return try await run.perform(outputs)
        } catch {
            // Without any result, the run did not begin, and is removed from the database.
            if run.tally.summary.targets == 0 { run.history?.abandon() }
            throw error
        }
    }

    private func perform(_ outputs: ReportOutputs) async throws -> RunExitCode.Code {
        warnOfIneffectiveSettings()
        var ending = await ending { try await crawl(outputs) }
        console.clearProgress()
        if !ending.isComplete, hasNoReaderLeft(outputs) { markRunWithoutReaders() }
        let counts = await targets.counts
        // A shard of a short list may be empty.
        if tally.summary.targets == 0, ending.isComplete, counts.inOtherShards == 0 {
            outputs.discard()
            throw settings.noTargetsError(excluded: counts.excluded)
        }
        if tally.summary.targets == 0 { begin(outputs) }
        await completeRun(&ending, aliases: targets.aliases, outputs)
        let elapsed = ContinuousClock.now - start
        printTotals(counts, ending, elapsed: elapsed)
        console.record(
            .info, "run ended",
            RunLog.endDetails(
                tally.summary, excluded: counts.excluded, ending, outcome: tally.outcome, after: elapsed,
                changes: history?.changes))
        return tally.outcome.code
    }

    // MARK: Domains

    private func crawl(_ outputs: ReportOutputs) async throws -> Crawl.Outcome {
        if hasNoReaderLeft(outputs) { throw CancellationError() }
        var surroundings = ObserverSurroundings.system
        surroundings.willRetry = RunLog.retryLogger(settings.log)
        let auditor = Auditor(
            observer: Observer(transport: transport, settings: settings.observer, surroundings: surroundings),
            judge: Judge(settings.judge, contentJudge: ContentJudge(anchors: transport.certificateStore)))
        let output = settings.output.values
        let monitor = CrawlMonitor()
        let showsProgress = !output.noProgress && !output.quiet && extent.maxCount != 1
        let progress = showsProgress ? Progress(console, of: extent.maxCount) : nil
        let diskExecutor = BlockingTaskExecutor(label: "stored reports")
        // The lists, outputs and loops have opened their files, so sockets can use the remaining descriptors.
        var crawlSettings = crawlSettings
        crawlSettings.maxSockets = min(crawlSettings.maxSockets, FileDescriptorLimit.socketsLeft())
        return try await Crawl(settings: crawlSettings, monitor: monitor).run(
            until: deadline,
            next: { [targets] in try await targets.next() },
            audit: { [history] target, gate in
                if let history, history.resumedDomains > 0 {
                    // The cooperative thread pool must not wait for the disk.
                    let stored = await withTaskExecutorPreference(diskExecutor) {
                        history.storedReport(of: target).map(Boxed.init)
                    }
                    if let stored { return stored }
                }
                return await auditor.audit(target, gate: gate)
            },
            every: progress?.interval, tick: { progress?.show(tally.summary, monitor) },
            deliver: { index, observed in
                add(comparedInRecheck(observed), at: index, waited: monitor.takeWait(ofDomainAt: index), outputs)
                if hasNoReaderLeft(outputs) { throw CancellationError() }
                reportClosedReader()
                progress?.show(tally.summary, monitor)
            })
    }

    /// Records a report, adds it to the tally, and writes it to the outputs.
    private func add(_ report: DomainReport, at index: Int, waited: Duration, _ outputs: ReportOutputs) {
        let recorded = history?.record(report, at: index)
        var report = recorded?.report ?? report
        if let knownTargets { report.aliases = knownTargets.aliases[index] }
        tally.add(report, at: index, waited: waited)
        // Outputs begin with the first domain, so that a run without any domain writes nothing.
        if tally.summary.targets == 1 { begin(outputs) }
        console.record(.debug, "domain ended", RunLog.domainDetails(report))
        console.clearProgress()
        outputs.deliver(report, line: recorded?.line, at: index)
        bufferNews(report, isCompared: history?.previous != nil)
    }

    /// Returns the ending of the crawl; a list that cannot be read completely makes the run fail.
    private func ending(of crawl: () async throws -> Crawl.Outcome) async -> RunEnding {
        let limit = crawlSettings.maxConcurrency
        do {
            let result = try await crawl()
            if result.lowestConcurrency < limit {
                console.warn(
                    "This machine was too slow for \(Phrase.number(limit)) domains at once. The limit was reduced to "
                        + "\(Phrase.number(result.lowestConcurrency)), so that its own delays are not reported as "
                        + "failures of servers.")
            }
            if let socketLimit = result.loweredSocketLimit {
                console.warn(
                    "The limit of open files was reached, so at most \(Phrase.count(socketLimit, "connection")) "
                        + "\(socketLimit == 1 ? "was" : "were") open at once from then on, and domains had to wait. "
                        + "To raise the limit, use `ulimit -n`.")
            }
            if result.isComplete { return RunEnding(isComplete: true) }
            // A crawl that ended early without being cancelled has reached its deadline.
            return RunEnding(isComplete: false, cause: Task.isCancelled ? .interrupted : .runDeadline)
        } catch is CancellationError {
            // A crawl that ended because its outputs have no reader left was not interrupted.
            return RunEnding(isComplete: false, cause: Task.isCancelled ? .interrupted : nil)
        } catch {
            console.error("\(error)")
            tally.outcome.hasToolFailed = true
            return RunEnding(isComplete: false, cause: .listUnreadable)
        }
    }
}
