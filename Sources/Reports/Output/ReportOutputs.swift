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

        init(sink: any OutputSink, renderer: any ReportRenderer) {
            self.sink = sink
            self.renderer = renderer
        }
    }

    private var outputs: [Output] = []
    private let onFailure: (OutputError) -> Void

    /// Creates outputs; `onFailure` is told of each that is given up.
    public init(onFailure: @escaping (OutputError) -> Void) { self.onFailure = onFailure }

    /// Whether nothing can be written any more.
    public var isEmpty: Bool { outputs.isEmpty }

    /// Adds an output.
    public func add(_ renderer: any ReportRenderer, to sink: any OutputSink) {
        outputs.append(Output(sink: sink, renderer: renderer))
    }

    /// Writes what is known before the first domain.
    public func begin() {
        forEach { output throws(OutputError) in try output.sink.write(output.renderer.begin()) }
    }

    /// Writes the report of the domain at `index` of the input: at once, or when its turn has come.
    public func deliver(_ report: DomainReport, at index: Int) {
        forEach { output throws(OutputError) in
            let ready = output.renderer.keepsInputOrder ? output.order.add(report, at: index) : [report]
            for report in ready { try output.sink.write(output.renderer.render(report)) }
        }
    }

    /// Writes what still waits for its turn, and the end; puts files in their places.
    public func finish(at date: Date, complete: Bool) {
        forEach { output throws(OutputError) in
            for report in output.order.flush() { try output.sink.write(output.renderer.render(report)) }
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
