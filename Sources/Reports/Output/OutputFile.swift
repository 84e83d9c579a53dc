#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Writes a report to a file that appears only when it is complete.
///
/// The bytes go to a new file in the same folder, which takes the place of the old one at the end: a reader sees the
/// old report or the new one, never a part. Devices and pipes (`/dev/full`, `/dev/stderr`) are written to directly.
public final class OutputFile: OutputSink {
    private let path: String
    private let finalPath: String
    /// Where the bytes are until the report is complete; `nil` for a device or a pipe.
    public let temporaryPath: String?
    private let descriptor: FileDescriptor
    private var isEnded = false

    /// Opens the place for the report at `path`, before the run: the folder must be there and writable.
    ///
    /// - Throws: `OutputError.place` where it is not.
    public init(path: String) throws(OutputError) {
        self.path = path
        var status = stat()
        let exists = stat(path, &status) == 0
        if exists, status.st_mode & S_IFMT == S_IFDIR { throw .place(path: path, reason: "it is a folder") }

        if exists, status.st_mode & S_IFMT != S_IFREG {
            finalPath = path
            temporaryPath = nil
            descriptor = FileDescriptor(open(path, O_WRONLY | O_CLOEXEC))
            if descriptor.number < 0 { throw .place(path: path, reason: FileDescriptor.lastError) }
            return
        }
        // A link stays a link: what it leads to is replaced.
        finalPath = exists ? Self.resolved(path) ?? path : path
        let (folder, name) = Self.split(finalPath)
        let temporary = "\(folder)/.\(name.prefix(100)).\(getpid()).\(UInt32.random(in: 0...UInt32.max))"
        let mode = exists ? status.st_mode & 0o777 : 0o666
        descriptor = FileDescriptor(open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode))
        temporaryPath = temporary
        guard descriptor.number >= 0 else {
            let error = errno
            isEnded = true
            if error == ENOENT { throw .place(path: path, reason: "there is no folder \(folder)") }
            if error == ENOTDIR { throw .place(path: path, reason: "\(folder) is not a folder") }
            throw .place(path: path, reason: "in \(folder): \(String(cString: strerror(error)))")
        }
    }

    deinit { discard() }

    /// Writes all of `bytes`.
    public func write(_ bytes: [UInt8]) throws(OutputError) {
        try check(descriptor.write(bytes))
    }

    /// Brings the report to the disk and puts it in its place.
    public func finish() throws(OutputError) {
        guard !isEnded else { return }
        try check(descriptor.synchronise())
        if let temporaryPath, rename(temporaryPath, finalPath) != 0 { try check(errno) }
        isEnded = true
        synchroniseFolder()
    }

    /// Removes what was written; an earlier report stays as it was.
    public func discard() {
        guard !isEnded else { return }
        isEnded = true
        if let temporaryPath { unlink(temporaryPath) }
    }

    private func check(_ error: CInt) throws(OutputError) {
        guard error != 0 else { return }
        discard()
        throw error == EPIPE ? .closedPipe : .writing(path: path, reason: String(cString: strerror(error)))
    }

    /// The new name of a file is an entry of its folder, which reaches the disk by itself.
    private func synchroniseFolder() {
        guard temporaryPath != nil else { return }
        let folder = FileDescriptor(open(Self.split(finalPath).folder, O_RDONLY | O_CLOEXEC))
        if folder.number >= 0 { _ = folder.synchronise() }
    }

    private static func resolved(_ path: String) -> String? {
        guard let pointer = realpath(path, nil) else { return nil }
        defer { free(pointer) }
        return String(cString: pointer)
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
    }
}
