import ArgumentParser
import Audit
import Findings
import History
import Logging
import Reports

import struct Foundation.Date

/// Opens the database of a run and says what came of it.
struct HistoryUse {
    private let database: RunDatabase
    let recorder: RunRecorder

    /// Opens the database, and begins a run or goes on with one; `nil` when none is kept.
    init?(_ settings: HistorySettings, _ facts: RunFacts, _ console: Console) throws {
        guard let path = settings.path else { return nil }
        do throws(HistoryError) {
            database = try RunDatabase(path: path, access: .writing)
            if settings.resumes, let resumed = try Self.resume(settings, facts, database, console) {
                recorder = resumed
            } else {
                recorder = try RunRecorder(facts, targets: settings.targets, in: database)
            }
        } catch {
            console.error("\(error) --no-db runs without a database.")
            throw ExitCode(RunOutcome.Code.toolFailed.rawValue)
        }
    }

    private static func resume(
        _ settings: HistorySettings, _ facts: RunFacts, _ database: RunDatabase, _ console: Console
    ) throws(HistoryError) -> RunRecorder? {
        let unfinished = try database.newestUnfinished()
        guard
            let recorder = try RunRecorder.resume(
                targets: settings.targets, options: facts.options, in: database)
        else {
            var text = "There is no unfinished run of these targets; a new one begins."
            if let unfinished, unfinished.targets != settings.targets.text {
                text += " (Run \(unfinished.number), which is unfinished, had other targets: "
                text += "\(TerminalText.escape(unfinished.source)).)"
            }
            say(text, console)
            return nil
        }
        var text = "Going on with run \(recorder.number): "
        text += recorder.resumedDomains == 1 ? "1 domain is done." : "\(recorder.resumedDomains) domains are done."
        let differing = difference(recorder.facts.options, facts.options)
        if !differing.isEmpty {
            text += " Settings that are not those of its first part: \(differing.joined(separator: ", "))."
        }
        say(text, console)
        return recorder
    }

    private static func say(_ text: String, _ console: Console) {
        if let log = console.log { log.notice("\(text)") } else { console.note(text) }
    }

    private static func difference(_ first: Evidence, _ second: Evidence) -> [String] {
        // As the database gives them back: a whole number is an integer there.
        let second = EvidenceJSON.evidence(EvidenceJSON.text(second)) ?? second
        var keys = first.entries.map(\.key)
        keys += second.entries.map(\.key).filter { first[$0] == nil }
        return keys.filter { first[$0] != second[$0] }
    }

    /// Ends the run in the database, and takes out what is too old; says so when something could not be stored.
    ///
    /// - Returns: Whether everything was stored.
    func finish(
        at date: Date, complete: Bool, summary: RunSummary, aliases: Aliases, keep: Duration, _ console: Console
    ) -> Bool {
        recorder.finish(at: date, complete: complete, summary: summary, aliases: aliases)
        var failure = recorder.failure
        if failure == nil, complete {
            do throws(HistoryError) {
                try database.prune(before: date.addingTimeInterval(-(keep / .seconds(1))))
            } catch {
                failure = error
            }
        }
        if let failure { console.error("\(failure)") }
        return failure == nil
    }

    /// Closes the database when nobody asks any more.
    func close() { database.close() }
}
