import Reports
import Runs

/// Says on the standard error how far a run is: in place on a terminal, elsewhere as a line every few seconds.
final class Progress {
    private let console: Console
    private let total: Int?
    private let begun = ContinuousClock.now
    private var shown: ContinuousClock.Instant?

    init(_ console: Console, of total: Int?) {
        self.console = console
        self.total = total
    }

    /// Shows the state of the run, if it is time to.
    func show(_ digest: RunDigest, inFlight: Int) {
        let now = ContinuousClock.now
        // A terminal need not be written to a thousand times a second.
        let isWatched = console.isTerminal && console.log == nil
        let pause: Duration = isWatched ? .milliseconds(100) : console.log == nil ? .seconds(5) : .seconds(60)
        let last = shown ?? (isWatched ? nil : begun)
        if let last, now - last < pause { return }
        shown = now
        console.progress(
            ProgressLine(done: digest.total, total: total, elapsed: now - begun, inFlight: inFlight, digest: digest))
    }
}
