public import Audit
public import Runs

public import struct Foundation.Date

/// Everything that a run writes its reports to.
///
/// An output that fails is given up and the others go on.
public final class ReportOutputs {
    private final class Output {
        let sink: any OutputSink
        var renderer: any ReportRenderer
        var order = InputOrder<DomainReport>()
        let spool: Spool?

        init(sink: any OutputSink, renderer: any ReportRenderer, spool: Spool?) {
            self.sink = sink
            self.renderer = renderer
            self.spool = spool
        }
    }

    private var outputs: [Output] = []
    private var documents: [(renderer: any DocumentRenderer, sink: any OutputSink)] = []
    /// The domains for the documents, which all begin when the run has ended.
    private var lines: Spool?
    private var summary = RunSummary()
    private let run: RunFacts
    private let bodies: FileTextPolicy
    private let spoolFolders: [String]
    private let onFailure: (OutputError) -> Void

    /// Creates outputs.
    ///
    /// - Parameters:
    ///   - run: what is said of the run as a whole.
    ///   - bodies: when the file itself is in the documents.
    ///   - spoolFolders: where domains are kept that are written at the end of the run: in the first that takes them.
    ///   - onFailure: is told of each output that is given up.
    public init(
        run: RunFacts, bodies: FileTextPolicy = .findings, spoolFolders: [String] = ["/tmp"],
        onFailure: @escaping (OutputError) -> Void
    ) {
        self.run = run.toTheMillisecond
        self.bodies = bodies
        self.spoolFolders = spoolFolders
        self.onFailure = onFailure
    }

    /// Whether nothing can be written any more.
    public var isEmpty: Bool { outputs.isEmpty && documents.isEmpty }

    /// Adds an output.
    ///
    /// - Throws: `OutputError.place` when nothing can be kept in the folder of the spool.
    public func add(_ renderer: FormatRenderer, to sink: any OutputSink) throws(OutputError) {
        switch renderer {
        case .stream(let renderer):
            let spool: Spool? = renderer.order == .spooled ? try Spool.open(inOneOf: spoolFolders) : nil
            outputs.append(Output(sink: sink, renderer: renderer, spool: spool))
        case .document(let renderer):
            if lines == nil { lines = try Spool.open(inOneOf: spoolFolders) }
            documents.append((renderer, sink))
        }
    }

    /// Writes what is known before the first domain.
    public func begin() {
        forEach { output throws(OutputError) in try output.sink.write(output.renderer.begin()) }
    }

    /// Writes the report of the domain at `index` of the input: at once, or when its turn has come.
    public func deliver(_ report: DomainReport, at index: Int) {
        keep(report, at: index)
        forEach { output throws(OutputError) in
            switch output.renderer.order {
            case .asTheyEnd: try output.sink.write(output.renderer.render(report))
            case .inputOrder:
                try output.sink.checkReader()
                for report in output.order.add(report, at: index) {
                    try output.sink.write(output.renderer.render(report))
                }
            case .spooled:
                try output.sink.checkReader()
                try output.spool?.add(output.renderer.part(report), at: index)
            }
        }
    }

    /// Writes what still waits for its turn, and the end; puts files in their places.
    ///
    /// `aliases` are the other inputs that mean the same target; `history` is what the runs before say.
    public func finish(
        at date: Date, _ ending: RunEnding, aliases: Aliases = Aliases(), history: (any RunHistory)? = nil
    ) {
        let date = date.toTheMillisecond
        forEach { output throws(OutputError) in
            for report in output.order.flush() { try output.sink.write(output.renderer.render(report)) }
            if let spool = output.spool {
                for place in 0..<spool.count {
                    guard let part = try spool.domain(at: place) else { continue }
                    try output.sink.write(output.renderer.place(part, aliases: aliases[place]))
                }
            }
            try output.sink.write(output.renderer.end(at: date, ending, changes: history?.changes))
            try output.sink.finish()
        }
        guard let lines else { return }
        let run = SpooledRun(
            facts: run, summary: summary, finishedAt: date, ending: ending, spool: lines, aliases: aliases,
            history: history)
        forEachDocument { document, sink throws(OutputError) in
            let buffer = BufferedSink(sink)
            try document.render(run, to: buffer)
            try buffer.finish()
        }
    }

    /// Gives everything up; no file appears.
    public func discard() {
        for output in outputs { output.sink.discard() }
        for document in documents { document.sink.discard() }
        (outputs, documents) = ([], [])
    }

    /// Keeps a domain for the documents.
    private func keep(_ report: DomainReport, at index: Int) {
        forEachDocument { _, sink throws(OutputError) in try sink.checkReader() }
        guard !documents.isEmpty, let lines else { return }
        summary.add(report)
        do throws(OutputError) {
            try lines.add(RenderedDomain(bytes: NDJSONReport(bodies: bodies).line(report), aliasesAt: 0), at: index)
        } catch {
            // None of them can be written without it.
            forEachDocument { _, _ throws(OutputError) in throw error }
        }
    }

    private func forEachDocument(_ body: (any DocumentRenderer, any OutputSink) throws(OutputError) -> Void) {
        documents.removeAll { renderer, sink in
            do throws(OutputError) {
                try body(renderer, sink)
                return false
            } catch {
                sink.discard()
                onFailure(error)
                return true
            }
        }
    }

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
