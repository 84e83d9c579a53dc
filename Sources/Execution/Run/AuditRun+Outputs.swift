import Audit
import Basics
import Findings
import Platform
import Records
import Reports
import Settings

extension AuditRun {
    func openOutputs(_ cleanup: AbortCleanup, until stop: StopSignal) throws -> ReportOutputs {
        try settings.output.checkDestinations(of: facts.part)
        let opened = try OpenOutputs(settings.output, cleanup: cleanup, until: stop) { [console] path in
            console.record(.info, "waiting for a reader", ["output": .string(path)])
            console.printNote("Waiting for a reader of \(VisibleText.escape(path)).")
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
                tally.outcome.hasToolFailed = true
            }
        }
        for output in opened.outputs {
            do throws(OutputError) {
                let renderer = settings.output.renderer(of: output, targets: knownTargets?.count, isDuringRun: true)
                try outputs.add(renderer, to: output.sink)
            } catch {
                throw UsageError("\(error)")
            }
        }
        console.record(
            .info, "run started", RunLog.startDetails(facts, targets: extent.maxCount, isExact: knownTargets != nil))
        return outputs
    }

    func begin(_ outputs: ReportOutputs) {
        if let newHistoryRemark { console.notice(newHistoryRemark) }
        outputs.begin()
    }

    /// Whether no output is left, and neither messages nor a database were requested.
    ///
    /// A database that is merely the default is no reason to continue: a user of `… | head` wants the run to stop.
    func hasNoReaderLeft(_ outputs: ReportOutputs) -> Bool {
        guard outputs.isEmpty, settings.receivers.isEmpty else { return false }
        if settings.history.path == nil { return true }
        return closedOutput != nil && !settings.history.isRequested
    }

    func reportClosedReader() {
        guard let name = closedOutput else { return }
        closedOutput = nil
        console.notice("The reader of \(VisibleText.escape(name)) closed it; the run continues for the other outputs.")
    }

    /// Marks a run as interrupted because no reader is left; if it has a database, it can be resumed.
    func markRunWithoutReaders() {
        guard closedOutput != nil else { return }
        tally.outcome.isInterrupted = true
        guard settings.history.path != nil else { return }
        let count = Phrase.count(tally.summary.targets, "domain")
        console.notice("The report has no reader left: the run ends after \(count); --resume continues it.")
    }
}
