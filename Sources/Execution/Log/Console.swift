import Audit
import Findings
import Platform
import Records
import Reports
import Settings

/// The messages on the standard error, or in the log if there is one.
package final class Console {
    let isTerminal = isatty(STDERR_FILENO) == 1
    package let log: Log?
    private let isQuiet: Bool
    private var hasProgressLine = false

    package init(isQuiet: Bool = false, log: Log? = nil) {
        self.isQuiet = isQuiet
        self.log = log
    }

    package static func error(_ text: String) { StandardError.write("Error: \(text)\n") }

    package static func write(_ text: String) { StandardError.write("\(text)\n") }

    package func error(_ text: String) {
        if let log { log.write(.error, text) } else { printMessage("Error: \(text)") }
    }

    package func warn(_ text: String) {
        if let log { log.write(.warning, text) } else { printMessage(text) }
    }

    /// Reports at most twenty warnings; `noun` describes the remaining ones.
    func warn(_ warnings: [String], more noun: String) {
        for warning in warnings.prefix(20) { warn(warning) }
        if warnings.count > 20 { warn("And \(warnings.count - 20) more \(noun).") }
    }

    /// Reports an event that changes the course of the run, unless quiet.
    package func notice(_ text: String) {
        if let log { log.write(.notice, text) } else { printNote(text) }
    }

    /// Prints a message that a log does not contain, unless quiet.
    package func printNote(_ text: String) {
        if !isQuiet, log == nil { printMessage(text) }
    }

    private func printMessage(_ text: String) {
        clearProgress()
        Self.write(text)
    }

    /// Writes an entry to the log, if there is one.
    func record(_ level: LogLevel, _ message: String, _ details: @autoclosure () -> Evidence = [:]) {
        log?.write(level, message, details())
    }

    fileprivate func show(_ line: ProgressLine) {
        if log != nil {
            record(.info, "progress", line.details)
        } else if isTerminal {
            StandardError.write("\r\u{1B}[K\(line.text)")
            hasProgressLine = true
        } else {
            StandardError.write("\(line.text)\n")
        }
    }

    func clearProgress() {
        guard hasProgressLine else { return }
        StandardError.write("\r\u{1B}[K")
        hasProgressLine = false
    }
}

/// Shows the progress of a run: in place on a terminal, otherwise as a line every few seconds.
final class Progress {
    private let console: Console
    private let total: Int?
    private let start = ContinuousClock.now
    private let isInPlace: Bool
    /// The minimum time between lines; a terminal does not need a thousand updates per second.
    private let minInterval: Duration
    /// The time of the last line, or of the start; `nil` at first on a terminal, which shows the first line at once.
    private var lastLineTime: ContinuousClock.Instant?

    init(_ console: Console, of total: Int?) {
        self.console = console
        self.total = total
        isInPlace = console.isTerminal && console.log == nil
        let lineInterval: Duration = console.log == nil ? .seconds(5) : .seconds(60)
        minInterval = isInPlace ? .milliseconds(100) : lineInterval
        if !isInPlace { lastLineTime = start }
    }

    /// The interval at which the domain that the run waits for is shown while no domain ends.
    var interval: Duration { isInPlace ? .seconds(1) : minInterval }

    func show(_ summary: RunSummary, _ monitor: CrawlMonitor) {
        let now = ContinuousClock.now
        // A timer may fire slightly early.
        if let lastLineTime, now - lastLineTime < minInterval - .milliseconds(50) { return }
        lastLineTime = now
        let (inProgress, slowest) = monitor.inProgress
        console.show(
            ProgressLine(
                summary, of: total, elapsed: now - start, communicating: monitor.communicatingCount,
                inProgress: inProgress, slowest: slowest))
    }
}
