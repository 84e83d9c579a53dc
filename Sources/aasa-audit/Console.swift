import Reports

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The standard error: everything that is not data.
final class Console {
    let isTerminal = isatty(STDERR_FILENO) == 1
    private let isQuiet: Bool
    private var hasProgressLine = false

    init(isQuiet: Bool) { self.isQuiet = isQuiet }

    /// Says what went wrong or looks wrong, also when quiet.
    static func error(_ text: String) { write("Error: \(text)\n") }

    /// Says something.
    static func say(_ text: String) { write("\(text)\n") }

    /// Says what went wrong, also when quiet.
    func error(_ text: String) {
        clearProgress()
        Self.error(text)
    }

    /// Says something that may be left out.
    func note(_ text: String) {
        guard !isQuiet else { return }
        clearProgress()
        Self.say(text)
    }

    /// Shows how far the run is: in place on a terminal, elsewhere as a line.
    func progress(_ text: String) {
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
