import Platform
import Synchronization

/// A flag that threads can wait for with `poll`: a pipe whose write end is closed when the flag is raised.
///
/// Every thread that waits sees it at once and for ever, however many there are.
final class StopSignal: Sendable {
    /// Becomes readable when the signal is raised; never read from it.
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

    /// Whether it was raised.
    var isRaised: Bool { writeEnd.withLock { $0 == nil } }

    /// Wakes whoever waits; again is harmless.
    func raise() {
        writeEnd.withLock { end in
            if let open = end { close(open) }
            end = nil
        }
    }
}

/// Holds an answer back until a test lets it go.
public final class Gate: Sendable {
    let signal: StopSignal

    /// Creates a closed gate.
    public init() throws {
        signal = try StopSignal()
    }

    /// Lets everything through that waits or will wait.
    public func open() {
        signal.raise()
    }
}

/// A pipe that child processes do not inherit.
func makePipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SupportError("no pipe: \(systemError())") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
}
