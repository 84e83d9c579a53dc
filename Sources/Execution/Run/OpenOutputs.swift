package import Audit
import Basics
import Findings
import Platform
package import Records
package import Reports
import Settings
import Synchronization

import struct Foundation.URL

/// The open destination of a report.
package struct OpenOutput {
    package let request: OutputRequest
    package let sink: any OutputSink
    /// The folder in which the report appears; `nil` for the standard output, a device or a pipe.
    var folder: String?
    /// The folder of pages; `nil` unless the report is a site.
    var site: SiteFolder?
}

/// The open files, folders and standard output to which reports are written.
package struct OpenOutputs {
    package private(set) var outputs: [OpenOutput] = []
    private let settings: OutputSettings

    /// Opens all outputs; `stop` ends any wait for readers, `onWait` is called for each named pipe without a reader.
    package init(
        _ settings: OutputSettings, cleanup: AbortCleanup, until stop: StopSignal? = nil,
        onWait: (String) -> Void = { _ in }
    ) throws {
        self.settings = settings
        for request in settings.requests {
            do throws(OutputError) {
                switch request.destination {
                case .standardOutput:
                    outputs.append(OpenOutput(request: request, sink: OutputFile.standardOutput(until: stop)))
                case .file(let path) where request.format == .site:
                    let folder = try SiteFolder(path: path)
                    cleanup.add(folder.temporaryPath)
                    outputs.append(OpenOutput(request: request, sink: folder, folder: folder.path, site: folder))
                case .file(let path):
                    let file = try OutputFile(path: path, until: stop) { onWait(path) }
                    if let path = file.temporaryPath { cleanup.add(path) }
                    outputs.append(OpenOutput(request: request, sink: file, folder: file.folder))
                }
            } catch {
                for output in outputs { output.sink.discard() }
                if case .stopped = error { throw RunFailure(code: .interrupted) }
                throw UsageError("\(error)")
            }
        }
    }

    /// Returns candidate folders, best first, for spooling domains until the reports are written.
    ///
    /// A report's own folder is expected to have room; temporary folders may be in memory.
    package func spoolFolders(database: String? = nil) -> [String] {
        let databaseFolder = database.map { URL(filePath: $0).deletingLastPathComponent().path }
        let temporary = settings.variables["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 }
        let reportFolder = outputs.lazy.compactMap(\.folder).first
        return [reportFolder, databaseFolder, temporary, "/var/tmp", "/tmp"].compactMap(\.self)
    }

    /// Writes all reports of a run that has ended; `onFailure` is called for each one that could not be written.
    package func write(_ run: any StoredRun, onFailure: (OutputError) -> Void) {
        for output in outputs {
            do throws(OutputError) {
                let renderer = settings.renderer(of: output, targets: run.summary.targets, isDuringRun: false)
                let buffer = BufferedSink(output.sink)
                try renderer.render(run, to: buffer)
                try buffer.finish()
            } catch {
                output.sink.discard()
                // A reader that closes its pipe is not an error.
                if case .closedPipe = error { continue }
                onFailure(error)
            }
        }
    }
}

/// The incomplete files to delete if the process ends before its work is done.
package final class AbortCleanup: Sendable {
    private let paths = Mutex<[String]>([])

    package init() {}

    func add(_ path: String) { paths.withLock { $0.append(path) } }

    /// Deletes the files that still exist; a completed file has its final name by then.
    package func deleteFiles() {
        for path in paths.withLock({ $0 }) { unlink(path) }
    }
}

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
