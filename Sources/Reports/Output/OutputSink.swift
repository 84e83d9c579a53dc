package import Records

/// The destination of the bytes of one report, in order; all reports leave the program through sinks.
package protocol OutputSink: AnyObject {
    func write(_ bytes: [UInt8]) throws(OutputError)

    /// Ends the report, which is complete at its destination when this method returns.
    func finish() throws(OutputError)

    func discard()

    /// Throws an error if the reader has closed the report, which only a write would show otherwise.
    func checkReader() throws(OutputError)
}

extension OutputSink {
    package func checkReader() throws(OutputError) {}
    package func write(_ text: String) throws(OutputError) { try write(Array(text.utf8)) }
}

/// A sink that collects bytes into larger writes, so that many short lines do not require as many system calls.
package final class BufferedSink: OutputSink {
    private static let minPieceBytes = 1 << 16

    private let sink: any OutputSink
    private var buffer: [UInt8] = []

    package init(_ sink: any OutputSink) { self.sink = sink }

    package func write(_ bytes: [UInt8]) throws(OutputError) {
        buffer += bytes
        if buffer.count >= Self.minPieceBytes { try flush() }
    }

    package func finish() throws(OutputError) {
        try flush()
        try sink.finish()
    }

    package func discard() { sink.discard() }
    package func checkReader() throws(OutputError) { try sink.checkReader() }

    private func flush() throws(OutputError) {
        let bytes = buffer
        buffer = []
        if !bytes.isEmpty { try sink.write(bytes) }
    }
}
