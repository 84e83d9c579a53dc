import Platform

/// Wakes an event loop that waits for its sockets: a pipe, rung at one end and heard at the other.
final class LoopBell: Sendable {
    /// The end that becomes readable when the bell was rung.
    let listening: Int32
    private let ringing: Int32

    /// Makes a bell.
    init() throws(TransportError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw .library("a pipe could not be made: \(String(cString: strerror(errno)))")
        }
        (listening, ringing) = (ends[0], ends[1])
        for end in ends {
            // A full pipe has been heard of already, and an empty one is no reason to wait.
            _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(listening)
        close(ringing)
    }

    /// Rings it, from any thread.
    func ring() {
        var byte: UInt8 = 0
        _ = write(ringing, &byte, 1)
    }

    /// Forgets how often it was rung.
    func silence() {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { bytes in
            while read(listening, bytes.baseAddress, bytes.count) == bytes.count {}
        }
    }
}
