import Audit
import Basics
import Findings
import History
import Records
import Reports

import struct Foundation.Date

/// The database of a run, from opening to closing.
///
/// Methods may wait for a disk or for another process, for which the run has its own thread; its domains, on the
/// cooperative pool, use ``storedReport(of:)``.
final class HistorySession: Sendable {
    let recorder: RunRecorder
    /// The remarks about the beginning of the run; empty for a run that begins normally.
    let remarks: [String]
    /// The time at which the newest trusted run ended; `nil` if none.
    let previousEnd: Date?
    /// The domains that the previous run audited before it was interrupted; they are audited last.
    let reachedBefore: [DomainID]

    let database: RunDatabase
    private let reader = BlockingTaskExecutor(label: "stored reports")

    /// Opens the database at `path`, and begins a run or resumes one.
    init(
        path: String, _ settings: HistorySettings, _ facts: RunFacts, until stop: StopSignal
    ) throws(HistoryError) {
        database = try RunDatabase(
            path: path, access: .writing, makesFolder: settings.isDefault, at: facts.startedAt, until: stop)
        let series = settings.name.series
        previousEnd = try database.newestEnd()
        var remarks: [String] = []
        if try database.series() == nil {
            remarks.append(
                "This is the first run of \(VisibleText.quote(series)); its history is kept in \(path).")
        }
        var resumed: RunRecorder?
        if settings.resumes {
            switch try RunRecorder.resume(series, options: facts.options, at: facts.startedAt, in: database) {
            case .resumed(let recorder):
                remarks.append(Self.remark(goingOnWith: recorder, options: facts.options))
                resumed = recorder
            case .refused(let reason): remarks.append("\(reason); a new run begins.")
            }
        }
        if let resumed {
            recorder = resumed
        } else {
            recorder = try RunRecorder(facts, of: series, in: database)
        }
        reachedBefore = try database.previouslyAuditedDomains(recorder)
        if !reachedBefore.isEmpty {
            remarks.append("The previous run was cut off; the domains that it did not reach are checked first.")
        }
        self.remarks = remarks
    }

    private static func remark(goingOnWith recorder: RunRecorder, options: Evidence) -> String {
        let domains = Phrase.count(recorder.resumedDomains, "domain is", "domains are")
        let text = "Resuming run \(recorder.number): \(domains) already checked."
        // The options as read from the database, in which a whole number is an integer.
        let (first, second) = (recorder.facts.options, EvidenceJSON.evidence(EvidenceJSON.text(options)) ?? options)
        let names = first.entries.map(\.key) + second.entries.map(\.key).filter { first[$0] == nil }
        let differing = names.filter { first[$0] != second[$0] }
        guard !differing.isEmpty else { return text }
        return "\(text) These settings differ from the first part of the run: \(differing.joined(separator: ", "))."
    }

    /// Returns the report of a target that an earlier process of this run audited.
    func storedReport(of target: Target) async -> Boxed<DomainReport>? {
        guard recorder.resumedDomains > 0 else { return nil }
        return await withTaskExecutorPreference(reader) { recorder.storedReport(of: target).map(Boxed.init) }
    }
}
