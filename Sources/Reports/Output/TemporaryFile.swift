import Basics
import Platform

/// The file to which a report is written until it is complete, in the folder of the report.
///
/// It is locked while it is open. The file of a killed process is not locked, so the next process that writes the same
/// report removes it; the name is derived from that of the report.
enum TemporaryFile {
    /// Creates a file for the report `name`, opened for writing; on failure, the descriptor is the negated error
    /// number.
    static func make(for name: String, in folder: String, mode: mode_t) -> (path: String, descriptor: CInt) {
        var attempts = 0
        while true {
            attempts += 1
            let number = String(UInt32.random(in: 0...UInt32.max), radix: 16)
            let path = "\(folder)/\(prefix(name))\(String(repeating: "0", count: 8 - number.count))\(number)"
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            if descriptor < 0, errno == EEXIST, attempts < 100 { continue }
            guard descriptor >= 0 else { return (path, -errno) }
            // Until the file is locked, another process may remove it as a leftover.
            var status = stat()
            let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
            let exists = fstat(descriptor, &status) == 0 && status.st_nlink > 0
            if (isLocked && exists) || attempts == 100 { return (path, descriptor) }
            unlink(path)
            close(descriptor)
        }
    }

    static func removeLeftovers(of name: String, in folder: String) {
        let prefix = prefix(name)
        for name in names(in: folder) where name.hasPrefix(prefix) {
            let path = "\(folder)/\(name)"
            let file = FileDescriptor(open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
            var opened = stat()
            var named = stat()
            guard file.isRegular, flock(file.number, LOCK_EX | LOCK_NB) == 0,
                // The process that wrote the file may have renamed it in the meantime.
                fstat(file.number, &opened) == 0, lstat(path, &named) == 0, opened.st_ino == named.st_ino,
                opened.st_dev == named.st_dev
            else { continue }
            unlink(path)
        }
    }

    /// Returns the prefix of names of temporary files, which is short and plain for any name of a report.
    private static func prefix(_ name: String) -> String { ".aasa-audit-\(StableHash(name).hex)-" }

    /// Returns the names of all entries of a folder, including `.` and `..`.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder), let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            // An entry is shorter than its type, so copying the entry would read beyond the end.
            let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            names.append(String(cString: name))
        }
        return names
    }
}
