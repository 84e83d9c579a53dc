#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Counts the lines of lists before they are read, so that a run can say how far it is.
public enum LineCount {
    /// The lines of the file at `path`; `nil` for the standard input and for what can be read only once.
    ///
    /// - Throws: ``ListError`` when the file cannot be read: better before a run than in its middle.
    public static func of(_ path: String) throws(ListError) -> Int? {
        guard path != "-" else { return nil }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        if status.st_mode & S_IFMT == S_IFDIR { throw .unreadable(path: path, reason: "it is a folder") }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        var buffer = [UInt8](repeating: 0, count: 256 * 1024)
        var lines = 0
        var last: UInt8 = 0x0A
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            lines += buffer[..<count].count { $0 == 0x0A }
            last = buffer[count - 1]
        }
        return last == 0x0A ? lines : lines + 1
    }
}
