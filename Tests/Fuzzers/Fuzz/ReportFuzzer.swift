import Foundation
import Records
import Reports

/// Reads any bytes as reports for `report --from`, and writes the result.
enum ReportFuzzer {
    private static let folder = FileManager.default.temporaryDirectory.path

    static func check(_ bytes: [UInt8]) {
        let path = "\(folder)/fuzz-report-\(ProcessInfo.processInfo.processIdentifier)"
        let first = written(bytes, path)
        // The written document can be read without problems, and written again identically.
        precondition(written(first, path, mayHaveProblems: false) == first, "what was written means something else")
    }

    /// Returns the JSON document of the readable part of `bytes`; writes all other formats, too.
    private static func written(_ bytes: [UInt8], _ path: String, mayHaveProblems: Bool = true) -> [UInt8] {
        defer { unlink(path) }
        do {
            try Data(bytes).write(to: URL(filePath: path))
            let collection = try ReportCollection(spoolFolders: [folder], toolVersion: "1", rulesVersion: "1") {
                problem in
                precondition(mayHaveProblems, "\(problem)")
            }
            try collection.add(path: path)
            let run = try collection.combinedRun()
            // These formats use most properties of a domain; they must be identical after reading again.
            if mayHaveProblems {
                let renderers: [any DocumentRenderer] = [CSVReport(), JUnitReport(), HTMLRenderer()]
                for renderer in renderers { try renderer.render(run, to: Sink()) }
            }
            let sink = Sink()
            try JSONReport().render(run, to: sink)
            return sink.bytes
        } catch {
            preconditionFailure("\(error)")
        }
    }

    private final class Sink: OutputSink {
        private(set) var bytes: [UInt8] = []
        func write(_ bytes: [UInt8]) throws(OutputError) { self.bytes += bytes }
        func finish() throws(OutputError) {}
        func discard() {}
    }
}
