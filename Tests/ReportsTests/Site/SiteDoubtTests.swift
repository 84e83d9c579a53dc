import Foundation
import Records
import Testing

@testable import Audit
@testable import Reports

/// A night in doubt has its own page in a site and is shown on the start page, but changes nothing else.
@Suite struct SiteDoubtTests {
    /// A run in which no domain could be reached for a local cause.
    private struct Dead: StoredRun {
        let run: Estate
        var facts: RunFacts { run.facts }
        var summary: RunSummary { run.summary }
        var finishedAt: Date { run.finishedAt }
        var ending: RunEnding {
            RunEnding(isComplete: run.complete, warnings: [RunWarning(.networkUnreachable, "No way to the internet.")])
        }

        init(_ nights: Double, _ reports: [DomainReport], complete: Bool = true) {
            run = SiteUnderTest.night(
                nights,
                reports.map { report in
                    var report = report
                    report.status = .unreachable
                    return report
                }, complete: complete)
        }

        func forEachBatch(_ body: ([DomainReport]) throws(OutputError) -> Void) throws(OutputError) {
            try run.forEachBatch(body)
        }
    }

    private static let lists = ["names/n-.html", "attention.html", "teams/index.html", SiteAddress.team("Web")]

    @Test func aRunInDoubtChangesNoListAndNoDomain() throws {
        try SiteUnderTest.withSite { place in
            let all = Estate.typical(60)
            try SiteUnderTest.write(SiteUnderTest.night(0, all), place)
            let before = try Self.lists.map { try SiteUnderTest.text(place, $0) }
            // In a night in doubt, one domain is missing, and one is new.
            let new = Estate.well(204)
            let dead = Dead(1, Array(all.dropFirst()) + [new])
            #expect(
                try SiteUnderTest.write(dead, place)
                    == [
                        "index.html", "runs/index.html", SiteAddress.run(dead.facts), SiteAddress.domain(new),
                    ])
            #expect(try Self.lists.map { try SiteUnderTest.text(place, $0) } == before)
            let start = try SiteUnderTest.text(place, "index.html")
            #expect(start.contains("This run is in doubt: most failures probably have a local cause"))
            #expect(start.contains("attention are those of the run of 2026-05-01 12:00 UTC."))
            #expect(start.contains("(not counted)</title>") && start.contains("No way to the internet."))
            #expect(!start.contains("Needs attention</h2>") && !start.contains("The worst 50"))
            // An interrupted run after it also shows the lists of the last complete run.
            try SiteUnderTest.write(SiteUnderTest.night(2, [all[0]], complete: false), place)
            #expect(
                try SiteUnderTest.text(place, "index.html").contains(
                    "attention are those of the run of 2026-05-01 12:00 UTC."))
            // The next complete run replaces the lists.
            try SiteUnderTest.write(SiteUnderTest.night(3, all), place)
            #expect(
                try SiteUnderTest.text(place, SiteAddress.domain(new)).contains(
                    "No longer audited: the run of 2026-05-04 12:00 UTC"))
            #expect(try !SiteUnderTest.text(place, SiteAddress.domain(all[0])).contains("No longer audited"))
            #expect(try !SiteUnderTest.text(place, "index.html").contains("No way to the internet."))
        }
    }

    @Test func aSiteThatBeginsInDoubtSaysSo() throws {
        try SiteUnderTest.withSite { place in
            try SiteUnderTest.write(Dead(0, Estate.typical(60)), place)
            for name in Self.lists {
                #expect(
                    try SiteUnderTest.text(place, name).contains(
                        "The run of 2026-05-01 12:00 UTC is in doubt: this list may be wrong."), "\(name)")
            }
        }
    }

    /// Domains beyond the limit of a list are counted in their section.
    @Test func domainsBeyondTheLimitAreCountedInTheirSection() throws {
        try SiteUnderTest.withSite { place in
            let reports = (0..<1002).map { Estate.redirect($0) } + (2000..<2003).map { Estate.warned($0) }
            try SiteUnderTest.write(SiteUnderTest.night(0, reports), place)
            let page = try SiteUnderTest.text(place, "attention.html")
            let sections = page.matches(of: /(?s)<section.*?<\/section>/).map { String($0.output) }
            #expect(sections.count == 2)
            #expect(sections.first?.contains("2 more domains are found by name only.") == true)
            #expect(sections.last?.contains("3 domains are found by name only.") == true)
        }
    }
}
