import Basics
import Platform

/// The file that a report is written to until it is complete, beside its place.
///
/// Its name follows from the name of the report, and it is locked as long as it is open: what a process that was killed left
/// behind is not, and the next one that writes the same report removes it.
enum TemporaryFile {
    /// Makes a file for the report `name` in `folder`, opened for writing.
    ///
    /// - Returns: Where it is, and its descriptor; the negative number of an error in place of it.
    static func make(for name: String, in folder: String, mode: mode_t) -> (path: String, descriptor: CInt) {
        var attempts = 0
        while true {
            attempts += 1
            let number = String(UInt32.random(in: 0...UInt32.max), radix: 16)
            let path = "\(folder)/\(prefix(name))\(String(repeating: "0", count: 8 - number.count))\(number)"
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            if descriptor < 0, errno == EEXIST, attempts < 100 { continue }
            guard descriptor >= 0 else { return (path, -errno) }
            // Another process may take it for a leftover until it is locked.
            var status = stat()
            let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
            if isLocked && fstat(descriptor, &status) == 0 && status.st_nlink > 0 || attempts == 100 {
                return (path, descriptor)
            }
            unlink(path)
            close(descriptor)
        }
    }

    /// Removes the files of the report `name` that no process writes to any more.
    static func removeLeftovers(of name: String, in folder: String) {
        let prefix = prefix(name)
        for name in names(in: folder) where name.hasPrefix(prefix) {
            let path = "\(folder)/\(name)"
            let file = FileDescriptor(open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
            var (opened, named) = (stat(), stat())
            guard file.isRegular, flock(file.number, LOCK_EX | LOCK_NB) == 0,
                // Its process may have given it its final name meanwhile.
                fstat(file.number, &opened) == 0, lstat(path, &named) == 0, opened.st_ino == named.st_ino,
                opened.st_dev == named.st_dev
            else { continue }
            unlink(path)
        }
    }

    /// Plain and short, whatever the report is called.
    private static func prefix(_ name: String) -> String { ".aasa-audit-\(StableHash(name).hex)-" }

    /// The names of everything in a folder, `.` and `..` among them.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder), let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            // By its address: an entry is shorter than its type, and a copy would read past its end.
            let name = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
            names.append(String(cString: name))
        }
        return names
    }
}
