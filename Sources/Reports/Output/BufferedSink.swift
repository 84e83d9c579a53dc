package import Records

/// Hands bytes on in pieces of useful size, so that many short lines are not as many calls to the system.
package final class BufferedSink: OutputSink {
    private static let pieceSize = 1 << 16

    private let sink: any OutputSink
    private var waiting: [UInt8] = []

    /// Creates a buffer before `sink`.
    package init(_ sink: any OutputSink) { self.sink = sink }

    /// Takes bytes, and writes them when enough have come together.
    package func write(_ bytes: [UInt8]) throws(OutputError) {
        waiting += bytes
        if waiting.count >= Self.pieceSize { try flush() }
    }

    /// Writes what is waiting, and ends the report.
    package func finish() throws(OutputError) {
        try flush()
        try sink.finish()
    }

    /// Gives the report up.
    package func discard() { sink.discard() }

    /// Finds out whether anybody can still read the report.
    package func checkReader() throws(OutputError) { try sink.checkReader() }

    private func flush() throws(OutputError) {
        let bytes = waiting
        waiting = []
        if !bytes.isEmpty { try sink.write(bytes) }
    }
}
