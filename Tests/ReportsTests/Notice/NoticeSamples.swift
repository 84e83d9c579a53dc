import Audit
import Findings
import Foundation
import Testing

@testable import Records
@testable import Reports

/// The parts of messages in tests.
enum NoticeSamples {
    static let now = Date(timeIntervalSince1970: 1_772_366_400)
    static let facts = RunFacts(id: "run-2", startedAt: now, toolVersion: "1.0.0", rulesVersion: "1")

    static func report(
        _ domain: String, _ status: DomainStatus, _ code: FindingCode? = nil, severity: Severity = .error,
        waived: Bool = false, message: String = "It is so."
    ) -> DomainReport {
        var findings: [Finding] = []
        if let code {
            findings = [Finding(code, severity: severity, location: .wellKnown, message: message)]
            if waived { findings[0].waived = Waiver(reason: "known") }
        }
        return DomainReport(
            Target(input: domain, domain: DomainID(host: domain)), status: status, findings: findings, startedAt: now)
    }

    static func outage(_ runs: Int, isReported: Bool = false) -> DomainOutage {
        DomainOutage(runs: runs, since: now, isReported: isReported)
    }

    static func changes(_ items: [RunChanges.Change] = []) -> RunChanges {
        var changes = RunChanges(previousRun: "run-1", previousStartedAt: now)
        changes.items = items
        changes.new = items.count { $0.kind == .new }
        changes.fixed = items.count { $0.kind == .fixed }
        changes.returned = items.count { $0.kind == .returned }
        return changes
    }

    static func change(
        _ kind: ChangeKind, _ severity: Severity = .error, _ code: FindingCode = .redirect
    ) -> RunChanges.Change {
        .init(domain: "a", kind: kind, code: code, severity: severity, message: "It is so.")
    }

    static func withAddedDomain(_ item: RunChanges.Change) -> RunChanges {
        var changes = changes([item])
        changes.domains.added.add("a")
        return changes
    }

    static func move(_ domain: String, from previous: String?, to team: String?) -> DomainMove {
        let target = Target(input: domain, domain: DomainID(host: domain), people: DomainPeople(team: team))
        return DomainMove(domain: domain, previousTeam: previous, people: target.people.nonEmpty)
    }

    static let down = report("a", .unreachable, .timeout)
    static let dropped = RunEnding(isComplete: true, warnings: [RunWarning(.targetsDropped, "3, and 400 before.")])
    static let silent = RunEnding(isComplete: true, warnings: [RunWarning(.unreachableTooMany, "All of them.")])

    static func message(
        _ notice: RunNotice, _ changes: RunChanges?, ending: RunEnding = RunEnding(isComplete: true),
        recovered: [EndedOutage] = [], movedIn: [DomainMove] = [], movedOut: [DomainMove] = [],
        outage: (DomainID) -> DomainOutage? = { _ in nil }
    ) throws -> (text: String, json: [String: Any]) {
        var notice = notice
        notice.finish(
            ending, changes: changes, recovered: recovered, movedIn: movedIn, movedOut: movedOut, outage: outage)
        let message = NoticeMessage(notice.content, facts: facts, finishedAt: now.addingTimeInterval(60))
        let bytes = message.body(.json)
        // A stored message is identical when it is sent later.
        let stored = try JSONDecoder().decode(NoticeMessage.self, from: JSONEncoder().encode(message))
        for format in NoticeFormat.allCases { #expect(stored.body(format) == message.body(format)) }
        let json = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        return (try #require(json["text"] as? String), json)
    }
}
