#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Writes a report to the standard output, without a buffer: a line is there when it was written.
public final class StandardOutput: OutputSink {
    private let descriptor: FileDescriptor

    /// Creates a sink for the standard output of the process.
    public convenience init() { self.init(descriptor: STDOUT_FILENO) }

    /// Creates a sink for an open descriptor, which stays open.
    init(descriptor: CInt) { self.descriptor = FileDescriptor(descriptor, closes: false) }

    /// Writes all of `bytes`.
    public func write(_ bytes: [UInt8]) throws(OutputError) {
        let error = descriptor.write(bytes)
        guard error != 0 else { return }
        if error == EPIPE { throw .closedPipe }
        throw .writing(path: "the standard output", reason: String(cString: strerror(error)))
    }

    /// Does nothing: what was written is there.
    public func finish() throws(OutputError) {}

    /// Does nothing: what was written cannot be taken back.
    public func discard() {}
}
