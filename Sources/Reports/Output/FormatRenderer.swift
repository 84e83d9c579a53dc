public import Runs

/// What turns a run into one format: in one go as domains end, or once it has ended.
public enum FormatRenderer {
    /// Written as domains end, or placed in input order from what was kept of each.
    case stream(any ReportRenderer)
    /// Written once the run has ended.
    case document(any DocumentRenderer)

    /// Writes a run that has ended; ending the sink is left to the caller.
    public func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        switch self {
        case .document(let renderer): try renderer.render(run, to: sink)
        case .stream(var renderer):
            try sink.write(renderer.begin())
            try run.forEachDomain { report throws(OutputError) in try sink.write(renderer.render(report)) }
            try sink.write(renderer.end(at: run.finishedAt, run.ending, changes: run.changes))
        }
    }
}
