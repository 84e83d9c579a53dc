import Platform
import Records

/// An open file that is closed at the end of the value's lifetime.
struct FileDescriptor: ~Copyable {
    /// The maximum time to wait for a reader that accepts no bytes, once the run is stopped.
    static let maxReaderWait = Duration.seconds(2)
    /// The result, in place of an error number, if a reader accepted no bytes for ``maxReaderWait``.
    static let readerTimeout: CInt = -1

    let number: CInt
    /// The file type, such as a regular file or a pipe; 0 if it cannot be determined.
    private let type: mode_t
    private let closes: Bool

    /// Creates the value for the open file `number`; `closes` determines whether `deinit` closes the file.
    init(_ number: CInt, closes: Bool = true) {
        self.number = number
        self.closes = closes
        var status = stat()
        // A negative number is the result of a failed call; without another call, `errno` still contains its reason.
        type = number >= 0 && fstat(number, &status) == 0 ? status.st_mode & S_IFMT : 0
    }

    deinit { if closes { _ = close(number) } }

    var isRegular: Bool { type == S_IFREG }

    /// Writes all of `bytes`, and returns the error number, 0 for success, or ``readerTimeout``.
    ///
    /// The call waits for the reader without a limit until `stop` is raised, and then at most for ``maxReaderWait``.
    func write(_ bytes: [UInt8], until stop: StopSignal? = nil) -> CInt {
        // If the program was started without a standard output, the runtime uses the descriptor for something else.
        guard type != 0 else { return EBADF }
        return bytes.withUnsafeBytes { buffer in
            var rest = buffer
            while let start = rest.baseAddress, !rest.isEmpty {
                if !isRegular, !waitForReader(until: stop) { return Self.readerTimeout }
                // A pipe that is ready accepts this many bytes; a larger write could block indefinitely.
                let count = Platform.write(number, start, isRegular ? rest.count : min(rest.count, Int(PIPE_BUF)))
                if count >= 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
                } else if errno == EAGAIN {
                    // Another process has filled the pipe in the meantime: try again after a millisecond.
                    usleep(1000)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
    }

    private func waitForReader(until stop: StopSignal?) -> Bool {
        if StopSignal.wait(for: number, POLLOUT, until: stop) == .ready { return true }
        return StopSignal.wait(for: number, POLLOUT, atMost: Self.maxReaderWait) == .ready
    }

    /// Whether the written bytes can still be read; `false` only if a pipe has lost its last reader.
    var hasReader: Bool {
        guard !isRegular else { return true }
        var entry = pollfd(fd: number, events: 0, revents: 0)
        guard poll(&entry, 1, 0) > 0 else { return true }
        return entry.revents & Int16(POLLERR) == 0
    }

    /// Writes all of `bytes` at `offset`, and returns the error number, or 0 for success.
    func write(_ bytes: [UInt8], at offset: Int) -> CInt {
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while let start = buffer.baseAddress, done < buffer.count {
                let count = pwrite(number, start + done, buffer.count - done, off_t(offset + done))
                if count == 0 { return EIO }
                if count > 0 { done += count } else if errno != EINTR { return errno }
            }
            return 0
        }
    }

    /// Fills `bytes` from `offset`, up to the end of the file; returns the error number, or 0 for success.
    func read(_ bytes: inout [UInt8], at offset: Int) -> CInt {
        bytes.withUnsafeMutableBytes { buffer in
            var done = 0
            while let start = buffer.baseAddress, done < buffer.count {
                let count = pread(number, start + done, buffer.count - done, off_t(offset + done))
                if count == 0 { return 0 }
                if count > 0 { done += count } else if errno != EINTR { return errno }
            }
            return 0
        }
    }

    /// Writes all cached data to the disk, and returns the error number, or 0 for success.
    func synchronize() -> CInt {
        while fsync(number) != 0 {
            // Pipes and devices have no data to write to a disk.
            if errno == EINVAL || errno == EROFS || errno == ENOTSUP { return 0 }
            if errno != EINTR { return errno }
        }
        return 0
    }
}

extension OutputError {
    /// Creates the error for a failed write; `error` is the system's error number, or ``FileDescriptor/readerTimeout``.
    init(writing path: String, error: CInt) {
        switch error {
        case EPIPE: self = .closedPipe(path: path)
        case FileDescriptor.readerTimeout:
            let seconds = Int(FileDescriptor.maxReaderWait / .seconds(1))
            self = .writing(
                path: path, reason: "the run was stopped, and the reader accepted no bytes for \(seconds) seconds")
        default: self = .writing(path: path, reason: systemError(error))
        }
    }
}
