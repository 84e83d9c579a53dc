import Platform

import class Foundation.Thread

/// A named pipe that is open at this end, so that opening the other end never waits.
final class Fifo {
    struct Failure: Error {
        var code = errno
    }

    let path: String
    private let descriptor: CInt

    init(_ path: String) throws {
        guard mkfifo(path, 0o600) == 0 else { throw Failure() }
        descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure() }
        self.path = path
    }

    deinit { close(descriptor) }

    /// Writes a text that fits into the pipe.
    func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard systemWrite(descriptor, bytes, bytes.count) == bytes.count else { throw Failure() }
    }

    /// Fills the pipe, so that writers wait forever.
    func fill() throws {
        let bytes = [UInt8](repeating: 0, count: 4096)
        while systemWrite(descriptor, bytes, bytes.count) > 0 {}
        guard errno == EAGAIN else { throw Failure() }
        while systemWrite(descriptor, bytes, 1) > 0 {}
    }

    /// Waits until there is something to read.
    func waitForContent() async throws {
        let descriptor = descriptor
        let code = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                continuation.resume(returning: poll(&wait, 1, -1))
            }
        }
        guard code == 1 else { throw Failure() }
    }
}

/// Calls `write` of the system, which a method of `Fifo` with this name hides.
private func systemWrite(_ descriptor: CInt, _ bytes: [UInt8], _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
