import Basics
package import Platform
package import Records
import Synchronization

import class Foundation.FileManager

/// A file for a report, which appears only when it is complete.
///
/// The bytes are written to a new file in the same folder, which finally replaces the old one. Devices, pipes and the
/// standard output are written to directly and without a buffer.
package final class OutputFile: OutputSink {
    private let path: String
    private let stop: StopSignal?
    private let descriptor: FileDescriptor
    /// Whether the report was finished or discarded, or is written to a destination that needs neither.
    private var isEnded = false
    private var folderLock: FileDescriptor?
    private var finalPath: String?
    /// The path to which bytes are written until the report is complete; `nil` for a device or a pipe.
    package private(set) var temporaryPath: String?
    package private(set) var folder: String?

    /// Opens the destination for the report before the run: the folder must exist and be writable.
    ///
    /// Writing waits for inactive readers until `stop` is raised; `onWait` is called before waiting for the reader of a
    /// named pipe.
    ///
    /// - Throws: `OutputError.unusable`, or `OutputError.stopped` if no reader opened the pipe.
    package init(path: String, until stop: StopSignal? = nil, onWait: () -> Void = {}) throws(OutputError) {
        self.path = path
        self.stop = stop
        switch try OutputPath(path: path).kind {
        case .device(let isNamedPipe):
            descriptor = FileDescriptor(
                try Self.openDevice(path, isNamedPipe: isNamedPipe, until: stop, onWait: onWait))
        case .file(let folder, let name, let mode):
            TemporaryFile.removeLeftovers(of: name, in: folder)
            let temporary = try TemporaryFile.make(for: name, in: folder, mode: mode ?? 0o666, reportPath: path)
            descriptor = FileDescriptor(temporary.descriptor)
            finalPath = "\(folder)/\(name)"
            temporaryPath = temporary.path
            self.folder = folder
            // The new file gets the mode of the existing file, regardless of the umask.
            if let mode { fchmod(temporary.descriptor, mode) }
        }
    }

    /// Creates a sink for an open descriptor, which it does not close; written bytes cannot be discarded.
    init(descriptor: CInt, until stop: StopSignal?) {
        path = "the standard output"
        self.stop = stop
        self.descriptor = FileDescriptor(descriptor, closes: false)
        isEnded = true
    }

    package static func standardOutput(until stop: StopSignal? = nil) -> OutputFile {
        OutputFile(descriptor: STDOUT_FILENO, until: stop)
    }

    deinit { discard() }

    /// Locks the folder against other processes that call this method, for the lifetime of this value.
    ///
    /// Without the lock, if two processes read the file in order to replace it, the second discards the changes of the
    /// first. `onWait` is called before waiting for the lock.
    package func lockFolder(onWait: () -> Void) {
        guard let folder else { return }
        let number = open(folder, O_RDONLY | O_CLOEXEC)
        folderLock = FileDescriptor(number)
        // Not all file systems support locks, so other errors are ignored.
        guard flock(number, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
        onWait()
        while flock(number, LOCK_EX) != 0, errno == EINTR {}
    }

    package func write(_ bytes: [UInt8]) throws(OutputError) { try check(descriptor.write(bytes, until: stop)) }

    package func finish() throws(OutputError) {
        guard !isEnded else { return }
        try check(descriptor.synchronize())
        if let temporaryPath, let finalPath { try check(rename(temporaryPath, finalPath) == 0 ? 0 : errno) }
        isEnded = true
        guard let folder else { return }
        // The new name of the file is stored in the folder, which must be written to the disk separately.
        let directory = FileDescriptor(open(folder, O_RDONLY | O_CLOEXEC))
        if directory.number >= 0 { _ = directory.synchronize() }
    }

    /// Removes the written bytes; an earlier report remains unchanged.
    package func discard() {
        guard !isEnded else { return }
        isEnded = true
        if let temporaryPath { unlink(temporaryPath) }
    }

    package func checkReader() throws(OutputError) {
        guard descriptor.hasReader else { throw .closedPipe(path: path) }
    }

    private func check(_ error: CInt) throws(OutputError) {
        guard error != 0 else { return }
        discard()
        throw OutputError(writing: path, error: error)
    }

    private static func openDevice(
        _ path: String, isNamedPipe: Bool, until stop: StopSignal?, onWait: () -> Void
    ) throws(OutputError) -> CInt {
        var hasWaited = false
        while true {
            let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
            if descriptor >= 0 { return descriptor }
            guard isNamedPipe, errno == ENXIO else { throw .unusable(path: path, reason: systemError()) }
            if stop?.isRaised == true { throw .stopped(path: path) }
            if !hasWaited { onWait() }
            hasWaited = true
            // No event announces a reader, so opening is repeated; with descriptor -1, `wait` is only a pause.
            _ = StopSignal.wait(for: -1, POLLIN, until: stop, atMost: .milliseconds(50))
        }
    }
}

package enum StandardError {
    private static let state = Mutex<(stop: StopSignal?, isGivenUp: Bool)>((nil, false))

    /// Writes all of `text`; a failure is ignored, because it cannot be reported anywhere.
    package static func write(_ text: String) {
        let (stop, isGivenUp) = state.withLock { $0 }
        guard !isGivenUp else { return }
        let error = FileDescriptor(STDERR_FILENO, closes: false).write(Array(text.utf8), until: stop)
        if error == FileDescriptor.readerTimeout { state.withLock { $0.isGivenUp = true } }
    }

    /// Stops waiting for inactive readers once `stop` is raised, so that messages do not delay the end of a run.
    package static func stopWaiting(at stop: StopSignal) { state.withLock { $0.stop = stop } }
}

/// The file to which a report is written until it is complete, in the folder of the report.
///
/// The file is locked while its process writes it. Unlocked files of the same report were left by killed processes, and
/// are removed first; their names are derived from the report's name.
enum TemporaryFile {
    private static let maxAttempts = 100

    /// Creates a file for the report `name`, opened for writing; errors name `reportPath`.
    static func make(
        for name: String, in folder: String, mode: mode_t, reportPath: String
    ) throws(OutputError) -> (path: String, descriptor: CInt) {
        var attempts = 0
        while true {
            attempts += 1
            let digits = String(UInt32.random(in: 0x1000_0000...UInt32.max), radix: 16)
            let path = "\(folder)/\(prefix(name))\(digits)"
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
            if descriptor < 0, errno == EEXIST, attempts < maxAttempts { continue }
            guard descriptor >= 0 else { throw .unusable(path: reportPath, reason: "in \(folder): \(systemError())") }
            // If another process has removed the file as a leftover before it was locked, a new file is made.
            var status = stat()
            let isLocked = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
            let exists = fstat(descriptor, &status) == 0 && status.st_nlink > 0
            if (isLocked && exists) || attempts == maxAttempts { return (path, descriptor) }
            unlink(path)
            close(descriptor)
        }
    }

    static func removeLeftovers(of name: String, in folder: String) {
        let prefix = prefix(name)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = "\(folder)/\(name)"
            let file = FileDescriptor(open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
            var openedStatus = stat()
            var pathStatus = stat()
            guard file.isRegular, flock(file.number, LOCK_EX | LOCK_NB) == 0,
                // The process that wrote the file may have renamed it in the meantime.
                fstat(file.number, &openedStatus) == 0, lstat(path, &pathStatus) == 0,
                openedStatus.st_ino == pathStatus.st_ino, openedStatus.st_dev == pathStatus.st_dev
            else { continue }
            unlink(path)
        }
    }

    /// Returns the prefix of names of temporary files, which is short and plain for any name of a report.
    private static func prefix(_ name: String) -> String { ".aasa-audit-\(StableHash(name).hex)-" }
}
