import Findings
import Foundation
import Records
import Reports

@testable import Audit

/// A completed run of fictitious domains.
struct SampleRun: StoredRun {
    var domains: [DomainReport]
    var complete = true
    var changes: RunChanges?
    var past: DomainPast?
    var cause: RunEnding.Cause?
    var warnings: [RunWarning] = []
    /// Settings in addition to those of every sample.
    var options: Evidence = [:]
    var previousCompletion: Date?
    /// The duration of the run, in seconds.
    var duration = 61.5

    var ending: RunEnding { RunEnding(isComplete: complete, cause: cause, warnings: warnings) }

    var facts: RunFacts {
        var options = Samples.run.options
        for entry in self.options.entries { options[entry.key] = entry.value }
        return RunFacts(
            id: Samples.run.id, startedAt: Samples.now, toolVersion: "1.0.0", rulesVersion: "1", options: options)
    }

    var finishedAt: Date { Samples.now.addingTimeInterval(duration) }

    var summary: RunSummary {
        var summary = RunSummary()
        for domain in domains { summary.add(domain) }
        return summary
    }

    func forEachBatch(_ body: ([DomainReport]) throws(OutputError) -> Void) throws(OutputError) { try body(domains) }

    func past(of report: DomainReport) -> DomainPast? { past }

    func rendered(_ renderer: some DocumentRenderer) throws -> String {
        let sink = MemorySink()
        try renderer.render(self, to: sink)
        return String(decoding: sink.bytes, as: UTF8.self)
    }

    /// Returns a domain with `text` in every place that a hostile server or list controls.
    static func planted(_ text: String) -> DomainReport {
        var report = Samples.hostile
        report.input = text
        report.domain = DomainID(host: "bad.example", displayHost: text)
        report.people.owner = text
        report.people.team = text
        report.people.tags = [text, text]
        report.notes = [text]
        report.columns = [TargetColumn(name: text, value: text)]
        report.findings[0].message = text
        report.findings[0].impact = text
        report.findings[0].remedy = text
        report.findings[0].pointer = text
        report.findings[0].waived = Waiver(reason: text, until: text, acceptedBy: text)
        report.findings.append(Finding(.redirect, location: .root, message: text, remedy: text))
        return report
    }
}

/// By default, the run of a test has no previous runs.
extension StoredRun {
    var changes: RunChanges? { nil }
    var previousCompletion: Date? { nil }
    func earlierDailyRuns() -> [OverallTimeline.DailyRun] { [] }
    func past(of report: DomainReport) -> DomainPast? { nil }
}

final class MemorySink: OutputSink {
    private(set) var bytes: [UInt8] = []
    func write(_ bytes: [UInt8]) throws(OutputError) { self.bytes += bytes }
    func finish() throws(OutputError) {}
    func discard() {}
}
