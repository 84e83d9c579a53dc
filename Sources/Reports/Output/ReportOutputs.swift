public import Audit

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
    private let onFailure: (OutputError) -> Void

    /// Creates outputs; `onFailure` is told of each that is given up.
    public init(onFailure: @escaping (OutputError) -> Void) { self.onFailure = onFailure }

    /// Whether nothing can be written any more.
    public var isEmpty: Bool { outputs.isEmpty }

    /// Adds an output; `spoolFolder` is where a renderer that waits for the end of the run keeps what it has.
    ///
    /// - Throws: `OutputError.place` when nothing can be kept there.
    public func add(
        _ renderer: any ReportRenderer, to sink: any OutputSink, spoolFolder: String = "/tmp"
    ) throws(OutputError) {
        let spool: Spool? = renderer.order == .spooled ? try Spool(folder: spoolFolder) : nil
        outputs.append(Output(sink: sink, renderer: renderer, spool: spool))
    }

    /// Writes what is known before the first domain.
    public func begin() {
        forEach { output throws(OutputError) in try output.sink.write(output.renderer.begin()) }
    }

    /// Writes the report of the domain at `index` of the input: at once, or when its turn has come.
    public func deliver(_ report: DomainReport, at index: Int) {
        forEach { output throws(OutputError) in
            switch output.renderer.order {
            case .asTheyEnd: try output.sink.write(output.renderer.render(report))
            case .inputOrder:
                for report in output.order.add(report, at: index) {
                    try output.sink.write(output.renderer.render(report))
                }
            case .spooled: try output.spool?.add(output.renderer.part(report), at: index)
            }
        }
    }

    /// Writes what still waits for its turn, and the end; puts files in their places.
    ///
    /// `aliases` are the other inputs that mean the same target, by the place of the one that stands for them.
    public func finish(at date: Date, complete: Bool, aliases: [Int: [String]] = [:]) {
        forEach { output throws(OutputError) in
            for report in output.order.flush() { try output.sink.write(output.renderer.render(report)) }
            if let spool = output.spool {
                for place in 0..<spool.count {
                    guard let part = try spool.domain(at: place) else { continue }
                    try output.sink.write(output.renderer.place(part, aliases: aliases[place] ?? []))
                }
            }
            try output.sink.write(output.renderer.end(at: date, complete: complete))
            try output.sink.finish()
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
