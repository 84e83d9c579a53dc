import Audit
import Basics
import Findings
import Records
import Reports
import Settings

extension AuditRun {
    func openOutputs(_ cleanup: AbortCleanup, until stop: StopSignal) throws -> ReportOutputs {
        try settings.output.checkDestinations(of: facts.part)
        let opened = try OpenOutputs(settings.output, cleanup: cleanup, until: stop) { [console] path in
            console.record(.info, "waiting for a reader", ["output": .string(path)])
            console.note("Waiting for a reader of \(VisibleText.escape(path)).")
        }
        let outputs = ReportOutputs(
            run: facts, bodies: settings.output.values.bodies,
            spoolFolders: opened.spoolFolders(database: settings.history.path)
        ) { [self] error in
            // A reader that closes its pipe is not an error.
            if case .closedPipe(let path) = error {
                closedOutput = path
            } else {
                console.error("\(error)")
                outcome.hasToolFailed = true
            }
        }
        for (request, sink) in opened.sinks {
            do throws(OutputError) {
                let renderer = settings.output.renderer(
                    request, site: sink as? SiteFolder, targets: knownTargets?.count, isLive: true)
                try outputs.add(renderer, to: sink)
            } catch {
                throw UsageError("\(error)")
            }
        }
        console.record(.info, "run started", RunLog.started(facts, targets: extent.limit, isExact: knownTargets != nil))
        return outputs
    }

    /// Whether all readers have closed their outputs, and nothing else was requested.
    ///
    /// A default database was not requested: a user who reads only the first lines of a report wants no long run.
    func hasNoPurpose(_ outputs: ReportOutputs) -> Bool {
        guard outputs.isEmpty, settings.receivers.isEmpty else { return false }
        if settings.history.path == nil { return true }
        return closedOutput != nil && !settings.history.isAskedFor
    }

    func reportClosedReader() {
        guard let name = closedOutput else { return }
        closedOutput = nil
        console.notice("The reader of \(VisibleText.escape(name)) closed it; the run continues for the other outputs.")
    }

    /// Ends a run without a purpose early; its results in a database can be resumed.
    func endRunWithoutReaders() {
        guard closedOutput != nil else { return }
        outcome.isInterrupted = true
        guard settings.history.path != nil else { return }
        console.notice(
            "The report has no reader left: the run ends after \(digest.total) domains; --resume continues it.")
    }
}
