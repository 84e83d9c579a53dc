import Audit
import Basics
import Findings
import History
import Records
import Reports
import Settings

import struct Foundation.Date

extension AuditRun {
    /// Completes the run after its last domain, and adds the warnings about it to `ending`.
    ///
    /// The most important work comes first. The run is settled last: if the process ends before that, the next run is
    /// compared with an earlier run, so that every finding is reported.
    func completeRun(_ ending: inout RunEnding, aliases: Aliases, _ outputs: ReportOutputs) async {
        printInterruptedProgress(ending)
        let date = Date()
        ending.warnings = tally.warnings(
            isComplete: ending.isComplete, previousTargets: history?.previous?.summary?.targets)
        logRemainingNews(ending)
        history?.compare(aliases: aliases, ending, onFixed: console.log == nil ? nil : logResolvedFindings)
        addWarnings(to: &ending)
        outputs.finish(at: date, ending, aliases: aliases, history: history)

        let outgoing = makeOutgoingMessages(ending, at: date)
        history?.finish(at: date, ending, summary: tally.summary, outgoing: outgoing)
        let isDelivered = await deliver(outgoing)
        finishHistory(ending, isDelivered: isDelivered, at: date)
        // The user may have stopped the run at any time until now.
        if Task.isCancelled || ending.cause == .runDeadline { tally.outcome.isInterrupted = true }
    }

    /// Adds warnings that depend on the comparison and the waivers, and prints all warnings about the run as a whole.
    private func addWarnings(to ending: inout RunEnding) {
        if let removed = history?.changes?.domains.removed, !removed.isEmpty {
            for index in ending.warnings.indices
            where [.targetsDropped, .targetsTooFew].contains(ending.warnings[index].code) {
                ending.warnings[index].message += " No longer listed: \(removed.text(limit: 10))."
            }
        }
        if ending.isComplete, settings.recheckedConfiguration == nil, let warning = tally.waiverWarning {
            ending.warnings.append(warning)
        }
        // Reports show which findings count only if that depends on the previous run. The warning is not printed here:
        // `printTotals` prints its text with the exit code, which is not known yet.
        if !ending.isInDoubt, tally.outcome.threshold.requiresHistory, let text = tally.countedFindingsText {
            ending.warnings.append(RunWarning(.regressions, text))
        }
        for warning in ending.warnings where warning.code != .regressions {
            if warning.isFailure { console.error(warning.message) } else { console.warn(warning.message) }
            if warning.code.exitCode == .toolFailed { tally.outcome.hasToolFailed = true }
        }
        tally.outcome.isInDoubt = ending.isInDoubt
    }

    /// Returns the messages to send; `nil` if no message may be sent.
    private func makeOutgoingMessages(_ ending: RunEnding, at date: Date) -> OutgoingMessages? {
        // An incomplete run without a cause ended because its outputs have no reader.
        guard !tally.notices.isEmpty, !Task.isCancelled, ending.isComplete || ending.cause != nil else { return nil }
        var outgoing = OutgoingMessages()
        for var notice in tally.notices {
            if let history {
                history.finish(&notice, ending)
            } else {
                notice.finish(ending, changes: nil, outage: { _ in nil })
            }
            warnOfTeamWithoutDomains(notice.content, ending)
            guard settings.notification.notifyAlways || notice.isNews else { continue }
            outgoing.messages.append(NoticeMessage(notice.content, facts: facts, finishedAt: date))
            outgoing.outages += notice.outages.filter { !outgoing.outages.contains($0) }
        }
        // These receivers count as informed about all problems, so the run must be complete and not in doubt.
        if ending.isComplete, !ending.isInDoubt { outgoing.receivers = settings.receivers.map(\.team) }
        if outgoing.messages.isEmpty { console.record(.info, "nothing changed; no message was posted") }
        return outgoing
    }

    private func warnOfTeamWithoutDomains(_ content: NoticeContent, _ ending: RunEnding) {
        let coversAllTargets = settings.targets.arguments.isEmpty && settings.targets.shard == nil && ending.isComplete
        guard let team = content.team, coversAllTargets, content.summary.targets == 0 else { return }
        console.warn(
            "No domain of this run belongs to the team \(VisibleText.quote(team)), but the configuration has a "
                + "webhook for it. Check the spelling of the team.")
    }

    /// Sends the pending messages; returns false if a message about all domains was not delivered.
    private func deliver(_ outgoing: OutgoingMessages?) async -> Bool {
        guard let outgoing, !Task.isCancelled else { return true }
        let delivery = MessageDelivery(
            receivers: settings.receivers, transport: transport, history: history, console: console)
        let failed = await delivery.deliver(outgoing.messages)
        if !failed.isEmpty { tally.outcome.hasUndeliveredMessage = true }
        return !failed.contains { $0.team == nil }
    }

    private func finishHistory(_ ending: RunEnding, isDelivered: Bool, at date: Date) {
        guard let history else { return }
        do throws(HistoryError) {
            if let failure = history.failure { throw failure }
            if ending.deletesOldRuns {
                try history.database.prune(before: date.addingTimeInterval(-(settings.history.retention / .seconds(1))))
            }
            let isTrusted = ending.isComplete && !ending.isInDoubt && !tally.outcome.hasToolFailed
            guard isTrusted, isDelivered, !Task.isCancelled else { return }
            history.settle(at: Date())
            if let failure = history.failure { throw failure }
        } catch {
            console.error("\(error)")
            tally.outcome.hasToolFailed = true
        }
    }
}
