import Records

@testable import Reports

/// Collects a page in memory.
final class PageSink: OutputSink {
    private(set) var bytes: [UInt8] = []

    func write(_ bytes: [UInt8]) throws(OutputError) { self.bytes.append(contentsOf: bytes) }
    func finish() throws(OutputError) {}
    func discard() {}

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The page of a run.
    static func page(_ run: any StoredRun, _ renderer: HTMLRenderer = HTMLRenderer()) throws -> String {
        let sink = PageSink()
        try renderer.render(run, to: sink)
        return sink.text
    }
}
