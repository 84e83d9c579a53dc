import Findings
import Foundation
import Testing

@testable import Audit
@testable import Records
@testable import Reports

/// A site accepts only runs of the same part of the domains, so that other domains are not shown as removed.
@Suite struct SitePartTests {
    private static let gone = "No longer audited"
    private static let reports = Estate.many(20)

    /// Returns the run of a night with its own options.
    private static func night(
        _ nights: Double, _ reports: [DomainReport] = reports, _ options: Evidence = [:], complete: Bool = true
    ) -> Estate {
        var run = SiteUnderTest.night(nights, reports, complete: complete)
        for entry in options.entries { run.facts.options[entry.key] = entry.value }
        return run
    }

    private static func selected(_ run: some StoredRun, _ selection: DomainSelection) throws -> SelectedRun {
        try SelectedRun(selection, of: run)
    }

    /// Returns the run that consists of files with these contents.
    private static func collected(_ contents: [String]) throws -> any StoredRun {
        let collection = try ReportCollection(
            spoolFolders: [NSTemporaryDirectory()], toolVersion: "9", rulesVersion: "8"
        ) { Issue.record("\($0)") }
        try OutputFileTests.withFolder { folder in
            for (index, text) in contents.enumerated() {
                let file = folder.appending(path: "\(index)")
                try Data(text.utf8).write(to: file)
                try collection.add(path: file.path)
            }
        }
        return try collection.combinedRun()
    }

    private static func document(_ run: some StoredRun) throws -> String {
        let sink = MemorySink()
        try JSONReport(bodies: .always).render(run, to: sink)
        return String(decoding: sink.bytes, as: UTF8.self)
    }

    private static func lines(_ reports: [DomainReport]) -> String {
        reports.map { String(decoding: $0.line(.always), as: UTF8.self) }.joined()
    }

    /// Returns the number of domain pages that state that the domain is no longer audited.
    private static func goneCount(_ place: URL) throws -> Int {
        let files = try #require(FileManager.default.enumerator(atPath: place.appending(path: "d").path))
        let pages = files.compactMap { $0 as? String }.filter { $0.hasSuffix(".html") }
        #expect(!pages.isEmpty)
        return try pages.count { try SiteUnderTest.text(place, "d/\($0)").contains(gone) }
    }

    private static func refusal(_ run: any StoredRun, _ place: URL) -> String? {
        do {
            try SiteUnderTest.write(run, place)
            return nil
        } catch {
            return "\(error)"
        }
    }

    // MARK: Parts

    /// Returns runs of parts, each with its name.
    private static func parts() throws -> [(name: String, run: any StoredRun)] {
        let all = night(1)
        let web = try selected(all, DomainSelection(teams: ["Web"]))
        let payments = try selected(all, DomainSelection(teams: ["Payments"]))
        let share = night(1, Array(reports.prefix(10)), ["shard": "0/2"])
        let other = night(1, Array(reports.suffix(10)), ["shard": "1/2"])
        return try [
            ("all domains", all), ("team Web", web), ("share 0/2", share), ("share 1/2", other),
            ("share 0/2, team Web", selected(share, DomainSelection(teams: ["Web"]))),
            ("team Web, tag x", selected(web, DomainSelection(tags: ["x"]))),
            ("tag x", selected(all, DomainSelection(tags: ["x"]))),
            ("team Payments; team Web", collected([document(web), document(payments)])),
            (
                "share 0/3; share 1/3",
                collected([
                    document(night(1, Array(reports.prefix(10)), ["shard": "0/3"])),
                    document(night(1, Array(reports.suffix(10)), ["shard": "1/3"])),
                ])
            ),
        ]
    }

    @Test func eachPartHasASiteOfItsOwn() throws {
        let parts = try Self.parts()
        for (name, run) in parts {
            try SiteUnderTest.withSite { place in
                try SiteUnderTest.write(run, place)
                for (other, otherRun) in parts where other != name {
                    let words = try #require(Self.refusal(otherRun, place), "\(other) in the site of \(name)")
                    #expect(words.contains("it is the site of \(name), and this run is of \(other)."), "\(words)")
                }
                #expect(try SiteUnderTest.write(run, place).isEmpty)
                #expect(try run.summary.targets == 0 || Self.goneCount(place) == 0)
            }
        }
    }

