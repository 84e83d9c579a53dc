package import Records

/// Turns a whole run into the bytes of one format: one that begins with totals, sorts, or goes over the domains twice.
package protocol DocumentRenderer {
    /// Writes the document; ending the sink is left to the caller.
    func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError)
}
