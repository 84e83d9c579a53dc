import Platform
import Synchronization

/// Says that the process of a run is alive: the system gives the lock back whatever ends the process.
final class RunLock: Sendable {
    private let path: String
    private let descriptor: Mutex<CInt>

    private init(path: String, file: CInt) {
        self.path = path
        descriptor = Mutex(file)
    }

    /// Takes the lock of run `number` beside the database.
    ///
    /// - Parameters:
    ///   - database: The path of the database without symbolic links, so that every process means the same file.
    ///   - number: Which run.
    /// - Returns: The lock; `nil` when somebody else has it.
    /// - Throws: ``HistoryError/denied(path:reason:)`` when no lock can be had here at all.
    static func take(database: String, run number: Int64) throws(HistoryError) -> RunLock? {
        let path = "\(database)-run\(number)"
        while true {
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw .denied(path: path, reason: String(cString: strerror(errno))) }
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                let error = errno
                close(file)
                if error == EWOULDBLOCK { return nil }
                throw .denied(path: path, reason: String(cString: strerror(error)))
            }
            // Whoever had it may have removed the file after it was opened here; what is locked then is nothing that the
            // next one would find.
            if isSame(file, as: path) { return RunLock(path: path, file: file) }
            close(file)
        }
    }

    private static func isSame(_ file: CInt, as path: String) -> Bool {
        var (opened, named) = (stat(), stat())
        return fstat(file, &opened) == 0 && stat(path, &named) == 0 && opened.st_dev == named.st_dev
            && opened.st_ino == named.st_ino
    }

    deinit { release() }

    /// Gives the lock back for good.
    func release() {
        descriptor.withLock { file in
            guard file >= 0 else { return }
            unlink(path)
            close(file)
            file = -1
        }
    }
}
