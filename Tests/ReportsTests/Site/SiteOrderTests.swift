import Foundation
import Records
import Testing

@testable import Audit
@testable import Reports

/// Runs that are written to a site in another order than they began.
@Suite struct SiteOrderTests {
    @Test func anEarlierRunThatComesLaterHasItsPageAlone() throws {
        try SiteUnderTest.withSite { place in
            try SiteUnderTest.write(SiteUnderTest.night(5, [Estate.well(4), Estate.redirect(3)]), place)
            let earlier = SiteUnderTest.night(2, [Estate.expired(3)])
            #expect(try SiteUnderTest.write(earlier, place) == [SiteAddress.run(earlier.facts), "runs/index.html"])
            #expect(try SiteUnderTest.text(place, SiteAddress.run(earlier.facts)).contains("href=\"../d/"))
        }
    }

    /// A domain that only the earlier run contains gets a page that states that it is history.
    @Test func anEarlierRunThatComesLaterHasNoDeadLinks() throws {
        try SiteUnderTest.withSite { place in
            try SiteUnderTest.write(SiteUnderTest.night(5, [Estate.well(4)]), place)
            var gone = Estate.redirect(3)
            gone.people.team = "Gone"
            let earlier = SiteUnderTest.night(2, [Estate.well(4), gone, Estate.well(8)], hasHistory: true)
            let written = try SiteUnderTest.write(earlier, place)
            try SiteUnderTest.expectLinksToLead(from: written, place)
            let page = try SiteUnderTest.text(place, SiteAddress.domain(gone))
            #expect(page.contains("No longer audited: the run of 2026-05-06 12:00 UTC does not include it."))
            #expect(page.contains("Result of the run of 2026-05-03 12:00 UTC."))
            #expect(try SiteUnderTest.text(place, SiteAddress.team("Gone")).contains("Nothing is listed here"))
            #expect(try SiteUnderTest.write(earlier, place).isEmpty)
        }
    }

    @Test func aRunWithAClockInTheFutureIsNamed() throws {
        try SiteUnderTest.withSite { place in
            let future = SiteUnderTest.night(400, [Estate.well(4)])
            try SiteUnderTest.write(future, place, now: Samples.days(0))
            let run = SiteUnderTest.night(1, [Estate.redirect(3)])
            let error = try #require(throws: OutputError.self) {
                try SiteUnderTest.write(run, place, now: Samples.days(1))
            }
            #expect(
                error.description.contains(
                    "\(SiteAddress.run(future.facts)) is of a run that began at 2027-06-05 12:00 UTC"))
            #expect(error.description.contains("now (2026-05-02 12:00 UTC)") && error.description.contains("delete"))
            for page in [SiteAddress.run(run.facts), SiteAddress.domain(Estate.redirect(3))] {
                #expect(!FileManager.default.fileExists(atPath: place.appending(path: page).path))
            }
            // Writing an old run later is not an error.
            try SiteUnderTest.write(run, place, now: Samples.days(401))
            try FileManager.default.removeItem(at: place.appending(path: SiteAddress.run(future.facts)))
            try SiteUnderTest.write(SiteUnderTest.night(2, [Estate.redirect(3)]), place, now: Samples.days(2))
            #expect(try SiteUnderTest.text(place, "index.html").contains("Run of 2026-05-03"))
        }
    }
}
