import Platform

/// The reader of the text on the standard output.
package struct TextReader: Sendable {
    /// Whether it is a terminal.
    package let isTerminal: Bool
    /// Whether a user may watch the text grow: on a terminal or a pipe, not in a file.
    package let isWatched: Bool
    /// The columns of the terminal; `nil` where it is none, or does not say.
    package let width: Int?

    /// Looks at the standard output of this process.
    package static var standardOutput: TextReader {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        var facts = stat()
        let isFile = fstat(STDOUT_FILENO, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
        var size = winsize()
        let hasSize = isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col >= 40
        return TextReader(
            isTerminal: isTerminal, isWatched: !isFile, width: hasSize ? Int(size.ws_col) : isTerminal ? 80 : nil)
    }

    /// A file, which is read when it is complete.
    package static let file = TextReader(isTerminal: false, isWatched: false, width: nil)
}
