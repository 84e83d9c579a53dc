import Audit
import Foundation
import TestSupport
import Testing

@testable import Settings

/// The configuration that `init` writes.
struct NewConfigurationTests {
    /// The attributes of a domain, as a list contains them.
    struct Given: Sendable, CustomTestStringConvertible {
        var name: String
        var owner: String?
        var contact: String?
        var team: String?
        var tags: [String] = []
        var apps: [String] = []
        /// The owner after texts are put on one line; `nil` for the same.
        var cleanOwner: String?
        var testDescription: String { "\(name.prefix(40)) \(owner?.prefix(40) ?? "")" }
    }

    static let given: [Given] = [
        Given(name: "shop.example"), Given(name: "shop.example:8443"), Given(name: "*.shop.example"),
        Given(name: "192.0.2.1"), Given(name: "[2001:db8::1]"), Given(name: "[2001:db8::1]:8443"),
        Given(name: "bücher.example", owner: "Zoë Müller"), Given(name: "xn--bcher-kva.example"),
        Given(name: "null"), Given(name: "no"), Given(name: "on.example"), Given(name: "007.example"),
        Given(name: "1.e5"), Given(name: "applinks:*.shop.example?mode=developer"),
        Given(name: "a.example", owner: "no", team: "007", tags: ["true", "1e3", "2099-06-30", "~"]),
        Given(name: "a.example", owner: "Dana: the #1 {owner}", contact: "#web, [all] & *more", team: "R&D"),
        Given(name: "a.example", owner: #"back\slash "quoted" 'single'"#, contact: "https://chat.example/#web"),
        Given(name: "a.example", owner: "\u{202E}evil\u{2028}line\u{FEFF}\u{E000}", team: "=cmd|' /C calc'!A0"),
        Given(name: "a.example", owner: "  a\nb\tc\u{7F}\r\n- d: e ", cleanOwner: "a b c   - d: e"),
        Given(name: "a.example", owner: "&anchor *alias !tag %directive @at `tick", team: "--- # ..."),
        Given(
            name: "a.example",
            owner: "\"\u{301}: \u{301}#\u{903}\\\u{903}\"\u{200D}, \u{FE0F}*\u{20DD}x: \"\u{1F3FB}]\u{E0100}",
            team: "\u{301}\"\u{301}"),
        Given(name: "a.example", owner: "\u{0}", cleanOwner: ""), Given(name: "a.example", owner: "", team: ""),
        Given(name: "a.example", owner: String(repeating: "*a &b ", count: 40) + "."),
        Given(
            name: "a.example", tags: ["a", "b c", ""],
            apps: ["A1B2C3D4E5.com.acme.shop", "webcredentials:A1B2C3D4E5.com.acme.shop"]),
    ]

    static func target(_ given: Given) throws -> Target {
        var target =
            try AssociatedDomain(given.name).service == nil
            ? TargetParser.parse(given.name) : AssociatedDomain(given.name).target.get()
        target.people = DomainPeople(owner: given.owner, contact: given.contact, team: given.team, tags: given.tags)
        if !given.apps.isEmpty {
            target.expectations = Expectations(apps: try given.apps.map { try Expectations.App($0) })
        }
        return target
    }

    static func configuration(_ bytes: [UInt8]) throws -> Configuration {
        try Configuration(bytes, path: "aasa-audit.yaml")
    }

    @Test(arguments: given)
    func isReadAsWhatWasGiven(given: Given) throws {
        let target = try Self.target(given)
        let new = try NewConfiguration(of: [target], path: "aasa-audit.yaml")
        let read = try Self.configuration(new.bytes)
        let domain = try #require(read.domains.first).result.get()
        #expect(read.domains.count == 1)
        #expect(domain.domain == target.domain)
        #expect(domain.isWildcard == target.isWildcard)
        func same(_ read: String?, _ given: String?) -> Bool { read ?? "" == given ?? "" }
        #expect(same(domain.people.owner, given.cleanOwner ?? given.owner), "\(domain.people.owner ?? "")")
        #expect(same(domain.people.contact, given.contact))
        #expect(same(domain.people.team, given.team))
        #expect(domain.people.tags == given.tags.filter { !$0.isEmpty })
        #expect(domain.expectations == target.expectations)
        #expect(new.remarks.isEmpty)
        #expect(read.settings.count == 1)
        // The file contains no invisible characters.
        let text = String(decoding: new.bytes, as: UTF8.self)
        #expect(!text.contains("\u{202E}") && !text.contains("\u{2028}") && !text.contains("\u{0}"))
    }

    /// The file is valid if all commented-out keys are enabled with their defaults and examples.
    @Test func isRightWithEverySettingInUse() throws {
        let new = try NewConfiguration(of: [], path: "aasa-audit.yaml")
        let text = String(decoding: new.bytes, as: UTF8.self)
        #expect(try Self.configuration(new.bytes).domains.isEmpty)
        let used = try Self.configuration(Array(text.replacing(#/(?m)^#(?=[a-z])/#, with: "").utf8))
        for key in ConfigurationReader.settingKeys { #expect(used.settings[key] != nil, "\(key)") }
        #expect(used.waivers.rules.count == 1 && used.severities.count == 2 && used.owners.count == 1)
        #expect(used.includedFiles.count == 2)
        let domains = try Self.configuration(Array(text.replacing("  #- ", with: "  - ").utf8)).domains
        #expect(domains.count == 2)
        #expect(!text.contains("\n\n\n"))
        for line in text.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
    }

    /// The description of a key is copied from the table of settings.
    @Test func commentsAreThoseOfTheSettingTable() throws {
        let new = try NewConfiguration(of: [], path: "aasa-audit.yaml")
        let words = String(decoding: new.bytes, as: UTF8.self).replacing("\n#", with: "").split(separator: " ")
            .joined(separator: " ")
        for entry in ConfigurationSchema.entries {
            #expect(words.contains(entry.fileHelp.split(separator: " ").joined(separator: " ")), "\(entry.key)")
        }
        for key in FileKey.groups + FileKey.domain { #expect(words.contains(key.help), "\(key.name)") }
    }

    @Test func namesWhereTheDomainsCameFrom() throws {
        let new = try NewConfiguration(
            of: [Self.target(Self.given[0])], path: "conf/it's.yaml",
            lists: ["a b.csv"], entitlements: ["/x/Shop.ipa"], schema: "/usr/share/x.json")
        let text = String(decoding: new.bytes, as: UTF8.self)
        #expect(text.hasPrefix("# yaml-language-server: $schema=/usr/share/x.json\n#"))
        #expect(text.contains("\nlists: [\"a b.csv\"]\n") && !text.contains("#lists:"))
        #expect(try Self.configuration(new.bytes).domains.count == 1)
        let listed = try NewConfiguration(of: [], path: "audit.yaml", lists: ["a.csv"], listedCount: 1)
        let read = try Self.configuration(listed.bytes)
        #expect(read.domains.isEmpty && read.settings["lists"] == ["a.csv"])
        #expect(text.contains("\n#entitlements: [\"/x/Shop.ipa\"]\n"))
        #expect(text.contains(#"aasa-audit --config 'conf/it'\''s.yaml'"#))
    }

    @Test func reportsValuesThatItCannotContain() throws {
        var target = try Self.target(Self.given[0])
        target.columns = [TargetColumn(name: "cost centre", value: "1"), TargetColumn(name: "a\u{202E}", value: "2")]
        target.people.contact = String(repeating: "x", count: 201)
        let new = try NewConfiguration(of: [target], path: "aasa-audit.yaml")
        #expect(new.remarks.count == 2)
        #expect(new.remarks[0].contains("contact of “shop.example”") && new.remarks[0].contains("200"))
        #expect(new.remarks[1].contains("“a\\u{202E}” and “cost centre”") && new.remarks[1].contains("lists"))
    }

    /// Limits in percent are enabled only for enough domains.
    @Test(arguments: [(9, false), (10, true)])
    func setsALimitOfUnreachableDomainsWhereThereAreMany(count: Int, isSet: Bool) throws {
        let targets = try (0..<count).map { try TargetParser.parse("d\($0).example") }
        let new = try NewConfiguration(of: targets, path: "aasa-audit.yaml")
        let text = String(decoding: new.bytes, as: UTF8.self)
        #expect(text.contains("\nmax_unreachable: 20%\n") == isSet)
        #expect(text.contains("\nmin_targets: 80%\n") == isSet)
        #expect(text.contains("\n#max_unreachable: 20%\n") != isSet)
        #expect(try Self.configuration(new.bytes).settings.count == (isSet ? 3 : 1))
    }

    @Test func refusesMoreThanAConfigurationHolds() throws {
        let owner = String(repeating: "x", count: 9 << 20)
        let target = try Self.target(Given(name: "a.example", owner: owner))
        let error = #expect(throws: UsageError.self) {
            _ = try NewConfiguration(of: [target], path: "aasa-audit.yaml")
        }
        #expect(error?.description.contains("“lists”") == true)
    }
}
