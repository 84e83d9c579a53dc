import Audit
import Findings
import Foundation
import Testing

@testable import Records
@testable import Reports

/// The message at the end of a run.
struct NoticeTextTests {
    @Test func saysWhatChanged() throws {
        var notice = RunNotice(unreachableAfter: 2)
        notice.add(NoticeSamples.report("a.example", .fail, .redirect))
        notice.add(NoticeSamples.report("b.example", .pass))
        notice.add(NoticeSamples.report("c.example", .unreachable, .timeout))
        var changes = NoticeSamples.changes([NoticeSamples.change(.new), NoticeSamples.change(.fixed)])
        changes.items[0].domain = "a.example"
        changes.items[1].domain = "b.example"
        let recovered = [EndedOutage(domain: "d.example", since: NoticeSamples.now)]
        let (text, json) = try NoticeSamples.message(notice, changes, recovered: recovered) { domain in
            #expect(domain.host == "c.example")
            return NoticeSamples.outage(2)
        }
        #expect(
            text == """
                aasa-audit: 1 new finding, 1 resolved finding, 1 domain not reachable, 1 domain reachable again. \
                3 domains: 1 with errors, 1 not checked, 1 OK. Run of 2026-03-01 12:00 UTC.
                • new error: a.example: redirect: It is so.
                • not reachable in the last 2 runs: c.example (timeout)
                • reachable again: d.example
                • resolved: b.example: redirect
                """)
        #expect((json["run"] as? [String: Any])?["id"] as? String == "run-2")
        #expect((json["previousRun"] as? [String: Any])?["id"] as? String == "run-1")
        #expect((json["new"] as? [[String: Any]])?.map { $0["domain"] as? String } == ["a.example"])
        #expect((json["fixed"] as? [[String: Any]])?.map { $0["domain"] as? String } == ["b.example"])
        let unreachable = try #require(json["unreachable"] as? [[String: Any]])
        #expect(unreachable.map { $0["runs"] as? Int } == [2])
        #expect((json["recovered"] as? [[String: Any]])?.map { $0["domain"] as? String } == ["d.example"])
        #expect(json["complete"] as? Bool == true)
        #expect((json["summary"] as? [String: Any])?["targets"] as? Int == 3)
    }

    @Test func namesWhatWasAcceptedAndWhatWasNotCompared() throws {
        var notice = RunNotice(unreachableAfter: 3)
        var finding = Finding(.redirect, location: .wellKnown, message: "It is so.")
        finding.waived = Waiver(reason: "Brand is being <retired>", until: "2026-12-31", acceptedBy: "<Dana>")
        notice.add(
            DomainReport(
                Target(input: "a.example", domain: DomainID(host: "a.example")), status: .accepted,
                findings: [finding], startedAt: NoticeSamples.now))
        var changes = NoticeSamples.changes([NoticeSamples.change(.new)])
        var names = RunChanges.Domains()
        for number in 1...12 { names.unchecked.add("d\(number).example") }
        names.added.add("came.example")
        for number in 1...11 { names.removed.add("gone\(number).<b>example") }
        changes.domains = names
        let (text, json) = try NoticeSamples.message(notice, changes)
        let lines = text.split(separator: "\n").suffix(4)
        #expect(text.contains("\nnewly audited: came.example\n"), "\(text)")
        #expect(text.contains("\nno longer audited: gone1.&lt;b&gt;example, "), "\(text)")
        #expect(text.contains(", gone10.&lt;b&gt;example and 1 more\n"), "\(text)")
        #expect(
            lines.first?.hasPrefix("not compared (not checked in this or the previous run): d1.example, d2.example, ")
                == true,
            "\(text)")
        #expect(lines.first?.hasSuffix("d10.example and 2 more") == true, "\(text)")
        #expect(
            lines.last
                == "a.example: redirect, accepted by &lt;Dana&gt; until 2026-12-31 (Brand is being &lt;retired&gt;)")
        #expect((json["accepted"] as? [[String: Any]])?.first?["until"] as? String == "2026-12-31")
        #expect((json["accepted"] as? [[String: Any]])?.first?["acceptedBy"] as? String == "<Dana>")
    }

    @Test func namesWhatIsStillBroken() throws {
        var changes = NoticeSamples.changes([NoticeSamples.change(.new)])
        for number in 1...12 { changes.domains.still.add("old\(number).<b>example") }
        let text = try NoticeSamples.message(RunNotice(unreachableAfter: 3), changes).text
        #expect(text.contains("\nstill broken, 12 domains: old1.&lt;b&gt;example, old2.&lt;b&gt;example, "), "\(text)")
        #expect(text.hasSuffix(", old10.&lt;b&gt;example and 2 more"), "\(text)")
    }

    @Test func namesTheOwnersOfEachDomain() throws {
        func report(_ name: String, _ status: DomainStatus, _ finding: Finding) -> DomainReport {
            DomainReport(
                Target(
                    input: name, domain: DomainID(host: name),
                    people: DomainPeople(owner: "Dana <x>", contact: "#web", team: "Shop", tags: ["eu"])),
                status: status, findings: [finding], startedAt: NoticeSamples.now)
        }
        let error = Finding(.redirect, location: .wellKnown, message: "It is so.")
        let broken = report("a.example", .fail, error)
        var notice = RunNotice(unreachableAfter: 1)
        notice.add(broken)
        notice.add(report("b.example", .unreachable, Finding(.timeout, location: .domain, message: "")))
        var waived = error
        waived.waived = Waiver(reason: "known")
        notice.add(report("c.example", .accepted, waived))
        var changes = NoticeSamples.changes([NoticeSamples.change(.new), NoticeSamples.change(.fixed)])
        for index in changes.items.indices { changes.items[index].people = broken.people.nonEmpty }
        let recovered = [EndedOutage(domain: "d.example", since: NoticeSamples.now, people: broken.people.nonEmpty)]
        for known in [changes, nil] {
            let (text, json) = try NoticeSamples.message(notice, known, recovered: recovered)
            let lines = text.split(separator: "\n").dropFirst()
            let people = " [Dana &lt;x&gt; (Shop), ＃web]"
            #expect(lines.filter { $0.hasPrefix("• ") }.allSatisfy { $0.contains(people) }, "\(text)")
            for key in ["new", "fixed", "unreachable", "accepted", "recovered"] {
                for item in try #require(json[key] as? [[String: Any]]) {
                    #expect(item["owner"] as? String == "Dana <x>", "\(key)")
                    #expect(item["contact"] as? String == "#web", "\(key)")
                    #expect(item["team"] as? String == "Shop", "\(key)")
                    #expect(item["tags"] as? [String] == ["eu"], "\(key)")
                }
            }
        }
    }

    /// Both teams are informed about a moved domain, and about the other team.
    @Test func saysWhichDomainsMoved() throws {
        let notice = RunNotice(unreachableAfter: 3, team: "Shop")
        let (text, json) = try NoticeSamples.message(
            notice, NoticeSamples.changes([NoticeSamples.change(.new)]),
            movedIn: [
                NoticeSamples.move("a.example", from: "<Web>", to: "Shop"),
                NoticeSamples.move("b.example", from: nil, to: "Shop"),
            ],
            movedOut: [
                NoticeSamples.move("c.example", from: "Shop", to: "@all"),
                NoticeSamples.move("d.example", from: "Shop", to: nil),
            ])
        #expect(
            text == """
                aasa-audit for team Shop: 1 new finding, 2 domains moved in, 2 domains moved out. 0 domains. \
                Run of 2026-03-01 12:00 UTC.
                • new error: a: redirect: It is so.
                • moved in from team &lt;Web&gt;: a.example [Shop]
                • moved in: b.example [Shop]
                • moved out to team ＠all: c.example [＠all]
                • moved out: d.example
                """)
        #expect(
            json["movedIn"] as? [[String: String]] == [
                ["domain": "a.example", "previousTeam": "<Web>", "team": "Shop"],
                ["domain": "b.example", "team": "Shop"],
            ])
        #expect(
            json["movedOut"] as? [[String: String]] == [
                ["domain": "c.example", "previousTeam": "Shop", "team": "@all"],
                ["domain": "d.example", "previousTeam": "Shop"],
            ])
    }

    @Test func saysThatNothingChanged() throws {
        var notice = RunNotice(unreachableAfter: 3)
        notice.add(NoticeSamples.report("a.example", .fail, .redirect))
        #expect(
            try NoticeSamples.message(notice, NoticeSamples.changes()).text
                == "aasa-audit: no new or resolved findings. 1 domain: 1 with errors. Run of 2026-03-01 12:00 UTC.")
    }

    /// An outage is reported only once, even if there are other changes.
    @Test func saysNothingOfAnOutageThatWasReported() throws {
        var notice = RunNotice(unreachableAfter: 3)
        notice.add(NoticeSamples.down)
        let outage = NoticeSamples.outage(5, isReported: true)
        let (text, json) = try NoticeSamples.message(notice, NoticeSamples.changes([NoticeSamples.change(.new)])) { _ in
            outage
        }
        #expect(!text.contains("not reachable"), "\(text)")
        #expect((json["unreachable"] as? [Any])?.isEmpty == true)
    }

    /// A message about a run in doubt contains no comparison and no domains.
    @Test func saysThatTheRunIsInDoubtBeforeAnythingElse() throws {
        for code in [RunWarning.Code.unreachableTooMany, .networkUnreachable, .nothingChecked] {
            var notice = RunNotice(unreachableAfter: 1)
            notice.add(NoticeSamples.down)
            var changes = NoticeSamples.changes([NoticeSamples.change(.new)])
            changes.domains = RunChanges.Domains()
            changes.domains.unchecked.add("a", at: 0)
            let (text, json) = try NoticeSamples.message(
                notice, changes, ending: RunEnding(isComplete: true, warnings: [RunWarning(code, "Nobody answers.")]),
                recovered: [EndedOutage(domain: "b", since: NoticeSamples.now)])
            #expect(
                text == """
                    aasa-audit: the run is in doubt. 1 domain: 1 not checked. Run of 2026-03-01 12:00 UTC.
                    • Nobody answers.
                    """)
            #expect(json["previousRun"] is NSNull && json["changes"] == nil)
        }
    }

    @Test func saysWhatIsWrongWithTheRunAsAWhole() throws {
        var notice = RunNotice(unreachableAfter: 1)
        notice.add(NoticeSamples.down)
        var ending = NoticeSamples.silent
        ending.isComplete = false
        ending.cause = .runDeadline
        let (text, json) = try NoticeSamples.message(notice, NoticeSamples.changes(), ending: ending)
        #expect(
            text == """
                aasa-audit: the run is in doubt, not complete. 1 domain: 1 not checked. Run of 2026-03-01 12:00 UTC.
                • The run was cut off by --run-deadline: the remaining domains were not checked.
                • All of them.
                """)
        #expect(json["complete"] as? Bool == false)
        #expect(json["incompleteBecause"] as? String == "run-deadline")
        #expect((json["warnings"] as? [[String: String]])?.map { $0["code"] } == ["unreachable-too-many"])
        // Failures with a local cause are not reported as outages of domains.
        #expect((json["unreachable"] as? [Any])?.isEmpty == true)
    }

    @Test func reportsEverythingWithoutAPreviousRun() throws {
        var notice = RunNotice(unreachableAfter: 3)
        notice.add(NoticeSamples.report("a.example", .fail, .redirect))
        let (text, json) = try NoticeSamples.message(notice, nil)
        #expect(
            text.contains(
                """
                1 error. 1 domain: 1 with errors. Run of 2026-03-01 12:00 UTC.
                • error: a.example: redirect: It is so.
                """))
        #expect(json["previousRun"] is NSNull)
        #expect(json["changes"] == nil)
    }
}
