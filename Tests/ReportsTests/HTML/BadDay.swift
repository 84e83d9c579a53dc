import Findings
import Foundation
import Records

@testable import Audit

/// Unusual runs for which the page must still work.
enum BadDay {
    static let all: [(name: String, run: Estate)] = [
        ("none", Estate([], hasHistory: true)),
        ("one", Estate([Estate.redirect(3)], hasHistory: true)),
        ("other", Estate([rightToLeft(3)], hasHistory: true)),
        ("team", Estate([team(" Web "), team("Web")], hasHistory: true)),
        ("fine", Estate((0..<12).map(Estate.well), hasHistory: true)),
        ("broken", Estate(Estate.broken(40), hasHistory: true)),
        ("accepted", Estate((0..<12).map(Estate.accepted), hasHistory: true)),
        ("unreachable", Estate((0..<12).map(Estate.nobody), hasHistory: true)),
        ("long", Estate((0..<6).map(long), hasHistory: true)),
        ("rtl", Estate((0..<6).map(rightToLeft) + [Estate.well(9)], hasHistory: true)),
        ("findings", Estate([manyFindings, Estate.well(4)], hasHistory: true)),
        ("clock", clock),
    ]

    /// A domain with the longest name that DNS allows, without a point at which a line can be broken.
    private static func long(_ number: Int) -> DomainReport {
        var report = number.isMultiple(of: 2) ? Estate.redirect(number) : Estate.well(number)
        let label = String(repeating: "w", count: 63)
        let host = "\(number)" + String("\(label).\(label).\(label).\(label)".dropFirst(3))
        report.input = host
        report.domain = DomainID(host: host)
        report.people.owner = String(repeating: "Owner", count: 40)
        report.people.team = String(repeating: "Team", count: 40)
        report.people.tags = [String(repeating: "tag", count: 60)]
        return report
    }

    private static func team(_ name: String) -> DomainReport {
        var report = Estate.well(name.count)
        report.people.team = name
        return report
    }

    private static func rightToLeft(_ number: Int) -> DomainReport {
        var report = Estate.rightToLeft(number)
        report.domain = DomainID(
            host: "xn--9dbne9b-\(number).example", displayHost: "שלום\(number).example", port: 8443)
        return report
    }

    private static var manyFindings: DomainReport {
        var report = Estate.brokenFile(11)
        report.findings = (0..<500).map { number in
            Finding(
                .ruleNeverMatches, location: .wellKnown, message: "The path “/buy now/\(number)” can never match.",
                pointer: "/applinks/details/0/components/\(number)", line: 6, column: 33)
        }
        return report
    }

    /// A run that began in the future, after a night in 1970 and another one a year ahead.
    private static var clock: Estate {
        var run = Estate(Estate.kinds, hasHistory: true)
        run.facts.startedAt = Date(timeIntervalSince1970: 4_102_444_800)
        run.nights = [
            Date(timeIntervalSince1970: 0), run.facts.startedAt.addingTimeInterval(-86_400),
            Date(timeIntervalSince1970: 4_133_980_800),
        ]
        .map { OverallTimeline.DailyRun(startedAt: $0, summary: run.summary) }
        return run
    }
}
