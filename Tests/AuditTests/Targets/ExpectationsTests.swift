import AppSiteAssociation
import Audit
import Foundation
import Testing

/// The expectations for domains, as lists and configurations contain them.
struct ExpectationsTests {
    @Test(arguments: [
        ("A1B2C3D4E5.com.acme", AssociationService.applinks),
        ("webcredentials:A1B2C3D4E5.com.acme", AssociationService.webcredentials),
    ])
    func readsApps(text: String, service: AssociationService) throws {
        let app = try Expectations.App(text)
        #expect(app == Expectations.App(appID: AppIdentifier("A1B2C3D4E5.com.acme"), service: service))
        #expect(app.shortText == text)
    }

    @Test(arguments: ["", "com.acme", "A1B2C3D4E5", "x:A1B2C3D4E5.com.acme", ":A1B2C3D4E5.com.acme", "A1B2C3D4E5.*"])
    func refusesMalformedApps(text: String) { #expect(throws: SettingError.self) { try Expectations.App(text) } }

    @Test func readsTheColumnOfALists() async throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("list-\(UUID().uuidString).csv")
        try Data(
            """
            domain,expected_app_ids,owner
            a.example,A1B2C3D4E5.com.acme; appclips:A1B2C3D4E5.com.acme.clip,
            b.example,com.acme,listed
            """.utf8
        ).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let expectations = Expectations(opens: [try LinkRequest("https://b.example/")])
        let known = Target(
            input: "b.example", domain: DomainID(host: "b.example"),
            people: DomainPeople(owner: "known", team: "web", tags: ["x"]), expectations: expectations)
        let stream = try TargetStream(lists: [url.path], attributes: TargetAttributes([known]))
        let first = try #require(try await stream.next()).result.get()
        #expect(
            first.expectations?.apps.map(\.text)
                == ["applinks:A1B2C3D4E5.com.acme", "appclips:A1B2C3D4E5.com.acme.clip"])
        #expect(first.columns.isEmpty)
        let second = try #require(try await stream.next()).result.get()
        // An invalid identifier is noted, and the attributes of a domain apply regardless of the source that names it.
        #expect(second.notes.contains { $0.contains("“com.acme”") })
        #expect(second.expectations == expectations)
        #expect(second.people.owner == "listed")
        #expect(second.people.team == "web")
        #expect(second.people.tags == ["x"])
    }

    /// The values of a domain take precedence over those of patterns, and the first pattern takes precedence over the others.
    ///
    /// No owner gets the contact of another owner.
    @Test func ownersOfPatternsFillWhatIsMissing() throws {
        let owners = [
            OwnerRule(
                domain: try DomainPattern("*.shop.example"),
                people: DomainPeople(owner: "Robin", team: "Shop", tags: ["shop", "eu"])),
            OwnerRule(
                domain: try DomainPattern("*.example"),
                people: DomainPeople(owner: "Alex", contact: "#all", tags: ["eu", "all"])),
        ]
        let known = Target(
            input: "a.shop.example", domain: DomainID(host: "a.shop.example"),
            people: DomainPeople(owner: "Dana", tags: ["own"]))
        let attributes = TargetAttributes([known], owners: owners)
        let rows: [(String, [String?], [String])] = [
            ("a.shop.example", ["Dana", nil, "Shop"], ["own", "shop", "eu", "all"]),
            ("b.shop.example", ["Robin", nil, "Shop"], ["shop", "eu", "all"]),
            ("c.example", ["Alex", "#all", nil], ["eu", "all"]), ("d.test", [nil, nil, nil], []),
        ]
        for (host, people, tags) in rows {
            var target = try TargetParser.parse(host)
            attributes.add(to: &target)
            #expect([target.people.owner, target.people.contact, target.people.team] == people, "\(host)")
            #expect(target.people.tags == tags, "\(host)")
        }
    }

    /// Owner, contact and team in a list, in the configuration's domains and in a pattern, and the expected result.
    static let contacts: [(row: [String?], entry: [String?], rule: [String?], expected: [String?])] = [
        ([nil, nil, nil], [nil, nil, nil], ["Robin", "#robin", nil], ["Robin", "#robin", nil]),
        (["Dana", nil, nil], [nil, nil, nil], ["Robin", "#robin", nil], ["Dana", nil, nil]),
        ([nil, nil, "Shop"], [nil, nil, nil], [nil, "#web", "Web"], [nil, nil, "Shop"]),
        ([nil, "#own", nil], [nil, nil, nil], ["Robin", "#robin", nil], ["Robin", "#own", nil]),
        (["Dana", nil, nil], ["Robin", "#robin", "Web"], [nil, nil, nil], ["Dana", nil, "Web"]),
        (["Dana", nil, nil], ["Dana", "#dana", nil], [nil, nil, nil], ["Dana", "#dana", nil]),
        ([nil, nil, "Shop"], [nil, "#shop", nil], [nil, "#web", "Web"], [nil, "#shop", "Shop"]),
        ([nil, nil, nil], [nil, nil, "Shop"], ["Robin", "#robin", nil], ["Robin", nil, "Shop"]),
    ]

    @Test(arguments: contacts)
    func aContactStaysWithItsOwner(
        data: (row: [String?], entry: [String?], rule: [String?], expected: [String?])
    ) throws {
        func target(_ people: [String?]) -> Target {
            Target(
                input: "a.example", domain: DomainID(host: "a.example"),
                people: DomainPeople(owner: people[0], contact: people[1], team: people[2]))
        }
        let rule = OwnerRule(
            domain: try DomainPattern("*.example"),
            people: DomainPeople(owner: data.rule[0], contact: data.rule[1], team: data.rule[2]))
        var found = target(data.row)
        TargetAttributes([target(data.entry)], owners: [rule]).add(to: &found)
        #expect([found.people.owner, found.people.contact, found.people.team] == data.expected)
    }

    @Test func takesTargetsThatWereReadAlready() async throws {
        let stream = try TargetStream(
            ["a.example", "b.example", "A.example"].map { TargetEntry($0) }, exclude: ["^c"])
        #expect(try await stream.next()?.input == "a.example")
        #expect(try await stream.next()?.input == "b.example")
        #expect(try await stream.next() == nil)
        #expect(await stream.aliases == Aliases([0: ["A.example"]]))
    }
}
