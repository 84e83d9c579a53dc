package import Audit
package import Records

package import struct Foundation.Date

/// The outputs of a run; if an output fails, it is discarded, and the others continue.
package final class ReportOutputs {
    private typealias Output = (renderer: FormatRenderer, sink: any OutputSink)

    private var outputs: [Output] = []
    private var spool: Spool?
    private var summary = RunSummary()
    private let facts: RunFacts
    private let bodies: FileTextPolicy
    private let spoolFolders: [String]
    private let onFailure: (OutputError) -> Void

    /// Creates a run without outputs.
    ///
    /// The domains for documents are stored in the first of `spoolFolders` that is writable; `onFailure` is called with
    /// the error of each output that is discarded.
    package init(
        run: RunFacts, bodies: FileTextPolicy = .findings, spoolFolders: [String] = ["/tmp"],
        onFailure: @escaping (OutputError) -> Void
    ) {
        var facts = run
        facts.startedAt = run.startedAt.roundedToMilliseconds
        self.facts = facts
        self.bodies = bodies
        self.spoolFolders = spoolFolders
        self.onFailure = onFailure
    }

    package var isEmpty: Bool { outputs.isEmpty }

    /// - Throws: `OutputError.unusable` if no folder can store the spool.
    package func add(_ renderer: FormatRenderer, to sink: any OutputSink) throws(OutputError) {
        if case .document = renderer, spool == nil { spool = try Spool.open(inOneOf: spoolFolders) }
        outputs.append((renderer, sink))
    }

    package func begin() {
        forEachOutput { output throws(OutputError) in
            if case .text(let text) = output.renderer { try output.sink.write(text.begin()) }
        }
    }

    /// Writes the report of the domain at `index` of the input; `line` is the report as a line without the text of the
    /// file, if already rendered.
    package func deliver(_ report: DomainReport, line: DomainLine? = nil, at index: Int) {
        var line = bodies.includesText(of: report) ? nil : line
        var hasDocument = false
        forEachOutput { output throws(OutputError) in
            switch output.renderer {
            case .document:
                try output.sink.checkReader()
                hasDocument = true
            case .text(let text):
                try output.sink.checkReader()
                try output.sink.write(text.render(report, at: index))
            case .lines:
                let rendered = line ?? DomainLine(report, bodies: bodies)
                line = rendered
                try output.sink.write(rendered.bytes(in: facts))
            }
        }
        guard hasDocument else { return }
        summary.add(report)
        do throws(OutputError) {
            try spool?.add(line ?? DomainLine(report, bodies: bodies), at: index)
        } catch {
            // The documents cannot be written without the spool.
            forEachOutput { output throws(OutputError) in if case .document = output.renderer { throw error } }
        }
    }

    /// Writes the documents and the ends of the outputs, and moves files to their final paths; `aliases` contains the
    /// other inputs for the same targets.
    package func finish(
        at date: Date, _ ending: RunEnding, aliases: Aliases = Aliases(), history: (any RunHistory)? = nil
    ) {
        forEachOutput { output throws(OutputError) in
            switch output.renderer {
            case .document: return
            case .lines: break
            case .text(let text): try output.sink.write(text.end(ending, changes: history?.changes))
            }
            try output.sink.finish()
        }
        guard let spool else { return }
        let stored = SpooledRun(
            facts: facts, summary: summary, finishedAt: date.roundedToMilliseconds, ending: ending, spool: spool,
            bodies: bodies, aliases: aliases, history: history)
        forEachOutput { output throws(OutputError) in
            guard case .document(let document) = output.renderer else { return }
            let buffer = BufferedSink(output.sink)
            try document.render(stored, to: buffer)
            try buffer.finish()
        }
    }

    package func discard() {
        for output in outputs { output.sink.discard() }
        outputs = []
    }

    /// Calls `body` with each output, and discards the outputs for which it throws an error.
    private func forEachOutput(_ body: (Output) throws(OutputError) -> Void) {
        outputs.removeAll { output in
            do throws(OutputError) {
                try body(output)
                return false
            } catch {
                output.sink.discard()
                onFailure(error)
                return true
            }
        }
    }
}
