package import Records

/// Takes the bytes of one report, in order; the only way in which reports leave the program.
package protocol OutputSink: AnyObject {
    /// Writes all of `bytes`.
    func write(_ bytes: [UInt8]) throws(OutputError)

    /// Ends the report: everything is where it belongs when this returns.
    func finish() throws(OutputError)

    /// Gives the report up and leaves nothing behind.
    func discard()

    /// Finds out whether anybody can still read the report, where nothing is written for a long time.
    func checkReader() throws(OutputError)
}

extension OutputSink {
    /// Does nothing: a file needs no reader.
    package func checkReader() throws(OutputError) {}

    /// Writes all of `text` as UTF-8.
    package func write(_ text: String) throws(OutputError) { try write(Array(text.utf8)) }
}
