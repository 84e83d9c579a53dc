import Reports

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
        let pause: Duration = console.isTerminal ? .milliseconds(100) : .seconds(5)
        let last = shown ?? (console.isTerminal ? nil : begun)
        if let last, now - last < pause { return }
        shown = now
        console.progress(
            ProgressLine(done: digest.total, total: total, elapsed: now - begun, inFlight: inFlight, digest: digest)
                .text)
    }
}
