import Audit
import Findings
import Foundation
import Records
import Testing

@testable import Reports

/// The news at the end of a run.
struct RunNoticeTests {
    /// Whether there is news.
    struct News: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var reports: [(DomainReport, DomainOutage?)] = []
        var changes: RunChanges?
        var recovered: [EndedOutage] = []
        var movedIn: [DomainMove] = []
        var movedOut: [DomainMove] = []
        var isFirst = false
        var ending = RunEnding(isComplete: true)
        var reported: Set<RunWarning.Code> = []
        var isNews: Bool
    }

    static let rows: [News] = [
        News(testDescription: "nothing at all", isNews: false),
        News(
            testDescription: "no history, all well", reports: [(NoticeSamples.report("a", .pass), nil)], isNews: false),
        News(
            testDescription: "no history, an error", reports: [(NoticeSamples.report("a", .fail, .redirect), nil)],
            isNews: true),
        News(
            testDescription: "no history, a warning",
            reports: [(NoticeSamples.report("a", .warn, .redirect, severity: .warning), nil)], isNews: false),
        News(
            testDescription: "no history, a waived error",
            reports: [(NoticeSamples.report("a", .pass, .redirect, waived: true), nil)],
            isNews: false),
        News(
            testDescription: "an error that was there", reports: [(NoticeSamples.report("a", .fail, .redirect), nil)],
            changes: NoticeSamples.changes(), isNews: false),
        News(
            testDescription: "a new error", changes: NoticeSamples.changes([NoticeSamples.change(.new)]), isNews: true),
        News(
            testDescription: "a returned warning",
            changes: NoticeSamples.changes([NoticeSamples.change(.returned, .warning)]), isNews: true),
        News(
            testDescription: "a fixed error", changes: NoticeSamples.changes([NoticeSamples.change(.fixed)]),
            isNews: true),
        News(
            testDescription: "an error of a domain that is new in the list",
            changes: NoticeSamples.withAddedDomain(NoticeSamples.change(.new)), isNews: true),
        News(
            testDescription: "unreachable for the first time", reports: [(NoticeSamples.down, NoticeSamples.outage(1))],
            changes: NoticeSamples.changes([NoticeSamples.change(.new, .error, .timeout)]), isNews: false),
        News(
            testDescription: "reachable again after one run, which nobody was told of",
            reports: [(NoticeSamples.report("a", .pass), nil)],
            changes: NoticeSamples.changes([NoticeSamples.change(.fixed, .error, .timeout)]), isNews: false),
        News(
            testDescription: "reachable again after it was reported",
            reports: [(NoticeSamples.report("a", .pass), nil)],
            changes: NoticeSamples.changes(), recovered: [EndedOutage(domain: "a", since: NoticeSamples.now)],
            isNews: true),
        News(
            testDescription: "unreachable twice", reports: [(NoticeSamples.down, NoticeSamples.outage(2))],
            changes: NoticeSamples.changes(), isNews: false),
        News(
            testDescription: "unreachable for the third time", reports: [(NoticeSamples.down, NoticeSamples.outage(3))],
            changes: NoticeSamples.changes(),
            isNews: true),
        News(
            testDescription: "unreachable for the fourth time, and never reported",
            reports: [(NoticeSamples.down, NoticeSamples.outage(4))],
            changes: NoticeSamples.changes(), isNews: true),
        News(
            testDescription: "unreachable for the fourth time",
            reports: [(NoticeSamples.down, NoticeSamples.outage(4, isReported: true))],
            changes: NoticeSamples.changes(), isNews: false),
        News(
            testDescription: "unreachable for the third time, and waived",
            reports: [(NoticeSamples.report("a", .unreachable, .timeout, waived: true), NoticeSamples.outage(3))],
            changes: NoticeSamples.changes(),
            isNews: false),
        News(
            testDescription: "a domain that another team had, and that cannot be reached",
            reports: [(NoticeSamples.down, NoticeSamples.outage(4, isReported: true))],
            changes: NoticeSamples.changes(), movedIn: [NoticeSamples.move("a", from: "Web", to: nil)], isNews: true),
        News(
            testDescription: "a domain that the team has given up", changes: NoticeSamples.changes(),
            movedOut: [NoticeSamples.move("a", from: nil, to: "Web")], isNews: true),
        News(
            testDescription: "the same, where nothing was told before", changes: NoticeSamples.changes(),
            movedOut: [NoticeSamples.move("a", from: nil, to: "Web")], isFirst: true, isNews: false),
        News(
            testDescription: "the same in a run in doubt", movedOut: [NoticeSamples.move("a", from: nil, to: "Web")],
            ending: NoticeSamples.silent, reported: [.unreachableTooMany], isNews: false),
        News(
            testDescription: "a run that was cut off", changes: NoticeSamples.changes(),
            ending: RunEnding(isComplete: false, cause: .runDeadline), isNews: true),
        News(
            testDescription: "a list that shrank", changes: NoticeSamples.changes(), ending: NoticeSamples.dropped,
            isNews: true),
        News(
            testDescription: "a list that shrank, as was reported", changes: NoticeSamples.changes(),
            ending: NoticeSamples.dropped,
            reported: [.targetsDropped], isNews: false),
        News(
            testDescription: "a run that reached nobody, as was reported",
            reports: [(NoticeSamples.down, NoticeSamples.outage(3))],
            changes: NoticeSamples.changes(), ending: NoticeSamples.silent, reported: [.unreachableTooMany],
            isNews: false),
    ]

    @Test(arguments: rows)
    func reportsNewsOnly(_ row: News) {
        var notice = RunNotice(unreachableAfter: 3)
        for (report, _) in row.reports { notice.add(report) }
        notice.finish(
            row.ending, reported: row.reported, changes: row.changes, recovered: row.recovered, movedIn: row.movedIn,
            movedOut: row.movedOut, isFirst: row.isFirst
        ) { domain in
            row.reports.first { $0.0.domain == domain }?.1
        }
        #expect(notice.isNews == row.isNews)
    }
}
