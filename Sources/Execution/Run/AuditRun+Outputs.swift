import Audit
import Basics
import Findings
import Reports
import Runs
import Settings

/// The outputs of a run, and its behaviour when they have no reader.
extension AuditRun {
    /// Opens all outputs, before anything is asked.
    func openOutputs(_ facts: RunFacts, _ unfinished: AbortCleanup, until stop: StopSignal) throws -> ReportOutputs {
        try settings.output.checkPlaces(of: facts.part)
        let opened = try OpenOutputs(settings.output, unfinished: unfinished, until: stop) { [console] path in
            console.record(.info, "waiting for a reader", ["output": .string(path)])
            console.note("Waiting for a reader of \(VisibleText.escape(path)).")
        }
        let outputs = ReportOutputs(
            run: facts, bodies: settings.output.values.bodies,
            spoolFolders: opened.spoolFolders(database: settings.history.path)
        ) { [self] error in
            // A reader that has seen enough is no failure.
            if case .closedPipe(let path) = error { return unreadReport = path }
            console.error("\(error)")
            outcome.hasToolFailed = true
        }
        for (request, sink) in opened.sinks {
            do throws(OutputError) {
                let renderer = settings.output.renderer(request, to: sink, targets: known?.count, isLive: true)
                try outputs.add(renderer, to: sink)
            } catch {
                throw UsageError("\(error)")
            }
        }
        console.record(.info, "run started", RunLog.started(facts, targets: extent.limit, isExact: known != nil))
        return outputs
    }

    /// Whether going on would be for nothing: nobody reads any more, and nothing else was asked for.
    ///
    /// A database that comes with a list was not asked for: whoever wants the first lines of a report wants no long run.
    func isForNothing(_ outputs: ReportOutputs) -> Bool {
        guard outputs.isEmpty, settings.receivers.isEmpty else { return false }
        if settings.history.path == nil { return true }
        return unreadReport != nil && !settings.history.isAskedFor
    }

    /// Says once that a reader went away and the run goes on without.
    func noteUnread() {
        guard let name = unreadReport else { return }
        unreadReport = nil
        console.notice(
            "The reader of \(VisibleText.escape(name)) is gone; the run continues for the other outputs.")
    }

    /// Ends a run that was for nothing before its end; the part that a database has can be gone on with.
    func endUnread() {
        guard unreadReport != nil else { return }
        outcome.isInterrupted = true
        guard settings.history.path != nil else { return }
        console.notice(
            "The report has no reader left: the run ends after \(digest.total) domains; --resume continues it.")
    }
}
