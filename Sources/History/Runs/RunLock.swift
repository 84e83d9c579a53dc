import Basics
import Platform
import Synchronization

import struct Foundation.Date

/// The lock of a database, held by the process that writes to it; the system releases it when the process ends.
final class RunLock: Sendable {
    private let path: String
    private let descriptor: Mutex<CInt>

    private init(path: String, file: CInt) {
        self.path = path
        descriptor = Mutex(file)
    }

    /// Acquires the lock of a database, and writes the time and the number of this process into the lock file.
    ///
    /// The path of the database must not contain symbolic links, so that all processes use the same lock file.
    static func take(database: String, at date: Date) throws(HistoryError) -> RunLock {
        let path = "\(database)-lock"
        while true {
            let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw .denied(path: path, reason: systemError()) }
            guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
                let error = errno
                defer { close(file) }
                if error == EWOULDBLOCK { throw .busy(path: database, holder: holder(file)) }
                throw .denied(path: path, reason: systemError(error))
            }
            // If the previous holder has removed the file meanwhile, other processes would lock another file.
            guard isSame(file, as: path) else {
                close(file)
                continue
            }
            // The text continues the sentence “Another run is under way on PATH”.
            let text = Array(", since \(date.secondText), by process \(getpid())".utf8)
            // Errors are ignored, because the text is only shown to users.
            _ = ftruncate(file, 0)
            _ = pwrite(file, text, text.count, 0)
            return RunLock(path: path, file: file)
        }
    }

    private static func holder(_ file: CInt) -> String {
        var bytes = [UInt8](repeating: 0, count: 200)
        let count = pread(file, &bytes, bytes.count, 0)
        return VisibleText.escape(String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self))
    }

    private static func isSame(_ file: CInt, as path: String) -> Bool {
        var opened = stat()
        var named = stat()
        return fstat(file, &opened) == 0 && stat(path, &named) == 0 && opened.st_dev == named.st_dev
            && opened.st_ino == named.st_ino
    }

    deinit { release() }

    func release() {
        descriptor.withLock { file in
            guard file >= 0 else { return }
            unlink(path)
            close(file)
            file = -1
        }
    }
}
