import Audit
import Basics
import Findings
import History
import Reports
import Runs

import struct Foundation.Date

/// The database of a run, from its opening to its closing.
///
/// Everything here may wait for a disk or for another process. The run has a thread of its own for that; its domains, which
/// are on the cooperative pool, ask ``storedReport(of:)``.
final class HistorySession: Sendable {
    /// Knows the run.
    let recorder: RunRecorder
    /// What there is to say about its beginning; empty for a run that begins as usual.
    let remarks: [Remark]
    /// When the run began before which nothing is new; `nil` where there is none yet.
    let baseline: Date?
    /// When the newest run of the same targets ended that is believed; `nil` where there is none.
    let previousEnd: Date?
    /// The domains that the run before has audited, where that was cut off: they can wait.
    let reachedBefore: [DomainID]
    /// A sentence about the beginning of a run.
    struct Remark: Sendable {
        let text: String
        /// Whether somebody may have meant it otherwise.
        let isWarning: Bool

        init(_ text: String, isWarning: Bool = false) { (self.text, self.isWarning) = (text, isWarning) }
    }

    private let database: RunDatabase
    private let reader = BlockingTaskExecutor(label: "stored reports")

    /// Opens the database at `path`, and begins a run or goes on with one.
    init(
        path: String, _ settings: HistorySettings, _ facts: RunFacts, until stop: StopSignal
    ) throws(HistoryError) {
        database = try RunDatabase(path: path, until: stop)
        let targets = settings.targets
        baseline = try database.baseline(of: targets)
        previousEnd = try database.newestEnd(of: targets)
        var remarks =
            try [database.upgradeRemark, Self.remark(onEarlierRunsOf: targets, in: database)].compactMap {
                $0.map { Remark($0) }
            } + [Self.warning(ofOtherEstatesThan: targets, in: database)].compactMap(\.self)
        var resumed: RunRecorder?
        if settings.resumes {
            switch try RunRecorder.resume(targets: targets, options: facts.options, at: facts.startedAt, in: database) {
            case .resumed(let recorder):
                remarks.append(Remark(Self.remark(goingOnWith: recorder, options: facts.options)))
                resumed = recorder
            case .refused(let reason): remarks.append(Remark("\(reason); a new run begins."))
            }
        }
        if let resumed {
            recorder = resumed
        } else {
            recorder = try RunRecorder(facts, targets: targets, in: database)
        }
        reachedBefore = try database.domainsReachedBefore(recorder)
        if !reachedBefore.isEmpty {
            remarks.append(Remark("The run before was cut off; the domains that it did not reach come first."))
        }
        self.remarks = remarks
    }

    /// Says that the run takes over runs that the configuration had under other names.
    private static func remark(
        onEarlierRunsOf targets: TargetSetID, in database: RunDatabase
    ) throws(HistoryError) -> String? {
        guard let earlier = try database.earlierRuns(of: targets) else { return nil }
        let names = Phrase.list(earlier.names.map { VisibleText.quote($0) }, limit: 5)
        return
            "\(Phrase.count(earlier.count, "earlier run")) of \(names) \(earlier.count == 1 ? "is" : "are") of the same "
            + "configuration, and \(earlier.count == 1 ? "belongs" : "belong") to \(targets.called) from now on."
    }

    /// Says that an estate begins in a database that has others; other shares of the same one are none.
    private static func warning(
        ofOtherEstatesThan targets: TargetSetID, in database: RunDatabase
    ) throws(HistoryError) -> Remark? {
        guard targets.estate != nil, try database.isFirstRun(of: targets),
            try database.earlierRuns(of: targets) == nil
        else { return nil }
        let others = try database.estates().filter { $0.text != targets.text && !$0.isShare(ofTheSameAs: targets) }
        guard !others.isEmpty else { return nil }
        return Remark(
            "This is the first run of \(targets.called); the database also has runs of "
                + "\(Phrase.list(others.map(\.called), limit: 5)), with which it is not compared.", isWarning: true)
    }

    private static func remark(goingOnWith recorder: RunRecorder, options: Evidence) -> String {
        let domains = recorder.resumedDomains == 1 ? "1 domain is done" : "\(recorder.resumedDomains) domains are done"
        let text = "Going on with run \(recorder.number): \(domains)."
        // As the database gives them back: a whole number is an integer there.
        let (first, second) = (recorder.facts.options, EvidenceJSON.evidence(EvidenceJSON.text(options)) ?? options)
        let names = first.entries.map(\.key) + second.entries.map(\.key).filter { first[$0] == nil }
        let differing = names.filter { first[$0] != second[$0] }
        guard !differing.isEmpty else { return text }
        return "\(text) Settings that are not those of its first part: \(differing.joined(separator: ", "))."
    }

    /// The report of a target that an earlier process of this run had audited.
    ///
    /// Not inlined: what it needs would stand in the frame of each domain that waits.
    @inline(never)
    func storedReport(of target: Target) async -> Boxed<DomainReport>? {
        guard recorder.resumedDomains > 0 else { return nil }
        return await withTaskExecutorPreference(reader) { recorder.storedReport(of: target).map(Boxed.init) }
    }

    /// How many targets the run before had, if it was one of the same list.
    var targetsBefore: Int? {
        guard let baseline = recorder.baseline, baseline.targets == recorder.targets else { return nil }
        return baseline.summary?.targets
    }

    /// Deletes runs that are older than `keep`.
    func prune(_ keep: Duration, before date: Date) throws(HistoryError) {
        _ = try database.prune(before: date.addingTimeInterval(-(keep / .seconds(1))))
    }

    /// Closes the database when nobody asks any more.
    func close() {
        recorder.leave()
        database.close()
    }
}
