import Platform

/// A pipe that wakes an event loop while it waits for its sockets: writing a byte to one end makes the other readable.
final class WakeupPipe: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    init() throws(TransportError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .library("a pipe could not be made: \(systemError())") }
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends {
            // Neither writing to a full pipe, which wakes the loop anyway, nor reading an empty one may block.
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Wakes the loop; can be called from any thread.
    func wake() {
        var byte: UInt8 = 0
        _ = write(writeEnd, &byte, 1)
    }

    /// Reads everything that was written, so that the loop can sleep again.
    func drain() {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { bytes in
            while read(readEnd, bytes.baseAddress, bytes.count) == bytes.count {}
        }
    }
}
