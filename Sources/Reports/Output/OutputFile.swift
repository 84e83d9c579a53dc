package import Audit
import Platform
package import Records

/// Writes a report to a file that appears only when it is complete.
///
/// The bytes go to a new file in the same folder, which takes the place of the old one at the end: a reader sees the
/// old report or the new one, never a part. Devices and pipes (`/dev/full`, `/dev/stderr`) are written to directly.
package final class OutputFile: OutputSink {
    private let path: String
    private let stop: StopSignal?
    private let descriptor: FileDescriptor
    private var isEnded = false
    private var folderLock: FileDescriptor?
    /// The final path of the report; `nil` for a device or a pipe.
    private let finalPath: String?
    /// The path of the bytes until the report is complete; `nil` for a device or a pipe.
    package let temporaryPath: String?
    /// The folder of the file; `nil` for a device or a pipe.
    package let folder: String?

    /// Opens the place for the report at `path`, before the run: the folder must be there and writable.
    ///
    /// - Throws: `OutputError.place` where it is not.
    package convenience init(path: String) throws(OutputError) { try self.init(path: path, until: nil) }

    /// Opens the place for the report at `path`.
    ///
    /// - Parameters:
    ///   - path: Where the report goes.
    ///   - stop: Raised when the run is to end: then nobody is waited for who does not read.
    ///   - onWait: Called when a named pipe has no reader yet, who is then waited for.
    /// - Throws: `OutputError.place` where nothing can be written, `OutputError.stopped` where nobody came to read.
    package init(path: String, until stop: StopSignal?, onWait: () -> Void = {}) throws(OutputError) {
        self.path = path
        self.stop = stop
        switch try OutputPath(path: path).kind {
        case .device(let isNamedPipe):
            (finalPath, temporaryPath, folder) = (nil, nil, nil)
            descriptor = FileDescriptor(
                try Self.openDevice(path, isNamedPipe: isNamedPipe, until: stop, onWait: onWait))
        case .file(let folder, let name, let mode):
            TemporaryFile.removeLeftovers(of: name, in: folder)
            let made = TemporaryFile.make(for: name, in: folder, mode: mode ?? 0o666)
            descriptor = FileDescriptor(made.descriptor)
            (finalPath, temporaryPath, self.folder) = ("\(folder)/\(name)", made.path, folder)
            guard made.descriptor >= 0 else {
                isEnded = true
                throw .place(path: path, reason: "in \(folder): \(String(cString: strerror(-made.descriptor)))")
            }
            // Whatever new files are allowed to be.
            if let mode { fchmod(made.descriptor, mode) }
        }
    }

    deinit { discard() }

    /// Waits until nobody else changes a file of the folder in this way, and keeps others waiting as long as this value lives.
    ///
    /// It is for whoever reads the file that is to be replaced: of two that read it at once, the first to end would write in
    /// vain.
    ///
    /// - Parameter onWait: Called when there is somebody to wait for.
    package func lockFolder(onWait: () -> Void) {
        guard let folder else { return }
        let number = open(folder, O_RDONLY | O_CLOEXEC)
        folderLock = FileDescriptor(number)
        // Not every file system has locks.
        guard flock(number, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK else { return }
        onWait()
        while flock(number, LOCK_EX) != 0, errno == EINTR {}
    }

    /// Writes all of `bytes`.
    package func write(_ bytes: [UInt8]) throws(OutputError) {
        try check(descriptor.write(bytes, until: stop))
    }

    /// Brings the report to the disk and puts it in its place.
    package func finish() throws(OutputError) {
        guard !isEnded else { return }
        try check(descriptor.synchronise())
        if let temporaryPath, let finalPath, rename(temporaryPath, finalPath) != 0 { try check(errno) }
        isEnded = true
        guard let folder else { return }
        // The new name of a file is an entry of its folder, which reaches the disk by itself.
        let directory = FileDescriptor(open(folder, O_RDONLY | O_CLOEXEC))
        if directory.number >= 0 { _ = directory.synchronise() }
    }

    /// Removes what was written; an earlier report stays as it was.
    package func discard() {
        guard !isEnded else { return }
        isEnded = true
        if let temporaryPath { unlink(temporaryPath) }
    }

    /// Finds out whether anybody can still read what goes to a pipe.
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
            guard isNamedPipe, errno == ENXIO else { throw .place(path: path, reason: FileDescriptor.lastError) }
            if stop?.isRaised == true { throw .stopped(path: path) }
            if !hasWaited { onWait() }
            hasWaited = true
            // Nothing tells when a reader comes.
            let pause = Duration.milliseconds(50)
            _ = stop?.wait(for: -1, POLLIN, atMost: pause) ?? StopSignal.wait(for: -1, POLLIN, atMost: pause)
        }
    }
}
