package import Records

/// A renderer of a run in one format, either domain by domain or after the run has ended.
package enum FormatRenderer {
    case text(TextRenderer)
    /// One line for each domain (NDJSON).
    case lines(FileTextPolicy)
    /// A document that is written after the run has ended.
    case document(any DocumentRenderer)

    /// Writes a run that has ended; ending the sink is left to the caller.
    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        switch self {
        case .document(let renderer): try renderer.render(run, to: sink)
        case .lines(let bodies):
            let facts = run.facts
            try run.forEachLine(bodies: bodies) { line, _ throws(OutputError) in try sink.write(line.bytes(in: facts)) }
        case .text(var renderer):
            try sink.write(renderer.begin())
            try run.forEachDomain { report throws(OutputError) in try sink.write(renderer.render(report)) }
            try sink.write(renderer.end(run.ending, changes: run.changes))
        }
    }
}

/// A renderer of complete runs, for formats that begin with totals, sort domains, or read them twice.
package protocol DocumentRenderer {
    /// Writes the document; ending the sink is left to the caller.
    func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError)
}
