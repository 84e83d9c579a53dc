import Findings
import Foundation
import Testing

@testable import Audit
@testable import Records
@testable import Reports
@testable import Transport

/// The progress of a run, in one line.
struct ProgressLineTests {
    private static func summary(of count: Int) -> RunSummary {
        var summary = RunSummary()
        for _ in 0..<count { summary.add(Samples.passing) }
        return summary
    }

    private static func line(
        done: Int, of total: Int?, after seconds: Int, inProgress: Int, slowest: (String, Int)? = nil
    ) -> String {
        ProgressLine(
            summary(of: done), of: total, elapsed: .seconds(seconds), communicating: 3, inProgress: inProgress,
            slowest: slowest.map { .init(name: $0.0, activeTime: .seconds($0.1)) }
        ).text
    }

    /// The remaining work, the awaited domain, and the expected end of the line.
    static let rows: [(done: Int, total: Int?, inProgress: Int, slowest: (String, Int)?, end: String)] = [
        // Most of the remaining domains have not begun: the estimate is based on the finished ones.
        (50, 100, 10, nil, "  0:10 left"), (50, 100, 10, ("a.test", 4), "  0:10 left"),
        (50, 100, 10, ("a.test", 61), "  0:10 left  waits for a.test (1:01)"),
        // All remaining domains are in progress: the slowest determines the end.
        (99, 100, 1, ("slow.test", 59), "failing  waits for slow.test (0:59)"), (99, 100, 1, nil, "failing"),
        (99, nil, 1, ("slow.test", 7), "failing  waits for slow.test (0:07)"),
        // Foreign names are truncated to the width of the line.
        (99, 100, 1, (String(repeating: "n", count: 200), 30), "nnn… (0:30)"),
        (99, 100, 1, ("\u{1B}[2J.test", 30), "  waits for \\u{1B}[2J.test (0:30)"),
    ]

    @Test(arguments: rows.indices)
    func endsWithTheRemainingTimeOrTheSlowestDomain(index: Int) {
        let row = Self.rows[index]
        let line = Self.line(done: row.done, of: row.total, after: 10, inProgress: row.inProgress, slowest: row.slowest)
        #expect(line.hasSuffix(row.end), "\(line)")
        #expect(line.count <= 79)
        #expect(!line.contains("left") || row.end.contains("left"))
    }

    /// The time that a domain waited for others does not make it one of the slowest; it is listed separately.
    @Test func theSlowestAreThoseThatTookLongThemselves() throws {
        var slowest = SlowestDomains()
        for (name, port, total, waited) in [("queued.test", 443, 98_000.0, 90_000), ("slow.test", 8443, 40_000.0, 0)] {
            let target = Target(input: name, domain: DomainID(host: name, port: port))
            let report = DomainReport(target, status: .pass, startedAt: Date(timeIntervalSince1970: 0), totalMs: total)
            slowest.add(report, waited: .milliseconds(waited))
        }
        let lines = RunSummary().closingLines(
            slowest, duplicates: 0, excluded: 0, elapsed: .seconds(100), pause: LoopPause())
        #expect(lines.last == "Slowest: slow.test:8443 40.0 s, queued.test 8.0 s (and 90.0 s in the queue)")
    }

    @Test func wordsAgreeWithNumbers() {
        let line = ProgressLine(
            Self.summary(of: 4), of: 8, elapsed: .seconds(2), communicating: 3, inProgress: 3)
        #expect(line.text == "[#####-----]  4/8  2.0/s  3 in flight  0 failing  0:02 left")
        #expect(
            line.details == [
                "done": 4, "targetsAtMost": 8, "seconds": .number(2), "perSecond": .number(2), "inFlight": 3,
                "pass": 4, "warn": 0, "fail": 0, "unreachable": 0, "invalid": 0, "accepted": 0,
            ])
    }

    @Test func hasOnlyCountsIfTheTotalIsUnknown() {
        let line = ProgressLine(RunSummary(), of: nil, elapsed: .zero, communicating: 0, inProgress: 0)
        #expect(line.text == "0 done  0.0/s  0 in flight  0 failing")
        #expect(line.details["targetsAtMost"] == nil)
        #expect(line.details["perSecond"] == .number(0))
    }
}
