import Audit
import Foundation
import Testing

@testable import Audit
@testable import Reports

/// The distribution of names among pages.
struct SiteNamesTests {
    private static func row(_ name: String) -> SiteRow {
        var report = Samples.passing
        report.domain = DomainID(host: name, displayHost: name)
        return SiteRow(report, path: "d/00/x.html")
    }

    private static var names: [String] {
        (0..<900).map { "shop-\($0).example" } + (0..<40).map { "www.a\($0).de" }
            + ["a", "www.", "www.shop-1.example", "שלום.example", "日本", "Ä", "shop-", "shop-1"]
            + Array(repeating: "same entry", count: 30) + [String(repeating: "l.", count: 300)]
    }

    @Test(arguments: [1, 7, 100, 400, 5000])
    func everyNameIsOnOnePage(maxNames: Int) {
        let rows = Self.names.map(Self.row)
        let pages = SiteNames(rows, maxNames: maxNames).pages
        #expect(pages.flatMap(\.rows).sorted() == Array(rows.indices))
        #expect(Set(pages.map(\.path)).count == pages.count)
        for page in pages {
            #expect(page.rows.count <= maxNames || page.isWhole)
            let keys = page.rows.map { rows[$0].searchKey }
            #expect(keys.allSatisfy { $0.hasPrefix(page.prefix) })
            let sorted = keys.sorted { Array($0.unicodeScalars).lexicographicallyPrecedes(Array($1.unicodeScalars)) }
            #expect(keys == sorted)
        }
    }

    /// A typed name is found on the page with the longest matching prefix.
    @Test func aNameLeadsToItsPage() {
        let rows = Self.names.map(Self.row)
        let pages = SiteNames(rows, maxNames: 50).pages
        for (index, row) in rows.enumerated() {
            let fitting = pages.filter { $0.isWhole ? row.searchKey == $0.prefix : row.searchKey.hasPrefix($0.prefix) }
            let best = fitting.max { ($0.prefix.count, $0.isWhole ? 1 : 0) < ($1.prefix.count, $1.isWhole ? 1 : 0) }
            #expect(best?.rows.contains(index) == true, "\(row.searchKey)")
        }
    }

    @Test func aDomainMoreChangesOnePage() {
        let names = Self.names
        let before = SiteNames(names.map(Self.row), maxNames: 100).pages
        let after = SiteNames((names + ["shop-5000.example"]).map(Self.row), maxNames: 100).pages
        let changed = after.filter { page in !before.contains { $0.path == page.path && $0.rows == page.rows } }
        #expect(changed.count == 1)
    }
}
