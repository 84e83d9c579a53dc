#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Reads a file or standard input line by line, with a bounded buffer.
struct LineReader: ~Copyable {
    /// A line longer than this is cut: no target is that long.
    static let longestLine = 64 * 1024

    private let path: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    /// The number of the line that was read last, from 1.
    private(set) var line = 0

    init(path: String) throws(ListError) {
        self.path = path
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
    }

    deinit { if descriptor > STDIN_FILENO { close(descriptor) } }

    /// The next line without its end (LF or CR LF); `nil` at the end of the file.
    mutating func next() throws(ListError) -> [UInt8]? {
        var searched = start
        var cut: [UInt8]?
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                let found = cut ?? Array(buffer[start..<end])
                start = end + 1
                return finish(found)
            }
            if isAtEnd {
                guard cut != nil || start < buffer.count else { return nil }
                let found = cut ?? Array(buffer[start...])
                start = buffer.count
                return finish(found)
            }
            if buffer.count - start > Self.longestLine {
                // The rest of the line is passed over.
                if cut == nil { cut = Array(buffer[start..<(start + Self.longestLine)]) }
                start = buffer.count
            }
            try fill()
            searched = start
        }
    }

    private mutating func finish(_ found: [UInt8]) -> [UInt8] {
        line += 1
        return found.last == 0x0D ? found.dropLast() : found
    }

    private mutating func fill() throws(ListError) {
        buffer.removeFirst(start)
        start = 0
        let chunk = 64 * 1024
        let old = buffer.count
        buffer.append(contentsOf: repeatElement(0, count: chunk))
        let descriptor = descriptor
        let count = buffer.withUnsafeMutableBytes { bytes in
            read(descriptor, bytes.baseAddress.map { $0 + old }, chunk)
        }
        let reason = errno
        buffer.removeLast(chunk - max(0, count))
        if count < 0, reason != EINTR { throw .unreadable(path: path, reason: String(cString: strerror(reason))) }
        isAtEnd = count == 0
    }
}
