#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An open file, closed when the value goes away.
struct FileDescriptor: ~Copyable {
    let number: CInt
    private let closes: Bool

    /// Takes over `number`; `closes` says whether it is closed at the end.
    init(_ number: CInt, closes: Bool = true) {
        self.number = number
        self.closes = closes
    }

    deinit { if closes { _ = close(number) } }

    /// The words of the system for the last error.
    static var lastError: String { String(cString: strerror(errno)) }

    /// Writes all of `bytes`; the result is the error number, 0 for success.
    func write(_ bytes: [UInt8]) -> CInt {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer
            while let start = rest.baseAddress, !rest.isEmpty {
                let count = systemWrite(number, start, rest.count)
                if count >= 0 {
                    rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
                    continue
                }
                switch errno {
                case EINTR: continue
                case EAGAIN:
                    // Somebody else made the descriptor non-blocking: wait as a blocking one would.
                    var wait = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                    _ = poll(&wait, 1, -1)
                case let error: return error
                }
            }
            return 0
        }
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
