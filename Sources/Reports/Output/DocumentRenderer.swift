package import Records

/// A renderer of complete runs, for formats that begin with totals, sort domains, or read them twice.
package protocol DocumentRenderer {
    /// Writes the document; ending the sink is left to the caller.
    func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError)
}
