import Foundation
import Records
import Testing

@testable import Audit
@testable import Reports

/// A site in a separate folder, and the runs that are written to it.
enum SiteUnderTest {
    /// Writes a run to the site below `place`.
    ///
    /// - Returns: The pages that were written, by name, with the text of each.
    @discardableResult
    static func write(_ run: some StoredRun, _ place: URL, now: Date = Samples.days(1000)) throws -> Set<String> {
        let before = try inodes(place)
        let folder = try SiteFolder(path: place.path)
        let sink = BufferedSink(folder)
        try SiteRenderer(folder: folder, now: { now }).render(run, to: sink)
        try sink.finish()
        let written = Set(try inodes(place).filter { before[$0.key] != $0.value }.keys)
        #expect(written.count == folder.writtenPages)
        return written
    }

    private static func inodes(_ place: URL) throws -> [String: Int] {
        var inodes: [String: Int] = [:]
        for name in FileManager.default.enumerator(atPath: place.path)?.compactMap({ $0 as? String }) ?? []
        where name.hasSuffix(".html") {
            let facts = try FileManager.default.attributesOfItem(atPath: place.appending(path: name).path)
            inodes[name] = facts[.systemFileNumber] as? Int
        }
        return inodes
    }

    static func text(_ place: URL, _ name: String) throws -> String {
        try String(contentsOf: place.appending(path: name), encoding: .utf8)
    }

    /// Returns a domain without problems whose name is `name`.
    static func named(_ name: String) -> DomainReport {
        var report = Estate.well(1)
        report.input = name
        report.domain = DomainID(host: name)
        return report
    }

    /// Returns a domain with a redirect whose name is `name`.
    static func broken(_ name: String) -> DomainReport {
        var report = Estate.redirect(3)
        report.input = name
        report.domain = DomainID(host: name)
        return report
    }

    static func withSite(_ body: (URL) throws -> Void) throws {
        try OutputFileTests.withFolder { try body($0.appending(path: "site")) }
    }

    /// Returns a run, with its own name, that began `nights` nights later.
    static func night(_ nights: Double, _ reports: [DomainReport], complete: Bool = true, hasHistory: Bool = false)
        -> Estate
    {
        var run = Estate(reports, hasHistory: hasHistory, complete: complete)
        run.facts.startedAt = Samples.days(nights)
        run.facts.id = "night-\(nights)"
        return run
    }

    static func expectLinksToLead(from names: Set<String>, _ place: URL) throws {
        for name in names {
            let page = try text(place, name)
            #expect(page.hasPrefix("<!doctype html>\n") && page.hasSuffix("</html>\n"), "\(name)")
            #expect(page.utf8.allSatisfy { $0 < 0x80 }, "\(name)")
            let base = place.appending(path: name).deletingLastPathComponent()
            for link in page.matches(of: /href="([^"#]+)(#[^"]*)?"/).map(\.1) where !link.hasPrefix("https:") {
                let target = base.appending(path: String(link)).standardizedFileURL
                #expect(FileManager.default.fileExists(atPath: target.path), "\(name): \(link)")
            }
        }
    }
}
