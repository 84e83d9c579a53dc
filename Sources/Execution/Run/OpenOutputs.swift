package import Platform
package import Records
package import Reports
import Settings

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
