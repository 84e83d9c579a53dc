import Audit
import Basics
import Findings
import History
import Platform
import Records
import Settings

import struct Foundation.Date
import class Foundation.FileManager

extension AuditRun {
    /// Opens the database, if any, and begins or resumes the run in it.
    func openHistory(until stop: StopSignal) async throws {
        guard let path = settings.history.path else { return }
        do throws(HistoryError) {
            let database = try RunDatabase(
                path: path, access: .writing, makesFolder: settings.history.hasDefaultPath, at: facts.startedAt,
                until: stop)
            let series = settings.history.name.series
            tally.previousRunEnd = try database.newestEnd()
            if try database.series() == nil {
                newHistoryRemark =
                    "The history of \(VisibleText.quote(series)) begins with this run, and is stored in \(path)."
            }
            var resumed: RunRecorder?
            if settings.history.resumes {
                switch try RunRecorder.resume(series, options: facts.options, at: facts.startedAt, in: database) {
                case .resumed(let recorder):
                    console.notice(remark(onResuming: recorder))
                    resumed = recorder
                case .refused(let reason): console.notice("\(reason); a new run begins.")
                }
            }
            let recorder = if let resumed { resumed } else { try RunRecorder(facts, of: series, in: database) }
            // The domains that the previous run audited before it was interrupted are audited last.
            let auditedDomains = try database.previouslyAuditedDomains(recorder)
            if !auditedDomains.isEmpty {
                console.notice("The previous run was cut off; the domains that it did not reach are checked first.")
            }
            await targets.postpone(auditedDomains)
            history = recorder
            facts.id = recorder.facts.id
            facts.startedAt = recorder.facts.startedAt
            settings.log?.setRun(facts.id)
        } catch {
            if error.isWrongUsage { throw error }
            throw RunFailure(
                code: stop.isRaised ? .interrupted : .toolFailed, reason: "\(error) --no-db runs without a database.")
        }
    }

    private func remark(onResuming recorder: RunRecorder) -> String {
        let domains = Phrase.count(recorder.resumedDomains, "domain is", "domains are")
        let text = "Resuming run \(recorder.number): \(domains) already checked."
        let earlier = recorder.facts.options
        let names = earlier.entries.map(\.key) + facts.options.entries.map(\.key).filter { earlier[$0] == nil }
        // The texts are compared, because the database returns the number 5.0 as the integer 5, with the same text.
        let differing = names.filter { earlier[$0]?.jsonText != facts.options[$0]?.jsonText }
        guard !differing.isEmpty else { return text }
        return "\(text) These settings differ from the first part of the run: \(differing.joined(separator: ", "))."
    }

    // MARK: Re-check

    /// Opens the database for reading, if there is one, to compare the domains of a re-check with its newest run.
    func openComparedRun() throws {
        guard let path = settings.history.path, FileManager.default.fileExists(atPath: path) else { return }
        let database = try RunDatabase(path: path, access: .reading)
        try database.check(settings.history.name.series)
        comparedRun = try database.settledRun(before: .max).map { (record: $0, database: database) }
    }

    func comparedInRecheck(_ report: DomainReport) -> DomainReport {
        guard let comparedRun else { return report }
        do throws(HistoryError) {
            return try comparedRun.database.compare(report, with: comparedRun.record, at: Date())
        } catch {
            console.warn("This domain and those after it are not compared with an earlier run: \(error)")
            self.comparedRun = nil
            return report
        }
    }
}
