import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Says that the process of a run is alive: the system gives the lock back whatever ends the process.
final class RunLock: Sendable {
    private let path: String
    private let descriptor: Mutex<CInt>

    /// Takes the lock of run `number` beside the database; `nil` when another process has it.
    init?(database: String, run number: Int64) {
        path = "\(database)-run\(number)"
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        descriptor = Mutex(file)
        // Where no file can be made there is nothing to tell processes apart by; the database itself is safe all the same.
        guard file >= 0, flock(file, LOCK_EX | LOCK_NB) != 0 else { return }
        descriptor.withLock { $0 = -1 }
        close(file)
        return nil
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
