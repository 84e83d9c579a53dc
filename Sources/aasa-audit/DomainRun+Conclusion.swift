import Audit
import History
import Reports
import Runs
import Transport

import struct Foundation.Date

/// What is known when the last domain of a run has ended.
struct RunConclusion {
    var facts: RunFacts
    var ending: RunEnding
    /// Other inputs that mean the same target.
    var aliases: Aliases
}

extension DomainRun {
    /// Does everything that comes after the last domain.
    ///
    /// What would be missed most comes first: reports, then the message, then what only later runs need. Whatever ends the
    /// process in between, the next run finds out what nobody was told: a run is settled when all is done.
    ///
    /// - Returns: How the run ended, with what looks wrong about it.
    func conclude(
        _ conclusion: RunConclusion, _ outputs: ReportOutputs, _ history: HistorySession?, over transport: Transport
    ) async -> RunEnding {
        var ending = conclusion.ending
        // A reader that has seen enough is nobody who stopped the run.
        if ending.cause == .interrupted, !Task.isCancelled { ending.cause = nil }
        if Task.isCancelled || ending.cause == .runDeadline { outcome.isInterrupted = true }
        sayHowFar(ending)
        let date = Date()
        history?.recorder.compare(aliases: conclusion.aliases, complete: ending.complete)
        addWarnings(&ending, before: history?.targetsBefore)
        outputs.finish(at: date, ending, aliases: conclusion.aliases, history: history?.recorder)

        let report = reporting(ending, conclusion.facts, history, at: date)
        history?.recorder.finish(at: date, ending, summary: digest.summary, reporting: report)
        await deliver(report, conclusion.facts, history, over: transport)
        clearUp(history, ending, at: date)
        return ending
    }

    /// Adds what looks wrong with the run as a whole, and says it.
    private func addWarnings(_ ending: inout RunEnding, before: Int?) {
        ending.warnings =
            localCauses.warnings
            + settings.limits.warnings(
                digest.summary, unreachable: outcome.unreachable, before: before, complete: ending.complete)
        for warning in ending.warnings {
            if warning.isFailure { console.error(warning.message) } else { console.warn(warning.message) }
            switch warning.effect {
            case .noted: break
            case .doubtful: outcome.isDoubtful = true
            case .failed: outcome.hasToolFailed = true
            }
        }
    }

    // MARK: The message

    /// What is to be reported by a message; `nil` where nobody wants one, and of a run that somebody stopped.
    private func reporting(
        _ ending: RunEnding, _ facts: RunFacts, _ history: HistorySession?, at date: Date
    ) -> RunReporting? {
        guard settings.notify.webhook != nil, !Task.isCancelled, ending.complete || ending.cause != nil else {
            return nil
        }
        if let finished = history?.finish(notice, ending) {
            notice = finished
        } else {
            notice.finish(ending, changes: nil) { _ in nil }
        }
        guard settings.notify.isAlwaysSent || notice.isNews else {
            console.record(.info, "there is no news; no message was posted")
            return RunReporting(message: nil)
        }
        return RunReporting(
            message: NoticeMessage(notice.content, facts: facts, finishedAt: date), outages: notice.outages)
    }

    private func deliver(
        _ report: RunReporting?, _ facts: RunFacts, _ history: HistorySession?, over transport: Transport
    ) async {
        guard let webhook = settings.notify.webhook, let report, !Task.isCancelled else { return }
        let messages = RunMessages(settings.notify, webhook, over: transport, console)
        let isDelivered: Bool
        if let history, history.recorder.failure == nil {
            isDelivered = await messages.deliver(from: history)
        } else if let message = report.message {
            isDelivered = await messages.post(message, of: facts)
        } else {
            return
        }
        // Nobody would learn what was found.
        if !isDelivered { outcome.isNotDelivered = true }
        if Task.isCancelled { outcome.isInterrupted = true }
    }

    // MARK: The database

    private func clearUp(_ history: HistorySession?, _ ending: RunEnding, at date: Date) {
        guard let history else { return }
        var failure = history.recorder.failure
        if failure == nil, ending.complete {
            do throws(HistoryError) {
                try history.prune(settings.history.keep, before: date)
            } catch {
                failure = error
            }
        }
        if failure == nil, ending.complete, !Task.isCancelled, !outcome.hasToolFailed, !outcome.isNotDelivered,
            !outcome.isDoubtful
        {
            history.recorder.settle(at: Date())
            failure = history.recorder.failure
        }
        if let failure {
            console.error("\(failure)")
            outcome.hasToolFailed = true
        }
    }

    /// Says what else holds where the exit code can say one thing only; whoever stopped reading is not told.
    func sayHiddenCodes(_ ending: RunEnding) {
        guard ending.complete || ending.cause != nil || Task.isCancelled else { return }
        let codes = outcome.codes
        guard let first = codes.first, first == .interrupted || first == .toolFailed, codes.count > 1 else { return }
        let words = codes.dropFirst().map { "\($0.meaning) (\($0.rawValue))" }
        console.error("The exit code is \(first.rawValue); \(words.joined(separator: ", ")) would be said otherwise.")
    }
}

extension RunOutcome.Code {
    /// What the code says, in a few words.
    fileprivate var meaning: String {
        switch self {
        case .success: "success"
        case .toolFailed: "a failure of the tool"
        case .findings: "findings at or above --fail-on"
        case .configurationWrong: "a wrong configuration"
        case .unreachable: "domains that could not be checked"
        case .invalidTargets: "targets that could not be understood"
        case .interrupted: "an interruption"
        }
    }
}
