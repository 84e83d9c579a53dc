import Findings
import Foundation
import Records
import Reports
import TestSupport
import Testing
import Transport

@testable import Audit
@testable import History

/// The reported difference between two files.
@Suite(.inTurn(minutes: 3)) struct FileChangeTests {
    static func file(_ details: String) -> [UInt8] {
        Array(#"{"applinks":{"apps":[],"details":[\#(details)]}}"#.utf8)
    }

    static func app(_ name: String, _ rules: String...) -> String {
        #"{"appIDs":["A1B2C3D4E5.com.acme.\#(name)"],"components":[\#(rules.joined(separator: ","))]}"#
    }

    struct Change: Sendable {
        var before: [UInt8]
        var after: [UInt8]
        var facts: [String]
        var findings: [FindingCode] = []
    }

    static let shop = #"{"/":"/shop/*"}"#
    static let news = #"{"/":"/news/?*"}"#

    static let changes: [Change] = [
        Change(
            before: file(app("one", shop)), after: file(app("one", shop) + "," + app("two", news)),
            facts: ["App added to applinks: A1B2C3D4E5.com.acme.two."]),
        Change(
            before: file(app("one", shop) + "," + app("two", news)), after: file(app("two", news)),
            facts: ["App removed from applinks: A1B2C3D4E5.com.acme.one."]),
        Change(
            before: file(app("one", shop, news)), after: file(app("one", shop)),
            facts: [
                #"Rule removed for A1B2C3D4E5.com.acme.one: {"/":"/news/?*"}"#,
                "Links that opened A1B2C3D4E5.com.acme.one no longer do, for example https://a.test/news/a",
            ]),
        Change(
            before: file(app("one", shop)), after: file(app("one", #"{"/":"/shop/old/*","exclude":true}"#, shop)),
            facts: [
                #"Rule added for A1B2C3D4E5.com.acme.one: {"/":"/shop/old/*","exclude":true}"#,
                "Links that opened A1B2C3D4E5.com.acme.one no longer do, for example https://a.test/shop/old",
            ]),
        Change(
            before: file(app("one", shop)), after: file(app("one", shop, news)),
            facts: [
                #"Rule added for A1B2C3D4E5.com.acme.one: {"/":"/news/?*"}"#,
                "Links that did not open A1B2C3D4E5.com.acme.one now do, for example https://a.test/news/a",
            ]),
        // An equivalent rule was inserted before a rule, so no links are lost.
        Change(
            before: file(app("one", #"{"/":"/shop/new/*"}"#, #"{"/":"/shop/*"}"#)),
            after: file(app("one", #"{"/":"/shop/*"}"#, #"{"/":"/shop/new/*"}"#)),
            facts: ["The file's text changed, but not its meaning for current systems."]),
        // An exclusion after the rule that it should restrict has no effect.
        Change(
            before: file(app("one", shop)), after: file(app("one", shop, #"{"/":"/shop/x/*","exclude":true}"#)),
            facts: [#"Rule added for A1B2C3D4E5.com.acme.one: {"/":"/shop/x/*","exclude":true}"#],
            findings: [.ruleUnreachable]),
        Change(
            before: file(app("one", shop)), after: file(" " + app("one", shop)),
            facts: ["The file's text changed, but not its meaning for current systems."]),
        Change(
            before: Array(#"{"webcredentials":{"apps":["A1B2C3D4E5.com.acme.one"]}}"#.utf8),
            after: Array(#"{"appclips":{"apps":["A1B2C3D4E5.com.acme.one.Clip"]}}"#.utf8),
            facts: [
                "Service removed: webcredentials.", "App removed from webcredentials: A1B2C3D4E5.com.acme.one.",
                "Service added: appclips.", "App added to appclips: A1B2C3D4E5.com.acme.one.Clip.",
            ]),
        Change(
            before: file(app("one", shop)), after: Array("{".utf8),
            facts: [], findings: [.jsonInvalid]),
    ]

    @Test(arguments: changes.indices)
    func tellsChangesInTheLanguageOfTheFile(_ index: Int) throws {
        let change = Self.changes[index]
        try withDatabase { database in
            try Night.record(1, [Night.good("a.test", file: change.before, night: 1)], in: database)
            try Night.record(2, [Night.good("a.test", file: change.after, night: 2)], in: database)
            let diff = try RunComparison.compare(
                database.run(named: "1"), database.run(named: "2"), in: database)
            let domain = try #require(diff.domains.first)
            #expect(Set(domain.otherChanges.map(\.text)) == Set(change.facts))
            #expect(domain.otherChanges.allSatisfy { $0.kind == .content })
            let new = domain.findings.filter { $0.kind == .new }.map(\.finding.code)
            #expect(new.filter { change.findings.contains($0) } == change.findings)
        }
    }
}
