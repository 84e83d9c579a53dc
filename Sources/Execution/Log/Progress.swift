import Audit
import Records
import Reports

/// Shows the progress of a run on the standard error: in place on a terminal, otherwise as a line every few seconds.
final class Progress {
    private let console: Console
    private let total: Int?
    private let start = ContinuousClock.now
    private var lastLineTime: ContinuousClock.Instant?

    init(_ console: Console, of total: Int?) {
        self.console = console
        self.total = total
    }

    private var isWatched: Bool { console.isTerminal && console.log == nil }

    /// The interval between updates while no domain ends: they show the domain that the run waits for, and since when.
    var interval: Duration { isWatched ? .seconds(1) : pause }

    /// A terminal does not need a thousand updates per second.
    private var pause: Duration { isWatched ? .milliseconds(100) : console.log == nil ? .seconds(5) : .seconds(60) }

    func show(_ digest: RunDigest, _ monitor: CrawlMonitor) {
        let now = ContinuousClock.now
        let last = lastLineTime ?? (isWatched ? nil : start)
        // A timer may fire slightly early.
        if let last, now - last < pause - .milliseconds(50) { return }
        lastLineTime = now
        let (underWay, slowest) = monitor.underWay
        console.progress(
            ProgressLine(
                done: digest.total, total: total, elapsed: now - start, talking: monitor.talking, underWay: underWay,
                slowest: slowest, digest: digest
            ))
    }
}
