package import Audit
import Platform
package import Records

/// The standard output as a sink without a buffer: each line is available to the reader immediately.
package final class StandardOutput: OutputSink {
    private static let name = "the standard output"

    private let descriptor: FileDescriptor
    private let stop: StopSignal?

    /// Creates a sink for the standard output, which waits for inactive readers until `stop` is raised.
    package convenience init(until stop: StopSignal? = nil) { self.init(descriptor: STDOUT_FILENO, until: stop) }

    /// Creates a sink for an open descriptor, which is not closed.
    init(descriptor: CInt, until stop: StopSignal? = nil) {
        self.descriptor = FileDescriptor(descriptor, closes: false)
        self.stop = stop
    }

    /// Writes all of `bytes`.
    package func write(_ bytes: [UInt8]) throws(OutputError) {
        let error = descriptor.write(bytes, until: stop)
        guard error == 0 else { throw OutputError(writing: Self.name, error: error) }
    }

    /// Does nothing, because all bytes have been written.
    package func finish() throws(OutputError) {}

    /// Does nothing, because written bytes cannot be removed.
    package func discard() {}

    /// Throws an error if the reader has closed the standard output.
    package func checkReader() throws(OutputError) {
        guard descriptor.hasReader else { throw .closedPipe(path: Self.name) }
    }
}
