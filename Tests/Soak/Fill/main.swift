// soak-fill DATABASE DOMAINS NIGHTS: fills a database with runs of fictitious domains, with the code of real runs.
import Audit
import Foundation
import History
import Records
import Reports

let arguments = CommandLine.arguments
guard arguments.count == 4, let domains = Int(arguments[2]), let nights = Int(arguments[3]) else {
    FileHandle.standardError.write(Data("usage: soak-fill DATABASE DOMAINS NIGHTS\n".utf8))
    exit(64)
}
let fictitious = FictitiousDomains()
let database = try RunDatabase(path: arguments[1], access: .writing)
let series = "/lists/estate.txt"
for night in 0..<nights {
    let start = fictitious.startOfNight(night)
    let facts = RunFacts(
        id: UUID().uuidString.lowercased(), startedAt: start, toolVersion: "soak", rulesVersion: Judge.rulesVersion)
    let recorder = try RunRecorder(facts, of: series, in: database)
    var summary = RunSummary()
    var recording = Duration.zero
    for number in 0..<domains {
        let report = fictitious.report(number, night: night)
        let began = ContinuousClock.now
        let annotated = recorder.record(report, at: number).report
        recording += ContinuousClock.now - began
        summary.add(annotated)
    }
    let began = ContinuousClock.now
    recorder.compare(aliases: Aliases(), RunEnding(isComplete: true))
    recorder.finish(
        at: start.addingTimeInterval(3600), RunEnding(isComplete: true), summary: summary, outgoing: nil)
    recorder.settle(at: start.addingTimeInterval(3600))
    if let failure = recorder.failure { throw failure }
    let ending = ContinuousClock.now - began
    print(
        "night \(night + 1): \(domains) results, \(Int(recording / .milliseconds(1))) ms waiting for the database, "
            + "\(Int(ending / .milliseconds(1))) ms at the end")
}
database.close()
