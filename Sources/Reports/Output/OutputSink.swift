package import Records

/// The destination of the bytes of one report, in order; all reports leave the program through sinks.
package protocol OutputSink: AnyObject {
    /// Writes all of `bytes`.
    func write(_ bytes: [UInt8]) throws(OutputError)

    /// Ends the report, which is complete at its destination when this method returns.
    func finish() throws(OutputError)

    /// Discards the report and removes all traces of it.
    func discard()

    /// Throws an error if the report can no longer be read; for times in which nothing is written.
    func checkReader() throws(OutputError)
}

extension OutputSink {
    /// Does nothing, because a file needs no reader.
    package func checkReader() throws(OutputError) {}

    /// Writes all of `text` as UTF-8.
    package func write(_ text: String) throws(OutputError) { try write(Array(text.utf8)) }
}
