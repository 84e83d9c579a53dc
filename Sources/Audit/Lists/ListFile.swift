import Platform

/// A list that is open: a file, a pipe, or the standard input.
///
/// It is opened once, because what a pipe gives is gone when it was read, and without waiting for somebody to write to it.
final class ListFile {
    /// The path as the user wrote it; `-` is the standard input.
    let path: String
    private let descriptor: CInt
    /// Whether all of it is there: of a pipe, more is waited for.
    let neverWaits: Bool

    /// Opens the list at `path`.
    ///
    /// - Throws: ``ListError`` when it cannot be opened: better before a run than in its middle.
    init(path: String) throws(ListError) {
        self.path = path
        descriptor =
            path == "-"
            ? STDIN_FILENO : movedOffReservedNumbers(open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            neverWaits = false
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        neverWaits = status.st_mode & S_IFMT == S_IFREG
        if status.st_mode & S_IFMT == S_IFDIR { throw .unreadable(path: path, reason: "it is a folder") }
        // Where the program was started without a standard input, the runtime has its own use for the number.
        if status.st_mode & S_IFMT == 0 { throw .unreadable(path: path, reason: "it is closed") }
    }

    deinit { if descriptor > STDIN_FILENO { close(descriptor) } }

    /// The most rows that are still to be read: lines that are neither blank nor a comment; `nil` for what can be read only once.
    ///
    /// - Throws: ``ListError`` where the beginning shows that no row can be read: better before a run than in its middle.
    func rowCount() throws(ListError) -> Int? {
        guard neverWaits else { return nil }
        // The standard input may have been read in part by whoever started the program.
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

    /// Reads what is there, up to the size of `buffer`, and waits where nothing is there yet.
    ///
    /// - Returns: How many bytes were read, 0 at the end; the negative number of an error.
    /// - Throws: `CancellationError` when `stop` was raised.
    func read(into buffer: UnsafeMutableRawBufferPointer, until stop: StopSignal) throws(CancellationError) -> Int {
        while true {
            // First, because a pipe that nobody has opened for writing yet looks as if it had come to its end.
            if stop.wait(for: descriptor, POLLIN) == .stopped { throw CancellationError() }
            let count = systemRead(descriptor, buffer)
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                // Somebody else reads here too, and was first.
                _ = stop.wait(for: -1, POLLIN, atMost: .milliseconds(10))
            case let error: return -Int(error)
            }
        }
    }
}

/// `read`, whose name a method of `ListFile` has too.
private func systemRead(_ descriptor: CInt, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}

/// Counts the lines of a list that have a target, as they come: those whose first byte after blanks is no `#`; in a CSV file
/// all that follow its header.
private struct RowCounter {
    private var lines = 0
    /// Those after the first that would be comments, which a CSV file does not have.
    private var comments = 0
    private var isAtStart = true
    /// The first line that counts, as far as it has come.
    private var first: [UInt8] = []
    private var isFirst = true

    /// Returns the number of targets in the list at `path`, which has been read completely.
    func count(in path: String) throws(ListError) -> Int {
        guard lines > 0 else { return 0 }
        let line = try ListReader.withoutMark(first.last == 0x0D ? first.dropLast() : first, of: path)
        return try ListColumns.header(line, of: path) == nil ? lines : lines - 1 + comments
    }

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            if byte == 0x0A {
                isAtStart = true
                if lines > 0 { isFirst = false }
            } else if isAtStart, byte > 0x20 {
                isAtStart = false
                if byte != 0x23 { lines += 1 } else if lines > 0 { comments += 1 }
            }
            if lines > 0, isFirst, first.count < LineReader.longestLine { first.append(byte) }
        }
    }
}
