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
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
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

    /// The number of lines that are still to be read; `nil` for what can be read only once.
    func lineCount() -> Int? {
        guard neverWaits else { return nil }
        // The standard input may have been read in part by whoever started the program.
        var offset = max(lseek(descriptor, 0, SEEK_CUR), 0)
        var buffer = [UInt8](repeating: 0, count: 256 * 1024)
        var lines = 0
        var last: UInt8 = 0x0A
        while true {
            let count = pread(descriptor, &buffer, buffer.count, offset)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return last == 0x0A ? lines : lines + 1 }
            lines += buffer[..<count].count { $0 == 0x0A }
            last = buffer[count - 1]
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
