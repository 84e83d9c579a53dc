import Audit
import Reports
import Runs
import Settings

import struct Foundation.URL

/// The outputs of a run, opened before anything is asked or read.
struct OpenOutputs {
    /// The requested outputs, each with its destination.
    let sinks: [(request: OutputRequest, sink: any OutputSink)]
    private let settings: OutputSettings

    /// Opens all outputs; one that cannot be written is wrong usage.
    ///
    /// - Parameters:
    ///   - settings: What was asked for.
    ///   - unfinished: Gets the files that are not complete yet.
    ///   - stop: Raised when the run is to end: then readers that do not read are given up.
    ///   - onWait: Is told of each named pipe that has no reader yet.
    /// - Throws: `UsageError`, or `RunFailure` when the run was to end while a reader was waited for.
    init(
        _ settings: OutputSettings, unfinished: AbortCleanup, until stop: StopSignal? = nil,
        onWait: (String) -> Void = { _ in }
    ) throws {
        self.settings = settings
        var sinks: [(request: OutputRequest, sink: any OutputSink)] = []
        for request in settings.requests {
            do throws(OutputError) {
                switch request.destination {
                case .standardOutput: sinks.append((request, StandardOutput(until: stop)))
                case .file(let path) where request.format == .site:
                    let folder = try SiteFolder(path: path)
                    unfinished.add(folder.temporaryPath)
                    sinks.append((request, folder))
                case .file(let path):
                    let file = try OutputFile(path: path, until: stop) { onWait(path) }
                    if let path = file.temporaryPath { unfinished.add(path) }
                    sinks.append((request, file))
                }
            } catch {
                for (_, sink) in sinks { sink.discard() }
                if case .stopped = error { throw RunFailure(.interrupted) }
                throw UsageError("\(error)")
            }
        }
        self.sinks = sinks
    }

    /// Returns the folders for domains that are written at the end of the run, best first.
    ///
    /// The folder of the first file is preferred, because it has room for a report, followed by the folder of the `database`.
    /// The temporary folder of a machine may be in memory and therefore comes last.
    func spoolFolders(database: String? = nil) -> [String] {
        let files = sinks.compactMap { ($0.sink as? OutputFile)?.folder ?? ($0.sink as? SiteFolder)?.path }.prefix(1)
        let databases = database.map { URL(filePath: $0).deletingLastPathComponent().path }
        let temporary = settings.variables["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 }
        return files + [databases, temporary, "/var/tmp", "/tmp"].compactMap(\.self)
    }

    /// Writes all reports of a run that has ended.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - onFailure: Is told of each report that could not be written.
    func write(_ run: any StoredRun, onFailure: (OutputError) -> Void) {
        for (request, sink) in sinks {
            do throws(OutputError) {
                let buffer = BufferedSink(sink)
                let targets = run.summary.targets
                try settings.renderer(request, to: sink, targets: targets, isLive: false).render(run, to: buffer)
                try buffer.finish()
            } catch {
                sink.discard()
                // A reader that has seen enough is no failure.
                if case .closedPipe = error { continue }
                onFailure(error)
            }
        }
    }
}
