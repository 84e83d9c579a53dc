import Findings
import Foundation
import Records
import Testing

@testable import Audit
@testable import History

/// After a run in doubt, the stored findings of a domain are those without this run.
struct TakingBackTests {
    /// The observations of a.test in consecutive runs, and the stored states after them.
    struct Sights: Sendable, CustomTestStringConvertible {
        /// A redirect, no finding, or a failed connection.
        enum Sight: Sendable { case found, nothing, down }
        var testDescription: String
        var nights: [(sight: Sight, isInDoubt: Bool)]
        var code = FindingCode.redirect
        /// The nights in which the finding was first seen, last seen and resolved; `nil` if it was not resolved.
        var spans: [(first: Int, last: Int, fixed: Int?)]
    }

    static let sights: [Sights] = [
        Sights(
            testDescription: "what it was the first to see",
            nights: [(.nothing, false), (.found, true)], spans: []),
        Sights(
            testDescription: "what it no longer saw", nights: [(.found, false), (.nothing, true)],
            spans: [(1, 1, nil)]),
        Sights(
            testDescription: "what it saw once more", nights: [(.found, false), (.found, false), (.found, true)],
            spans: [(1, 2, nil)]),
        Sights(
            testDescription: "what it saw after a run that could not look",
            nights: [(.found, false), (.down, false), (.found, true)], spans: [(1, 1, nil)]),
        Sights(
            testDescription: "two of them, one after the other",
            nights: [(.found, false), (.found, true), (.found, true)], spans: [(1, 1, nil)]),
        Sights(
            testDescription: "a domain that is down, and well again",
            nights: [(.down, false), (.down, false), (.down, true), (.nothing, false)], code: .connectRefused,
            spans: [(1, 2, 4)]),
    ]

    static func report(_ sight: Sights.Sight, night: Int) -> DomainReport {
        switch sight {
        case .found: Night.good("a.test", night: night, findings: [Night.finding(.redirect)])
        case .nothing: Night.good("a.test", night: night)
        case .down: Night.down("a.test", night: night)
        }
    }

    static func expectSpans(
        _ expected: [(first: Int, last: Int, fixed: Int?)], of code: FindingCode, in database: RunDatabase
    ) throws {
        let timeline = try #require(database.timelines(host: "a.test", port: 443, limit: 10).first)
        let spans = timeline.findings.filter { $0.finding.code == code }
        try #require(spans.count == expected.count, "\(spans)")
        for (span, row) in zip(spans, expected) {
            #expect(span.finding.firstSeen == Night.start(row.first))
            #expect(span.lastSeen == Night.start(row.last))
            #expect(span.fixedAt == row.fixed.map { Night.start($0) })
        }
    }

    @Test(arguments: sights)
    func itsSightsAreTakenBack(_ row: Sights) throws {
        try withDatabase { database in
            for (index, night) in row.nights.enumerated() {
                try Night.record(
                    index + 1, [Self.report(night.sight, night: index + 1)], in: database, settles: !night.isInDoubt,
                    warnings: night.isInDoubt ? DoubtTests.dead : [])
            }
            try Self.expectSpans(row.spans, of: row.code, in: database)
        }
    }
}
