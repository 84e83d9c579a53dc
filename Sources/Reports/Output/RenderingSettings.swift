import Platform
package import Records

package struct RenderingSettings: Sendable {
    /// The condition for including the text of the file in a report.
    package var bodies = FileTextPolicy.findings
    package var detail = TextReport.Detail.normal
    package var style = TextStyle.plain
    /// The number of targets; `nil` if unknown until the end of the run.
    package var targets: Int?
    /// Whether text appears as domains end, for a user who watches, rather than in the order for later reading.
    package var isLive = false
    /// The number of columns of the terminal to which text is written; `nil` for other destinations.
    package var width: Int?
    /// Whether mail is a complete message with header fields rather than only the page.
    package var isWholeMessage = false

    package init() {}
}

/// The reader of text on the standard output.
package struct TextReader: Sendable {
    package let isTerminal: Bool
    /// Whether a user may watch the text as it is written: on a terminal or a pipe, but not in a file.
    package let isWatchable: Bool
    /// The number of columns of the terminal; `nil` if there is no terminal, or if its width is unknown.
    package let width: Int?

    package static var standardOutput: TextReader {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        var facts = stat()
        let isFile = fstat(STDOUT_FILENO, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
        var size = winsize()
        let hasSize = isTerminal && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col >= 40
        let defaultWidth = isTerminal ? 80 : nil
        let width = hasSize ? Int(size.ws_col) : defaultWidth
        return TextReader(isTerminal: isTerminal, isWatchable: !isFile, width: width)
    }

    package static let file = TextReader(isTerminal: false, isWatchable: false, width: nil)
}
