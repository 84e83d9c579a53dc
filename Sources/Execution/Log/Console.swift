import Findings
package import Logging
import Platform
import Reports
import Runs
import Settings

/// The standard error: everything that is not data.
///
/// Plain words for a person, or a log for a run that nobody watches.
package final class Console {
    let isTerminal = isatty(STDERR_FILENO) == 1
    /// The log; `nil` where a person reads.
    package let log: Logger?
    private let isQuiet: Bool
    private var hasProgressLine = false

    /// Creates the standard error for a person, or for a log where there is one.
    package init(isQuiet: Bool = false, log: Logger? = nil) {
        self.isQuiet = isQuiet
        self.log = log
    }

    /// Says to a person what went wrong or looks wrong, also when quiet.
    package static func error(_ text: String) { write("Error: \(text)\n") }

    /// Says something to a person.
    package static func say(_ text: String) { write("\(text)\n") }

    /// Says what went wrong, also when quiet.
    package func error(_ text: String) {
        if let log { return log.error("\(text)") }
        clearProgress()
        Self.error(text)
    }

    /// Says what looks wrong, also when quiet; the run goes on.
    package func warn(_ text: String) {
        if let log { return log.warning("\(text)") }
        clearProgress()
        Self.say(text)
    }

    /// Says what changes the course of the run; a person may not want to read it.
    package func notice(_ text: String) {
        if let log { return log.notice("\(text)") }
        note(text)
    }

    /// Says something to a person that may be left out; a log has its own lines for it.
    package func note(_ text: String) {
        guard !isQuiet, log == nil else { return }
        clearProgress()
        Self.say(text)
    }

    /// Writes to the log, where there is one.
    func record(_ level: LogLevel, _ message: String, _ details: @autoclosure () -> Evidence = [:]) {
        log?.log(level: level.level, "\(message)", metadata: details().metadata)
    }

    /// Shows how far the run is: in place on a terminal, elsewhere as a line.
    func progress(_ line: ProgressLine) {
        if log != nil { return record(.info, "progress", line.details) }
        let text = line.text
        if isTerminal {
            Self.write("\r\u{1B}[K\(text)")
            hasProgressLine = true
        } else {
            Self.write("\(text)\n")
        }
    }

    /// Takes the progress line away, so that something else can be written to the same terminal.
    func clearProgress() {
        guard hasProgressLine else { return }
        Self.write("\r\u{1B}[K")
        hasProgressLine = false
    }

    private static func write(_ text: String) { StandardError.write(text) }
}