    /// Only a domain that leaves the part is shown as removed.
    @Test func aLaterNightOfThePartGoesOn() throws {
        try SiteUnderTest.withSite { place in
            let web = DomainSelection(teams: ["Web"])
            try SiteUnderTest.write(Self.selected(Self.night(0), web), place)
            let members = Self.reports.filter(web.includes)
            try #require(members.count > 1)
            try SiteUnderTest.write(Self.selected(Self.night(1, Array(members.dropLast())), web), place)
            #expect(try Self.goneCount(place) == 1)
        }
    }

    /// A selection has the same site in any notation.
    @Test func equalSelectionsShareASite() throws {
        let both = DomainSelection(teams: ["Web", "Payments"])
        try SiteUnderTest.withSite { place in
            try SiteUnderTest.write(Self.selected(Self.night(0), both), place)
            for teams in [["Payments", "Web"], ["web", "PAYMENTS"], ["Web", "web", "Payments"]] {
                let run = try Self.selected(Self.night(1), DomainSelection(teams: teams))
                #expect(Self.refusal(run, place) == nil, "\(teams)")
                #expect(try Self.refusal(Self.collected([Self.document(run)]), place) == nil, "\(teams)")
            }
            #expect(try Self.goneCount(place) == 0)
        }
        let ways = try [["Web"], ["WEB"]].map {
            try Self.document(Self.selected(Self.night(1), DomainSelection(teams: $0)))
        }
        #expect(
            try Self.collected(ways).facts.part
                == Self.selected(Self.night(1), DomainSelection(teams: ["Web"])).facts.part)
    }

    /// The name of a team cannot be mistaken for a selection by status.
    @Test(arguments: ["Ops, status page", "x; a finding of severity error"])
    func aNameIsNoStatus(_ team: String) throws {
        var reports = Self.reports
        reports[0].people.team = team
        let run = try Self.selected(Self.night(1, reports), DomainSelection(teams: [team]))
        try SiteUnderTest.withSite { place in
            let read = try Self.collected([Self.document(run)])
            for run: any StoredRun in [run, read] { #expect(Self.refusal(run, place) == nil) }
        }
    }

    /// The reports of all shards together are a run of all domains.
    @Test func allShardsTogetherAreTheWhole() throws {
        try SiteUnderTest.withSite { place in
            try SiteUnderTest.write(Self.night(0), place)
            let shares = try (0..<2).map { index in
                try Self.document(
                    Self.night(
                        1, index == 0 ? Array(Self.reports.prefix(10)) : Array(Self.reports.suffix(10)),
                        ["shard": .string("\(index)/2")]))
            }
            let together = try Self.collected(shares)
            #expect(together.facts.part.text == nil)
            #expect(together.facts.options["maxConcurrency"] == Self.night(0).facts.options["maxConcurrency"])
            try SiteUnderTest.write(together, place)
            #expect(try Self.goneCount(place) == 0)
        }
    }

    /// A selection by status has no site, because a fixed domain is not removed.
    @Test func selectionsByStatusHaveNoSite() throws {
        for selection in [
            DomainSelection(statuses: [.fail]), DomainSelection(minSeverity: .error),
            DomainSelection(teams: ["Web"], minSeverity: .warning),
        ] {
            let run = try Self.selected(Self.night(1), selection)
            for run: any StoredRun in [run, try Self.collected([Self.document(run)])] {
                try SiteUnderTest.withSite { place in
                    let words = try #require(Self.refusal(run, place))
                    #expect(words.contains("change with their results"), "\(words)")
                    #expect(!FileManager.default.fileExists(atPath: place.appending(path: "d").path))
                }
            }
        }
    }

    /// Descriptions of any length are distinguished, and the mark stays small.
    @Test func longPartsAreToldApart() throws {
        let teams = (0..<3001).map { "team number \($0) of a very large company" }
        let run = try Self.selected(Self.night(1), DomainSelection(teams: teams + ["Web"]))
        let other = try Self.selected(Self.night(1), DomainSelection(teams: teams + ["Payments"]))
        try SiteUnderTest.withSite { place in
            try SiteUnderTest.write(run, place)
            #expect(Self.refusal(run, place) == nil)
            let words = try #require(Self.refusal(other, place))
            #expect(words.utf8.count < 1500)
            #expect(try Data(contentsOf: place.appending(path: ".aasa-audit-site")).count < 1000)
        }
    }

    // MARK: The remains of a killed first night

    @Test func aFolderWithPagesOfDomainsIsTheirs() throws {
        try SiteUnderTest.withSite { place in
            try SiteUnderTest.write(Self.night(0), place)
            try FileManager.default.removeItem(at: place.appending(path: "runs"))
            let part = try Self.selected(Self.night(1), DomainSelection(teams: ["Web"]))
            #expect(Self.refusal(part, place)?.contains("it is the site of all domains") == true)
            #expect(Self.refusal(Self.night(1), place) == nil)
            #expect(try Self.goneCount(place) == 0)
        }
    }

    @Test func aMarkWithoutPagesBelongsToNoSite() throws {
        let mark = ".aasa-audit-site"
        let part = try Self.selected(Self.night(1), DomainSelection(teams: ["Web"]))
        var marks: [Data] = []
        try SiteUnderTest.withSite { place in
            try SiteUnderTest.write(part, place)
            let whole = try Data(contentsOf: place.appending(path: mark))
            // The mark is truncated at many positions.
            marks = stride(from: 0, through: whole.count, by: 7).map { whole.prefix($0) } + [whole]
        }
        for kept in marks {
            for run: any StoredRun in [Self.night(1), part] {
                try SiteUnderTest.withSite { place in
                    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
                    try kept.write(to: place.appending(path: mark))
                    #expect(Self.refusal(run, place) == nil, "\(kept.count) bytes")
                    #expect(Self.refusal(run, place) == nil, "\(kept.count) bytes, once more")
                }
            }
        }
    }

    // MARK: Reports without information about completeness

    /// Lines of NDJSON can be from a killed run, so missing domains are not shown as removed.
    @Test func linesDoNotRemoveDomains() throws {
        try SiteUnderTest.withSite { place in
            try SiteUnderTest.write(Self.night(0), place)
            let lists = ["names/n-.html", "attention.html", "teams/index.html"]
            let before = try lists.map { try SiteUnderTest.text(place, $0) }
            var later = Array(Self.reports.prefix(5))
            for index in later.indices { later[index].startedAt = Samples.days(1) }
            let run = try Self.collected([Self.lines(later)])
            // Every format shows the run like a complete one.
            #expect(run.ending.isComplete && run.ending.isCompletenessAssumed)
            try SiteUnderTest.write(run, place)
            #expect(try Self.goneCount(place) == 0)
            #expect(try lists.map { try SiteUnderTest.text(place, $0) } == before)
            let start = try SiteUnderTest.text(place, "index.html")
            #expect(start.contains("It is not known whether the run was complete"))
            #expect(start.contains("attention are those of the run of 2026-05-01 12:00 UTC."))
            #expect(start.contains("(end not known)</title>"))
            #expect(try SiteUnderTest.text(place, "runs/index.html").contains("(end not known)"))
            // The lists are not from this run.
            try SiteUnderTest.write(Self.night(2, [Self.reports[0]], complete: false), place)
            #expect(
                try SiteUnderTest.text(place, "index.html").contains(
                    "attention are those of the run of 2026-05-01 12:00 UTC."))
        }
    }

    @Test func aSiteOfLinesSaysSo() throws {
        try SiteUnderTest.withSite { place in
            try SiteUnderTest.write(Self.collected([Self.lines(Self.reports)]), place)
            let names = try SiteUnderTest.text(place, "names/n-.html")
            #expect(names.contains("may have been cut short: only the domains in its lines are listed."))
        }
    }

    @Test func emptyInputsAreRefused() throws {
        try SiteUnderTest.withSite { place in
            let empty: [any StoredRun] = [try Self.collected([""]), Self.night(0, [], complete: false)]
            for run in empty {
                let words = try #require(Self.refusal(run, place))
                #expect(words.contains("is not known to be of a complete run"), "\(words)")
                #expect(!FileManager.default.fileExists(atPath: place.appending(path: "runs").path))
            }
            // A run of an empty list is valid.
            try SiteUnderTest.write(Self.collected([Self.document(Self.night(1, []))]), place)
            #expect(FileManager.default.fileExists(atPath: place.appending(path: "runs").path))
        }
    }
}
