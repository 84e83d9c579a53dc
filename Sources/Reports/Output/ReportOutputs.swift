package import Audit
package import Records

package import struct Foundation.Date

/// The outputs of a run.
///
/// If an output fails, it is discarded, and the others continue.
package final class ReportOutputs {
    private final class Output {
        let sink: any OutputSink
        /// The renderer that writes as domains end; for lines, this renderer and ``document`` are `nil`.
        var text: TextRenderer?
        /// The renderer that writes when the run has ended.
        private(set) var document: (any DocumentRenderer)?
        /// The reports that are written as text once all preceding domains have ended.
        var waiting = InputOrder<DomainReport>()

        init(_ renderer: FormatRenderer, sink: any OutputSink) {
            self.sink = sink
            switch renderer {
            case .text(let renderer): text = renderer
            case .lines: break
            case .document(let renderer): document = renderer
            }
        }

        func write(_ reports: [DomainReport]) throws(OutputError) {
            for report in reports { if let bytes = text?.render(report) { try sink.write(bytes) } }
        }
    }

    private var outputs: [Output] = []
    private var spool: Spool?
    private var summary = RunSummary()
    private let run: RunFacts
    private let bodies: FileTextPolicy
    private let spoolFolders: [String]
    private let onFailure: (OutputError) -> Void

    /// Creates outputs without destinations.
    ///
    /// Domains that are written at the end of the run are stored in the first of `spoolFolders` that is writable;
    /// `onFailure` is called for each output that is discarded.
    package init(
        run: RunFacts, bodies: FileTextPolicy = .findings, spoolFolders: [String] = ["/tmp"],
        onFailure: @escaping (OutputError) -> Void
    ) {
        self.run = run.toTheMillisecond
        self.bodies = bodies
        self.spoolFolders = spoolFolders
        self.onFailure = onFailure
    }

    package var isEmpty: Bool { outputs.isEmpty }

    /// Adds an output.
    ///
    /// - Throws: `OutputError.unusable` if no folder can store the spool.
    package func add(_ renderer: FormatRenderer, to sink: any OutputSink) throws(OutputError) {
        let output = Output(renderer, sink: sink)
        if output.document != nil, spool == nil { spool = try Spool.open(inOneOf: spoolFolders) }
        outputs.append(output)
    }

    package func begin() {
        forEach { output throws(OutputError) in
            if let bytes = output.text?.begin() { try output.sink.write(bytes) }
        }
    }

    /// Writes the report of the domain at `index` of the input, or stores it until the preceding reports have arrived;
    /// `line` is the line of the domain if it was already rendered.
    package func deliver(_ report: DomainReport, line: DomainLine? = nil, at index: Int) {
        var line = line
        var hasDocument = false
        forEach { output throws(OutputError) in
            if output.document != nil {
                try output.sink.checkReader()
                hasDocument = true
            } else if let isInInputOrder = output.text?.isInInputOrder {
                if isInInputOrder { try output.sink.checkReader() }
                try output.write(isInInputOrder ? output.waiting.add(report, at: index) : [report])
            } else {
                let written = line ?? DomainLine(report, bodies: bodies)
                line = written
                try output.sink.write(written.bytes(in: run))
            }
        }
        if hasDocument { store(line ?? DomainLine(report, bodies: bodies), of: report, at: index) }
    }

    private func store(_ line: DomainLine, of report: DomainReport, at index: Int) {
        summary.add(report)
        do throws(OutputError) {
            try spool?.add(line, at: index)
        } catch {
            // The documents cannot be written without the spool.
            forEach { output throws(OutputError) in if output.document != nil { throw error } }
        }
    }

    /// Writes the remaining reports, the documents and the ends of the outputs, and moves files to their final paths.
    ///
    /// `aliases` contains the other inputs for the same targets, and `history` the results of the previous runs.
    package func finish(
        at date: Date, _ ending: RunEnding, aliases: Aliases = Aliases(), history: (any RunHistory)? = nil
    ) {
        forEach { output throws(OutputError) in
            guard output.document == nil else { return }
            try output.write(output.waiting.flush())
            if let bytes = output.text?.end(ending, changes: history?.changes) { try output.sink.write(bytes) }
            try output.sink.finish()
        }
        guard let spool else { return }
        let stored = SpooledRun(
            facts: run, summary: summary, finishedAt: date.toTheMillisecond, ending: ending, spool: spool,
            bodies: bodies, aliases: aliases, history: history)
        forEach { output throws(OutputError) in
            guard let document = output.document else { return }
            let buffer = BufferedSink(output.sink)
            try document.render(stored, to: buffer)
            try buffer.finish()
        }
    }

    /// Discards all outputs, so that no file appears.
    package func discard() {
        for output in outputs { output.sink.discard() }
        outputs = []
    }

    /// Calls `body` with each output, and discards outputs that fail.
    private func forEach(_ body: (Output) throws(OutputError) -> Void) {
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

/// A buffer that restores the order of numbered elements, and holds only elements that arrived early.
private struct InputOrder<Element> {
    private var waiting: [Int: Element] = [:]
    private var next = 0

    mutating func add(_ element: Element, at index: Int) -> [Element] {
        waiting[index] = element
        var ready: [Element] = []
        while let element = waiting.removeValue(forKey: next) {
            ready.append(element)
            next += 1
        }
        return ready
    }

    mutating func flush() -> [Element] {
        defer { waiting = [:] }
        return waiting.sorted { $0.key < $1.key }.map(\.value)
    }
}
