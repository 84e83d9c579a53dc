package import Audit
import Platform
package import Records

/// Writes a report to the standard output, without a buffer: a line is there when it was written.
package final class StandardOutput: OutputSink {
    private static let name = "the standard output"

    private let descriptor: FileDescriptor
    private let stop: StopSignal?

    /// Creates a sink for the standard output of the process, with the reader's pace.
    package convenience init() { self.init(descriptor: STDOUT_FILENO) }

    /// Creates a sink for the standard output that gives a reader up who does not read once `stop` was raised.
    package convenience init(until stop: StopSignal?) { self.init(descriptor: STDOUT_FILENO, until: stop) }

    /// Creates a sink for an open descriptor, which stays open.
    init(descriptor: CInt, until stop: StopSignal? = nil) {
        self.descriptor = FileDescriptor(descriptor, closes: false)
        self.stop = stop
    }

    /// Writes all of `bytes`.
    package func write(_ bytes: [UInt8]) throws(OutputError) {
        let error = descriptor.write(bytes, until: stop)
        guard error == 0 else { throw OutputError(writing: Self.name, error: error) }
    }

    /// Does nothing: what was written is there.
    package func finish() throws(OutputError) {}

    /// Does nothing: what was written cannot be taken back.
    package func discard() {}

    /// Finds out whether anybody can still read.
    package func checkReader() throws(OutputError) {
        guard descriptor.hasReader else { throw .closedPipe(path: Self.name) }
    }
}
