import Basics
import Platform

/// An open list: a file, a pipe, or the standard input.
///
/// A list is opened only once, because a pipe cannot be read again; opening does not wait for a writer.
final class ListFile {
    /// The path as the user wrote it; `-` is the standard input.
    let path: String
    private let descriptor: CInt
    /// Whether the list is a regular file, so that reading never waits; a pipe or a terminal may wait for input.
    let isRegularFile: Bool

    init(path: String) throws(ListError) {
        self.path = path
        // Low descriptors are left free for Dispatch, which ends the process if it cannot open a file.
        descriptor =
            path == "-"
            ? STDIN_FILENO : movedAboveReserved(open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            isRegularFile = false
            throw .unreadable(path: path, reason: systemError())
        }
        isRegularFile = status.st_mode & S_IFMT == S_IFREG
        if status.st_mode & S_IFMT == S_IFDIR { throw .unreadable(path: path, reason: "it is a folder") }
        // If descriptor 0 was closed at start, the runtime may have reused it for an object whose mode has no type.
        if status.st_mode & S_IFMT == 0 { throw .unreadable(path: path, reason: "it is closed") }
    }

    deinit { if descriptor > STDIN_FILENO { close(descriptor) } }

    /// Returns an upper limit of the number of remaining rows; `nil` if the list can be read only once.
    func maxRowCount() throws(ListError) -> Int? {
        guard isRegularFile else { return nil }
        // The parent process may already have read part of the standard input.
        var offset = max(lseek(descriptor, 0, SEEK_CUR), 0)
        var buffer = [UInt8](repeating: 0, count: 256 * 1024)
        var counter = RowCounter()
        while true {
            let count = pread(descriptor, &buffer, buffer.count, offset)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return try counter.count(in: path) }
            counter.add(buffer[..<count])
            offset += off_t(count)
        }
    }

    /// Reads available bytes, up to the size of `buffer`; waits if none are available.
    ///
    /// - Returns: The number of bytes, 0 at the end, or a negative error number.
    func read(into buffer: UnsafeMutableRawBufferPointer, until stop: StopSignal) throws(CancellationError) -> Int {
        while true {
            // Must come first: a pipe that has not been opened for writing yet appears to be at its end.
            if stop.wait(for: descriptor, POLLIN) == .stopped { throw CancellationError() }
            let count = Platform.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Another process that reads from the same pipe was faster.
                _ = stop.wait(for: -1, POLLIN, atMost: .milliseconds(10))
            case let error: return -Int(error)
            }
        }
    }
}

/// Counts the lines that may be rows, not blank or comments; in a CSV file, also lines within quoted fields.
private struct RowCounter {
    /// The number of lines that are neither blank nor begin with `#`.
    private var contentLines = 0
    /// The number of lines that begin with `#` after the first content line; in a CSV file, they are rows.
    private var laterHashLines = 0
    private var isAtLineStart = true
    private var firstLine: [UInt8] = []
    private var hasFirstLineEnded = false

    func count(in path: String) throws(ListError) -> Int {
        guard contentLines > 0 else { return 0 }
        let bytes = firstLine.last == 0x0D ? firstLine.dropLast() : firstLine
        let line = try ListReader.withoutByteOrderMark(bytes, of: path)
        let hasHeader = try ListColumns(header: line, of: path) != nil
        return hasHeader ? contentLines - 1 + laterHashLines : contentLines
    }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                isAtLineStart = true
                if contentLines > 0 { hasFirstLineEnded = true }
            } else if isAtLineStart, byte > UInt8(ascii: " ") {
                isAtLineStart = false
                if byte != UInt8(ascii: "#") {
                    contentLines += 1
                } else if contentLines > 0 {
                    laterHashLines += 1
                }
            }
            let isInFirstLine = contentLines > 0 && !hasFirstLineEnded
            if isInFirstLine, firstLine.count < LineReader.maxLineLength { firstLine.append(byte) }
        }
    }
}

/// An error in reading a list of targets, which the user can fix.
package enum ListError: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable(path: String, reason: String)
    /// Reading failed after `line`, which is 0 if reading failed before the first line.
    case incomplete(path: String, line: Int, reason: String)
    case notUTF8(path: String, found: String)
    /// The header of a CSV file has no `domain` column, but a column with a similar name.
    case noDomainColumn(path: String, found: String)
    case unterminatedQuote(path: String, line: Int)
    case badExpression(String)

    package var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(Self.name(path)) cannot be read: \(reason)."
        case .incomplete(let path, let line, let reason):
            "\(Self.name(path)) could not be read completely: \(reason)\(line > 0 ? " after line \(line)" : ""). The "
                + "rest was skipped."
        case .notUTF8(let path, let found): "\(Self.name(path)) is \(found). Save it as UTF-8 text."
        case .noDomainColumn(let path, let found):
            "\(Self.name(path)) has no column “domain” in its header. Rename the column \(VisibleText.quote(found)) to "
                + "“domain”."
        case .unterminatedQuote(let path, let line):
            "\(Self.name(path)) has a quoted field that begins on line \(line) and is not closed; reading stopped "
                + "there. Add the closing quote."
        case .badExpression(let text):
            "\(VisibleText.quote(text)) is not a regular expression for --exclude. "
                + "To exclude the hosts that begin with “staging.”, write ^staging[.]"
        }
    }

    private static func name(_ path: String) -> String {
        path == "-" ? "The standard input" : "The list \(VisibleText.quote(path, limit: 500))"
    }
}
