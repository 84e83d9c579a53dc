import Audit
import Findings
import Testing

import struct Foundation.Date

@testable import Settings

/// The file of waivers that the program writes.
struct AcceptedFileTests {
    /// 23 November 2026, 12:00 UTC.
    static let date = Date(timeIntervalSince1970: 1_795_435_200)

    static func rule(
        _ domain: String, _ code: FindingCode = .redirect, reason: String = "known", until: String? = nil,
        acceptedBy: String? = nil
    ) throws -> (rule: WaiverRule, comment: String) {
        (
            WaiverRule(
                code: code, domain: try DomainPattern(domain),
                waiver: Waiver(reason: reason, until: until, acceptedBy: acceptedBy)),
            "error, first seen on 2026-11-20: It was\nso."
        )
    }

    static func text(_ file: AcceptedFile) -> String { String(decoding: file.bytes, as: UTF8.self) }

    @Test func isReadAsItWasWritten() throws {
        let hostile = #"It's "known" \ : #1 {a} é*&"#
        let rules = try [
            Self.rule("a.example", reason: hostile, until: "2027-06-30", acceptedBy: hostile),
            Self.rule("b.example:8443"),
            Self.rule("[2001:db8::1]:8443", .fileMissing),
        ]
        let file = try AcceptedFile(adding: rules, to: nil, path: "accepted.yaml", at: Self.date)
        #expect(file.addedCount == 3)
        let read = try Configuration(file.bytes, path: "accepted.yaml", isIncluded: true).waivers.rules
        #expect(read.map(\.waiver.reason) == [hostile, "known", "known"])
        #expect(read.map(\.waiver.until) == ["2027-06-30", nil, nil])
        #expect(read.map(\.waiver.acceptedBy) == [hostile, nil, nil])
        #expect(read.map { $0.domain?.description } == ["a.example", "b.example:8443", "[2001:db8::1]:8443"])
        #expect(read.map(\.code) == [.redirect, .redirect, .fileMissing])
    }

    /// The existing content stays unchanged, to the byte.
    @Test(arguments: [
        "# ours\nwaivers:\n  # why\n  - {code: redirect, domain: \"*.old.example\", reason: \"a: b\"} # until June\n",
        "waivers:\n  - code: redirect\n    team: Shop\n    reason: x", "severities: {slow-response: info}\nwaivers:\n",
        "# nothing\n", "",
        "severities: {slow-response: info}",
    ])
    func addsAtTheEnd(existing: String) throws {
        let known = try Configuration(Array(existing.utf8), path: "x", isIncluded: true)
        let file = try AcceptedFile(
            adding: [Self.rule("a.example")], to: Array(existing.utf8), path: "x", at: Self.date)
        #expect(Self.text(file).hasPrefix(existing))
        let read = try Configuration(file.bytes, path: "x", isIncluded: true)
        #expect(read.waivers.rules.map(\.waiver) == known.waivers.rules.map(\.waiver) + [Waiver(reason: "known")])
        #expect(read.severities == known.severities)
        // The same finding is not accepted twice.
        let again = try AcceptedFile(adding: [Self.rule("a.example")], to: file.bytes, path: "x", at: Self.date)
        #expect(again.addedCount == 0)
        #expect(again.bytes == file.bytes)
        let longer = try [Self.rule("a.example", until: "2030-01-01")]
        #expect(try AcceptedFile(adding: longer, to: file.bytes, path: "x", at: Self.date).addedCount == 0)
        // A waiver that has ended does not count as accepted.
        let brief = try [Self.rule("a.example", until: "2026-11-22")]
        let over = try AcceptedFile(adding: brief, to: Array(existing.utf8), path: "x", at: Self.date).bytes
        #expect(try AcceptedFile(adding: longer, to: over, path: "x", at: Self.date).addedCount == 1)
    }

    /// A waiver that is limited to some domains does not prevent a new one for others.
    @Test(arguments: ["team: Shop", "tag: eu"])
    func aLimitedWaiverDoesNotPreventAnother(condition: String) throws {
        let existing = "waivers:\n  - {code: redirect, domain: a.example, \(condition), reason: x}\n"
        let file = try AcceptedFile(
            adding: [Self.rule("a.example")], to: Array(existing.utf8), path: "x", at: Self.date)
        #expect(file.addedCount == 1)
        let again = try AcceptedFile(adding: [Self.rule("A.example")], to: file.bytes, path: "x", at: Self.date)
        #expect(again.addedCount == 0)
    }

    /// A rule that the file cannot express exactly is rejected.
    @Test func refusesRulesThatTheFileCannotExpress() throws {
        for change in [{ $0.team = "Shop" }, { $0.tag = "eu" }] as [(inout WaiverRule) -> Void] {
            var (rule, comment) = try Self.rule("a.example")
            change(&rule)
            #expect(throws: UsageError.self) {
                try AcceptedFile(adding: [(rule: rule, comment: comment)], to: nil, path: "x", at: Self.date)
            }
        }
    }

    @Test func saysThatTheFileBecomesTooLarge() throws {
        let existing = Array(repeating: UInt8(ascii: "#"), count: YAMLText.maxBytes - 20)
        do {
            _ = try AcceptedFile(adding: [Self.rule("a.example")], to: existing, path: "x.yaml", at: Self.date)
            Issue.record("nothing was noticed")
        } catch {
            #expect("\(error)".contains("x.yaml would be larger than 8 MiB"), "\(error)")
            #expect("\(error)".contains("--file"))
            #expect(!"\(error)".contains("last key"))
        }
    }

    /// If an entry at the end of the file would belong to another key, nothing is written.
    @Test(arguments: [
        "waivers:\n  - {code: redirect, domain: x, reason: y}\nseverities:\n  slow-response: info\n",
        "waivers: [{code: redirect, domain: x, reason: y}]\n", "waivers:\n- {code: redirect, domain: x, reason: y}\n",
    ])
    func refusesWhatItCannotAddTo(existing: String) throws {
        #expect(throws: UsageError.self) {
            try AcceptedFile(adding: [Self.rule("a.example")], to: Array(existing.utf8), path: "x", at: Self.date)
        }
    }

    @Test func refusesAFileThatIsWrong() throws {
        for text in ["loops: 2\n", "waivers: [", "waivers: [{code: redirct}]"] {
            #expect(throws: ConfigurationError.self) {
                try AcceptedFile(adding: [Self.rule("a.example")], to: Array(text.utf8), path: "x", at: Self.date)
            }
        }
    }
}
