import Foundation
import Records
import Reports

/// Reads anything as the reports that `report --from` takes, and writes what was read.
enum ReportFuzzer {
    private static let folder = FileManager.default.temporaryDirectory.path

    static func check(_ bytes: [UInt8]) {
        let path = "\(folder)/fuzz-report-\(ProcessInfo.processInfo.processIdentifier)"
        let first = written(bytes, path)
        // What was written is read without a problem, and is the same again.
        precondition(written(first, path, mayHaveProblems: false) == first, "what was written means something else")
    }

    /// The JSON document of what can be read of `bytes`; all other formats are written, too.
    private static func written(_ bytes: [UInt8], _ path: String, mayHaveProblems: Bool = true) -> [UInt8] {
        defer { unlink(path) }
        do {
            try Data(bytes).write(to: URL(filePath: path))
            let collection = try ReportCollection(spoolFolders: [folder], toolVersion: "1", rulesVersion: "1") {
                problem in
                precondition(mayHaveProblems, "\(problem)")
            }
            try collection.add(path: path)
            let run = try collection.run()
            // The formats that look at most of a domain; what is read again says the same in them.
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
