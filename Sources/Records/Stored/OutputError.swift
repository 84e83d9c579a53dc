/// An error that ends the writing of an output.
package enum OutputError: Error, Hashable, Sendable, CustomStringConvertible {
    /// An invalid request, or a stored run that cannot be read.
    case request(String)
    /// The destination cannot be written to; detected before the run.
    case unusable(path: String, reason: String)
    /// Writing failed, for example because the disk is full.
    case writing(path: String, reason: String)
    case closedPipe(path: String)
    /// The run ended before a named pipe was opened for reading.
    case stopped(path: String)

    package var description: String {
        switch self {
        case .request(let text): text
        case .unusable(let path, let reason): "\(path) cannot be written: \(reason)"
        case .writing(let path, let reason): "\(path) could not be written completely: \(reason)"
        case .closedPipe(let path): "the reader of \(path) closed it"
        case .stopped(let path): "the run ended before a program read from \(path)"
        }
    }
}
