import Audit
import Platform

/// An open file, closed when the value goes away.
struct FileDescriptor: ~Copyable {
    /// The time for which a reader may accept nothing once the run is to end.
    static let patience = Duration.seconds(2)
    /// The value in place of an error number if a reader accepted nothing for that time.
    static let unread: CInt = -1

    let number: CInt
    /// The type: a file on a disk, a pipe, …; 0 if it is none of them.
    private let type: mode_t
    private let closes: Bool

    /// Takes over `number`; `closes` says whether it is closed at the end.
    init(_ number: CInt, closes: Bool = true) {
        self.number = number
        self.closes = closes
        var status = stat()
        // Of a descriptor that could not be opened, `errno` still says why.
        type = number >= 0 && fstat(number, &status) == 0 ? status.st_mode & S_IFMT : 0
    }

    deinit { if closes { _ = close(number) } }

    /// Whether it is a file on a disk, which nobody has to read.
    var isRegular: Bool { type == S_IFREG }

    /// The words of the system for the last error.
    static var lastError: String { String(cString: strerror(errno)) }

    /// Writes all of `bytes`, at the pace of whoever reads them.
    ///
    /// - Parameters:
    ///   - bytes: What is written.
    ///   - stop: Raised when the run is to end: then a reader is waited for only as long as it goes on reading.
    /// - Returns: The error number, 0 for success, or ``unread``.
    func write(_ bytes: [UInt8], until stop: StopSignal? = nil) -> CInt {
        // Where the program was started without a standard output, the runtime has its own use for the number.
        guard type != 0 else { return EBADF }
        return bytes.withUnsafeBytes { buffer in
            var rest = buffer
            while let start = rest.baseAddress, !rest.isEmpty {
                guard isRegular || isReady(until: stop) else { return Self.unread }
                // So much fits into a pipe that is ready: more could wait in the system, where nothing would wake it.
                let count = systemWrite(number, start, isRegular ? rest.count : min(rest.count, Int(PIPE_BUF)))
                if count >= 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
                    continue
                }
                switch errno {
                case EINTR: continue
                case EAGAIN:
                    // Somebody else writes here too, and was first.
                    _ = StopSignal.wait(for: -1, POLLOUT, atMost: .milliseconds(1))
                case let error: return error
                }
            }
            return 0
        }
    }

    private func isReady(until stop: StopSignal?) -> Bool {
        guard let stop else { return StopSignal.wait(for: number, POLLOUT) == .ready }
        return stop.wait(for: number, POLLOUT) == .ready
            || StopSignal.wait(for: number, POLLOUT, atMost: Self.patience) == .ready
    }

    /// Whether somebody can still read what is written; `false` only where the last reader of a pipe went away.
    var hasReader: Bool {
        var entry = pollfd(fd: number, events: 0, revents: 0)
        return isRegular || poll(&entry, 1, 0) <= 0 || entry.revents & Int16(POLLERR) == 0
    }

    /// Writes all of `bytes` at `offset`; the result is the error number, 0 for success.
    func write(_ bytes: [UInt8], at offset: Int) -> CInt {
        bytes.withUnsafeBytes { buffer in
            var done = 0
            while let start = buffer.baseAddress, done < buffer.count {
                let count = pwrite(number, start + done, buffer.count - done, off_t(offset + done))
                if count > 0 { done += count } else if errno != EINTR { return count == 0 ? EIO : errno }
            }
            return 0
        }
    }

    /// Fills `bytes` from `offset`; the result is the error number, 0 for success.
    ///
    /// Beyond the end of the file the bytes stay as they are.
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

    /// Brings everything to the disk; the result is the error number, 0 for success.
    func synchronise() -> CInt {
        while fsync(number) != 0 {
            // Pipes and devices have nothing to bring to a disk.
            if errno == EINVAL || errno == EROFS || errno == ENOTSUP { return 0 }
            if errno != EINTR { return errno }
        }
        return 0
    }
}

/// `write`, whose name a method of `FileDescriptor` has too.
private func systemWrite(_ descriptor: CInt, _ start: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, start, count)
}
