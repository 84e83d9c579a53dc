import Basics
import Platform

/// An error in reading a file from disk.
public struct FileReadError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path as the user wrote it; `-` is the standard input.
    public var path: String
    /// The system's error message.
    public var reason: String

    /// A description of the file and the reason.
    public var description: String {
        let name = path == "-" ? "the standard input" : VisibleText.quote(path, limit: 500)
        return "\(name) cannot be read: \(reason)"
    }
}

/// The bytes of a file on disk, up to a limit.
public struct FileBytes: Hashable, Sendable {
    /// The maximum number of bytes that are read of an association file; eight times the size that systems accept.
    public static let limit = 1 << 20

    /// The bytes.
    public var bytes: [UInt8]
    /// Whether the file is longer than the limit, at which reading stopped.
    public var isCapped: Bool

    /// Creates bytes.
    public init(bytes: [UInt8], isCapped: Bool = false) {
        self.bytes = bytes
        self.isCapped = isCapped
    }

    /// Reads at most `limit` bytes of the file at `path`; `-` is the standard input.
    public init(path: String, limit: Int = Self.limit) throws(FileReadError) {
        let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.error(path) }
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= limit {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.error(path) }
            if count == 0 { break }
            bytes.append(contentsOf: chunk.prefix(count))
        }
        isCapped = bytes.count > limit
        self.bytes = isCapped ? Array(bytes.prefix(limit)) : bytes
    }

    private static func error(_ path: String) -> FileReadError { FileReadError(path: path, reason: systemError()) }
}
