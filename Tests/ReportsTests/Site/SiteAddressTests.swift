import Findings
import Foundation
import Testing

@testable import Audit
@testable import Reports

/// The paths of the pages of a site: names that every file system and URL accepts.
struct SiteAddressTests {
    private static func path(_ host: String, _ port: Int = 443) -> String {
        var report = Samples.passing
        report.domain = DomainID(host: host, port: port)
        return SiteAddress.domain(report)
    }

    @Test(arguments: [
        ("example.com", 443, "example.com.html"), ("example.com", 8443, "example.com~p8443.html"),
        ("xn--9dbne9b.example", 443, "xn--9dbne9b.example.html"), ("2001:db8::1", 443, "2001~db8~~1.html"),
        ("2001:db8::1", 8443, "2001~db8~~1~p8443.html"), ("con.example", 443, "~con.example.html"),
        ("a_b-c.example", 1, "a_b-c.example~p1.html"),
    ])
    func aHostIsItsFileName(host: String, port: Int, file: String) {
        #expect(Self.path(host, port).hasSuffix("/\(file)"))
    }

    private static let hostile: [String] =
        [
            "..", ".", ".hidden", "../../etc/passwd", "A.example", "a/b", "a\\b", "a b", "%2e%2e", "a%00", "שלום", "",
            "a\n", "CON", "nul", "lpt9.x", "d\u{301}", String(repeating: "a.", count: 126) + "b",
            String(repeating: "a.", count: 126) + "c", String(repeating: "日", count: 400),
        ] + HostileTexts.all

    @Test func everyNameIsSafeAndItsOwn() throws {
        var taken: [String: String] = [:]
        for host in Set(Self.hostile) {
            for port in [443, 1, 65_535] {
                let path = Self.path(host, port)
                let parts = path.split(separator: "/", omittingEmptySubsequences: false)
                #expect(parts.count == 3 && parts[0] == "d" && parts[1].utf8.count == 2, "\(path)")
                let name = try #require(parts.last)
                #expect(name.wholeMatch(of: /[a-z0-9._~-]+\.html/) != nil, "\(path)")
                #expect(name.utf8.count <= 220 && !name.hasPrefix("."), "\(path)")
                #expect(!["con", "nul", "lpt9"].contains(name.split(separator: ".")[0]), "\(path)")
                let other = taken.updateValue("\(host):\(port)", forKey: path.lowercased())
                #expect(other == nil, "\(host):\(port) and \(other ?? "")")
            }
        }
    }

    /// Lists of changes contain only names, which lead to the same page.
    @Test(arguments: [
        ("example.com", 443), ("example.com", 8443), ("2001:db8::1", 443), ("2001:db8::1", 8443), ("aux.de", 1),
    ])
    func theNameAloneLeadsToThePage(host: String, port: Int) {
        let name = DomainID(host: host, port: port).name
        #expect(SiteAddress.domain(named: name) == Self.path(host, port))
    }

    @Test(arguments: ["שלום.example", "../x", "a:b:c:99999999999999999999", "", "a b", "[::1", "x:y"])
    func aNameThatSaysNothingLeadsNowhereElse(name: String) {
        guard let path = SiteAddress.domain(named: name) else { return }
        #expect(path.wholeMatch(of: /d\/[0-9a-f]{2}\/[a-z0-9._~-]+\.html/) != nil, "\(path)")
    }

    @Test func teamsAndNamesAreToldApart() {
        let teams = Set(Self.hostile + ["Web", "web", "wEB"])
        #expect(Set(teams.map { SiteAddress.team($0).lowercased() }).count == teams.count)
        for text in Self.hostile {
            for path in [SiteAddress.team(text), SiteAddress.names(text, isWhole: false)] {
                #expect(path.wholeMatch(of: /(teams|names)\/[a-z0-9.~-]+\.html/) != nil, "\(path)")
                #expect(path.utf8.count < 240, "\(path)")
            }
        }
        #expect(SiteAddress.names("ab", isWhole: true) != SiteAddress.names("ab", isWhole: false))
    }

    @Test func aMillionNamesAreSpreadOverFolders() {
        var counts: [Substring: Int] = [:]
        for number in 0..<25_600 {
            counts[Self.path("customer-\(number).example").split(separator: "/")[1], default: 0] += 1
        }
        #expect(counts.count == 256)
        #expect(counts.values.max() ?? 0 < 200)
    }
}
