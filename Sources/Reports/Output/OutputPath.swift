import Platform
package import Records

/// The destination of a report, with symbolic links resolved, including a link to a file that does not exist yet.
package struct OutputPath: Sendable {
    enum Kind: Sendable {
        /// A file that is moved to its final path when it is complete; `mode` is the mode of an existing file.
        case file(folder: String, name: String, mode: mode_t?)
        /// A device, a pipe or a socket, which is written to directly.
        case device(isNamedPipe: Bool)
    }

    /// The identity of a destination, regardless of how its path is written.
    package struct Identity: Hashable, Sendable {
        private let device: UInt64
        private let inode: UInt64
        /// The bytes of a file's name, even if the file does not exist yet; empty for a device.
        private let name: [UInt8]

        fileprivate init(_ status: stat, name: String = "") {
            device = UInt64(truncatingIfNeeded: status.st_dev)
            inode = UInt64(truncatingIfNeeded: status.st_ino)
            self.name = Array(name.utf8)
        }

        /// Creates the identity of the folder at `path`, which need not exist yet; `nil` if it could not be created.
        package init?(folder path: String) {
            var status = stat()
            if stat(path, &status) == 0 {
                self.init(status)
                return
            }
            var name = path
            while name.count > 1, name.hasSuffix("/") { name.removeLast() }
            guard let identity = (try? OutputPath(path: name))?.identity else { return nil }
            self = identity
        }
    }

    let kind: Kind
    /// The identity of the destination; `nil` for `/dev/null`, to which any number of reports can be written.
    package let identity: Identity?
    /// Whether the standard output is redirected to this destination.
    package let isStandardOutput: Bool

    /// - Throws: `OutputError.unusable` if no report can be written there.
    package init(path: String) throws(OutputError) {
        func unusable(_ reason: String) -> OutputError { .unusable(path: path, reason: reason) }
        var status = stat()
        let exists = stat(path, &status) == 0
        if !exists, errno != ENOENT, errno != ENOTDIR {
            throw unusable(errno == ELOOP ? "its symbolic links do not end" : systemError())
        }
        let type = status.st_mode & S_IFMT
        if exists, type == S_IFDIR { throw unusable("it is a folder") }
        if exists, type != S_IFREG {
            var nullStatus = stat()
            let isNull = stat("/dev/null", &nullStatus) == 0 && type == S_IFCHR && status.st_rdev == nullStatus.st_rdev
            kind = .device(isNamedPipe: type == S_IFIFO)
            identity = isNull ? nil : Identity(status)
            isStandardOutput = false
            return
        }

        let (folder, name) = Self.split(try Self.destination(of: path))
        if ["", ".", ".."].contains(name) { throw unusable("it names a folder") }
        var folderStatus = stat()
        guard stat(folder, &folderStatus) == 0 || errno == ENOTDIR else {
            throw unusable(errno == ENOENT ? "there is no folder \(folder)" : "\(folder): \(systemError())")
        }
        guard folderStatus.st_mode & S_IFMT == S_IFDIR else { throw unusable("\(folder) is not a folder") }
        if exists {
            // The path of an open descriptor, such as `/dev/fd/3`, can refer to a deleted file.
            var pathStatus = stat()
            guard stat("\(folder)/\(name)", &pathStatus) == 0, Identity(pathStatus) == Identity(status) else {
                throw unusable("the file was deleted")
            }
        }
        kind = .file(folder: folder, name: name, mode: exists ? status.st_mode & 0o777 : nil)
        identity = Identity(folderStatus, name: name)
        var outputStatus = stat()
        isStandardOutput =
            exists && fstat(STDOUT_FILENO, &outputStatus) == 0 && Identity(outputStatus) == Identity(status)
    }

    private static func destination(of path: String) throws(OutputError) -> String {
        var current = path
        // If there are more links than the system follows, `stat` has already failed.
        for _ in 0..<64 {
            var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(current, &bytes, bytes.count)
            guard count >= 0 else { break }
            guard let target = String(validating: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) else {
                throw .unusable(path: path, reason: "it is a link to a name that is not UTF-8")
            }
            current = target.hasPrefix("/") ? target : "\(split(current).folder)/\(target)"
        }
        return current
    }

    static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let folder = path[..<slash]
        return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
    }
}
