import Platform
import Synchronization

/// A flag that threads can await with `poll`: a pipe whose write end is closed when the flag is raised.
///
/// Any number of waiting threads are woken, and later waits return immediately.
final class StopSignal: Sendable {
    /// The descriptor that becomes readable when the signal is raised; never read from it.
    let descriptor: Int32
    private let writeEnd: Mutex<Int32?>

    init() throws {
        let ends = try makePipe()
        descriptor = ends.read
        writeEnd = Mutex(ends.write)
    }

    deinit {
        raise()
        close(descriptor)
    }

    /// Whether the signal was raised.
    var isRaised: Bool { writeEnd.withLock { $0 == nil } }

    /// Raises the signal and wakes all waiting threads; further calls have no effect.
    func raise() {
        writeEnd.withLock { end in
            if let open = end { close(open) }
            end = nil
        }
    }
}

/// Holds back an answer until a test opens the gate.
public final class Gate: Sendable {
    let signal: StopSignal

    /// Creates a closed gate.
    public init() throws {
        signal = try StopSignal()
    }

    /// Opens the gate for current and future waits.
    public func open() {
        signal.raise()
    }
}

/// Creates a pipe that child processes do not inherit.
func makePipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SupportError("no pipe: \(systemError())") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
}
