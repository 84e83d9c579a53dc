import Platform
import Records

extension OutputError {
    /// Creates the error for a failed write; `error` is the system's error number, or ``FileDescriptor/unread``.
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
}
