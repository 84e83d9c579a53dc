import Platform

/// Why a report cannot go where it was asked to go.
public enum OutputError: Error, Hashable, Sendable, CustomStringConvertible {
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

    /// What a failed write means; `error` is the number of the system, or ``FileDescriptor/unread``.
    init(writing path: String, error: CInt) {
        switch error {
        case EPIPE: self = .closedPipe(path: path)
        case FileDescriptor.unread:
            let seconds = FileDescriptor.patience / .seconds(1)
            self = .writing(
                path: path, reason: "the run was to end, and the reader took nothing for \(Int(seconds)) seconds")
        default: self = .writing(path: path, reason: String(cString: strerror(error)))
        }
    }

    /// What was found, and what to do where that is not plain.
    public var description: String {
        switch self {
        case .request(let text): text
        case .place(let path, let reason): "\(path) cannot be written: \(reason)"
        case .writing(let path, let reason): "\(path) could not be written to its end: \(reason)"
        case .closedPipe(let path): "the reader of \(path) went away"
        case .stopped(let path): "the run was to end before anybody read from \(path)"
        }
    }
}
