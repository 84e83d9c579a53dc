/// Why a report cannot go where it was asked to go.
package enum OutputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The request itself cannot be understood, or contradicts another one.
    case request(String)
    /// The place cannot be written to; found before the run.
    case place(path: String, reason: String)
    /// Writing failed, for example because the disk is full.
    case writing(path: String, reason: String)
    /// The reader of a pipe went away.
    case closedPipe(path: String)
    /// The run was to end before anybody read from a named pipe.
    case stopped(path: String)

    /// A message that states the problem, and the action to take if it is not obvious.
    package var description: String {
        switch self {
        case .request(let text): text
        case .place(let path, let reason): "\(path) cannot be written: \(reason)"
        case .writing(let path, let reason): "\(path) could not be written to its end: \(reason)"
        case .closedPipe(let path): "the reader of \(path) went away"
        case .stopped(let path): "the run was to end before anybody read from \(path)"
        }
    }
}
