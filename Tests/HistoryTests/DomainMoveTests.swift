import Findings
import Foundation
import GRDB
import TestSupport
import Testing
import Transport

@testable import Audit
@testable import History
@testable import Records
@testable import Reports

/// The messages to teams about a domain that moves from one team to another, over several nights.
@Suite(.inTurn(minutes: 3)) struct DomainMoveTests {
    /// The state of the domain in the run of a night.
    enum State: Sendable {
        case well, broken, worse, warned, waived, expired, down
        /// The domain is not in the list, or the run did not reach it.
        case absent

        func report(_ name: String, _ night: Int) -> DomainReport? {
            let redirect = Night.finding(.redirect)
            var waived = redirect
            waived.waived = Waiver(reason: "agreed")
            let warning = Finding(.slowResponse, severity: .warning, location: .wellKnown, message: "Slow.")
            return switch self {
            case .well: Night.good(name, night: night)
            case .broken: Night.good(name, night: night, findings: [redirect])
            case .worse: Night.good(name, night: night, findings: [redirect, warning])
            case .warned: Night.good(name, night: night, findings: [warning])
            case .waived: Night.good(name, night: night, findings: [waived])
            case .expired: Night.expired(name, night: night)
            case .down: Night.down(name, night: night)
            case .absent: nil
            }
        }
    }

    /// The course of a night's run.
    enum Course: Sendable {
        case whole, suspect, cutOff, interrupted
        /// The run resumes that of the previous night.
        case resumed
        /// The run fails after its message was stored.
        case unsettled
    }

    /// One night.
    struct Step: Sendable {
        var team: String?
        var state: State
        var course = Course.whole
        /// The receivers with a webhook; `nil` is the receiver of messages about all domains.
        var receivers: [String?] = ["Shop", "Web"]
        /// The messages by team; `all` is the message about all domains.
        var told: [String: String] = [:]
    }

    /// A sequence of nights.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var nights: [Step]

        init(_ description: String, _ nights: Step...) { (testDescription, self.nights) = (description, nights) }
    }

    /// The night in which a message reports the old error to a team.
    private static let first = Step(team: "Shop", state: .broken, told: ["Shop": "error redirect"])
    /// The night in which the domain has moved to the other team.
    private static let moved = Step(
        team: "Web", state: .broken, told: ["Shop": "out to Web", "Web": "new redirect, in from Shop"])
    private static let quiet = Step(team: "Web", state: .broken)

    private static func night(
        _ team: String?, _ state: State, _ course: Course = .whole, for receivers: [String?] = ["Shop", "Web"],
        told: [String: String] = [:]
    ) -> Step {
        Step(team: team, state: state, course: course, receivers: receivers, told: told)
    }

    static let rows: [Row] = [
        // Moves of an old error.
        Row("an old error moves", first, moved, quiet),
        Row(
            "it moves back", first, moved,
            night("Shop", .broken, told: ["Shop": "new redirect, in from Web", "Web": "out to Shop"]),
            night("Shop", .broken)),
        Row(
            "it moves on", first, moved,
            night(
                "Brand", .broken, for: ["Shop", "Web", "Brand"],
                told: ["Web": "out to Brand", "Brand": "error redirect"])),
        Row(
            "it moves on to a team that was told of others", night("Shop", .well, for: ["Shop", "Web", "Brand"]),
            night("Shop", .broken, for: ["Shop", "Web", "Brand"], told: ["Shop": "new redirect"]),
            night(
                "Web", .broken, for: ["Shop", "Web", "Brand"],
                told: ["Shop": "out to Web", "Web": "new redirect, in from Shop"]),
            night(
                "Brand", .broken, for: ["Shop", "Web", "Brand"],
                told: ["Web": "out to Brand", "Brand": "new redirect, in from Web"])),
        Row(
            "to a team without a webhook, and back",
            night("Shop", .broken, for: ["Shop"], told: ["Shop": "error redirect"]),
            night("Web", .broken, for: ["Shop"], told: ["Shop": "out to Web"]), night("Web", .broken, for: ["Shop"]),
            night("Shop", .broken, for: ["Shop"], told: ["Shop": "new redirect, in from Web"])),
        Row(
            "from a team without a webhook", night("Shop", .broken, for: ["Web"]),
            night("Web", .broken, for: ["Web"], told: ["Web": "new redirect, in from Shop"]),
            night("Web", .broken, for: ["Web"])),
        Row(
            "its team is removed", first, night(nil, .broken, told: ["Shop": "out"]), night(nil, .broken),
            night("Shop", .broken, told: ["Shop": "new redirect, in"])),
        Row("it gets a team", night(nil, .broken), night("Web", .broken, told: ["Web": "new redirect, in"]), quiet),
        Row("its team is written in capitals", first, night("SHOP", .broken), night("shop", .broken)),
        Row(
            "the webhook for all domains is told of no move",
            night(
                "Shop", .broken, for: [nil, "Shop", "Web"], told: ["all": "error redirect", "Shop": "error redirect"]),
            night(
                "Web", .broken, for: [nil, "Shop", "Web"],
                told: ["Shop": "out to Web", "Web": "new redirect, in from Shop"]),
            night(nil, .broken, for: [nil, "Shop", "Web"], told: ["Web": "out"])),
        Row(
            "the webhook of the team comes with the domain",
            night("Shop", .broken, for: ["Shop"], told: ["Shop": "error redirect"]),
            night("Web", .broken, told: ["Shop": "out to Web", "Web": "error redirect"]), quiet),
        // The problems change when the domain moves.
        Row("a domain without problems moves", night("Shop", .well), night("Web", .well), night("Shop", .well)),
        Row(
            "it breaks as it moves", night("Shop", .well),
            night("Web", .broken, told: ["Web": "new redirect, in from Shop"]), quiet),
        Row(
            "it breaks after it has moved", night("Shop", .well), night("Web", .well),
            night("Web", .broken, told: ["Web": "new redirect"])),
        Row(
            "it is fixed as it moves", first, night("Web", .well, told: ["Shop": "out to Web"]), night("Web", .well),
            night("Web", .broken, told: ["Web": "returned redirect"])),
        Row(
            "it is fixed after it has moved", first, moved, night("Web", .well, told: ["Web": "fixed redirect"]),
            night("Shop", .well)),
        Row(
            "it gets worse as it moves", first,
            night(
                "Web", .worse, told: ["Shop": "out to Web", "Web": "new redirect, new slow-response, in from Shop"]),
            night("Web", .broken, told: ["Web": "fixed slow-response"])),
        Row(
            "it is partly fixed as it moves", night("Shop", .well),
            night("Shop", .worse, told: ["Shop": "new redirect, new slow-response"]),
            night("Web", .warned, told: ["Shop": "out to Web", "Web": "new slow-response, in from Shop"])),
        Row(
            "a warning moves", night("Shop", .well), night("Shop", .warned, told: ["Shop": "new slow-response"]),
            night("Web", .warned, told: ["Shop": "out to Web", "Web": "new slow-response, in from Shop"]),
            night("Web", .warned)),
        // Waived findings are not reported.
        Row(
            "it moves while it is waived", night("Shop", .waived), night("Web", .waived), night("Web", .waived),
            night("Web", .broken, told: ["Web": "returned redirect"]), quiet),
        Row(
            "the waiver begins as it moves", first, night("Web", .waived, told: ["Shop": "out to Web"]),
            night("Web", .broken, told: ["Web": "returned redirect"])),
        Row(
            "the waiver ends as it moves", night("Shop", .waived),
            night("Web", .broken, told: ["Web": "new redirect, in from Shop"]), quiet),
        // Runs without messages, or with incomplete ones.
        Row("a suspect run sees the move first", first, night("Web", .broken, .suspect), moved, quiet),
        Row("only a suspect run sees the move", first, night("Web", .broken, .suspect), night("Shop", .broken)),
        Row(
            "the first run is suspect", night("Shop", .broken, .suspect),
            night("Web", .broken, told: ["Web": "error redirect"])),
        Row(
            "a run that is cut off reaches it", first,
            night("Web", .broken, .cutOff, told: ["Shop": "out to Web", "Web": "new redirect, in from Shop"]), quiet),
        Row(
            "it moves back after a run that is cut off", first,
            night("Web", .broken, .cutOff, told: ["Shop": "out to Web", "Web": "new redirect, in from Shop"]),
            night("Shop", .broken, told: ["Shop": "new redirect, in from Web", "Web": "out to Shop"])),
        Row("a run that is cut off does not reach it", first, night("Web", .absent, .cutOff), moved, quiet),
        Row("an interrupted run sees the move first", first, night("Web", .broken, .interrupted), moved, quiet),
        Row(
            "the interrupted run is resumed", first, night("Web", .broken, .interrupted),
            night("Web", .broken, .resumed, told: ["Shop": "out to Web", "Web": "new redirect, in from Shop"]), quiet),
        Row(
            "it moves twice until the next message", first, night("Web", .broken, .interrupted),
            night("Brand", .broken, told: ["Shop": "out to Brand"]),
            night("Web", .broken, told: ["Web": "new redirect, in from Brand"])),
        Row("a run without messages sees the move first", first, night("Web", .broken, for: []), moved, quiet),
        Row(
            "the end of the run fails", first,
            night("Web", .broken, .unsettled, told: ["Shop": "out to Web", "Web": "new redirect, in from Shop"]), quiet),
        Row(
            "it leaves the list, and comes back to another team", first, night("Shop", .absent),
            night("Web", .broken, told: ["Web": "new redirect, in from Shop"]), quiet),
        Row("it leaves the list, and comes back to its team", first, night("Shop", .absent), night("Shop", .broken)),
        // Domains that could not be checked.
        Row(
            "it cannot be reached as it moves", first,
            night("Web", .down, told: ["Shop": "out to Web", "Web": "new redirect, in from Shop"]),
            night("Web", .broken), night("Web", .well, told: ["Web": "fixed redirect"])),
        Row(
            "it leaves the list, and cannot be reached at another team", first, night("Shop", .absent),
            night("Web", .down, told: ["Web": "new redirect, in from Shop"]), quiet),
        Row(
            "its certificate hides the error as it moves", first,
            night(
                "Web", .expired,
                told: ["Shop": "out to Web", "Web": "new redirect, new tls-certificate-expired, in from Shop"]),
            night("Web", .broken, told: ["Web": "fixed tls-certificate-expired"])),
        Row(
            "its outage was reported", night("Shop", .well), night("Shop", .down),
            night("Shop", .down, told: ["Shop": "down"]),
            night("Web", .down, told: ["Shop": "out to Web", "Web": "down, in from Shop"]), night("Web", .down),
            night("Web", .well, told: ["Web": "up"])),
        Row(
            "its outage was not reported yet", night("Shop", .well), night("Shop", .down),
            night("Web", .down, told: ["Web": "down"]), night("Web", .well, told: ["Web": "up"])),
        Row(
            "its outage ends as it moves", night("Shop", .well), night("Shop", .down),
            night("Shop", .down, told: ["Shop": "down"]), night("Web", .well, told: ["Shop": "out to Web"]),
            night("Web", .well)),
        Row(
            "a short outage ends as it moves", night("Shop", .well), night("Shop", .down), night("Web", .well),
            night("Web", .well)),
    ]

    @Test(arguments: rows)
    func bothTeamsAreTold(_ row: Row) throws {
        try withDatabase { database in
            for (index, step) in row.nights.enumerated() {
                let told = try Self.perform(step, index + 1, in: database)
                #expect(told == step.told, "night \(index + 1)")
            }
        }
    }

    /// The fingerprints of results from an earlier version do not include the team.
    @Test(arguments: [("Shop", [:]), ("Web", moved.told)])
    func resultsOfAnEarlierVersionAreRead(team: String, told: [String: String]) throws {
        try withDatabase { database in
            #expect(try Self.perform(Self.first, 1, in: database) == Self.first.told)
            try database.write { db in try db.execute(sql: "UPDATE result SET fingerprint = 0") }
            #expect(try Self.perform(Step(team: team, state: .broken), 2, in: database) == told)
        }
    }

    /// A report on a team's domains contains their changes since the previous run, also of those from other teams.
    @Test func reportFilteredByTeamHasNoMoves() throws {
        try withDatabase { database in
            for (index, step) in [Self.first, Self.moved].enumerated() {
                _ = try Self.perform(step, index + 1, in: database)
            }
            let run = try DatabaseRun(database.run(named: "2"), in: database)
            for (team, names, still) in [("Web", ["a.test"], 1), ("Shop", [], 0)] {
                let subset = DomainSubset(names: Set(names)) { $0.people.team == team }
                let changes = try #require(try run.changes(within: subset))
                #expect(changes.isEmpty && changes.still == still, "\(team)")
            }
        }
    }

    /// A pending message is not changed before it is sent.
    @Test func keepsUndeliveredMessages() throws {
        try withDatabase { database in
            for (index, step) in [Self.first, Self.moved, Self.quiet].enumerated() {
                #expect(try Self.perform(step, index + 1, in: database) == step.told)
            }
            let recorder = try RunRecorder(Night.facts(4), of: Night.series, in: database)
            let told = try recorder.pendingMessages().map { pending in
                let message = try #require(pending.message)
                return "\(try #require(message.team)): \(try Self.told(message))"
            }
            #expect(told == ["Shop: error redirect", "Shop: out to Web", "Web: new redirect, in from Shop"])
        }
    }

    /// All moved domains with problems are counted, and listed in the order of the list.
    @Test func manyDomainsMoveAtOnce() throws {
        try withDatabase { database in
            // Every tenth domain has no problem, and the last ten do not move.
            let numbers = Array(0..<130)
            func night(_ number: Int, _ numbers: [Int], _ team: (Int) -> String) throws -> [NoticeContent] {
                let reports = numbers.map { domain in
                    var report = (domain % 10 == 0 ? State.well : .broken).report("d\(domain).test", number)
                    report?.people.team = team(domain)
                    return report
                }
                return try Self.run(
                    reports.compactMap(\.self), number, .whole, for: ["Shop", "Web"], in: database
                ).map(\.content)
            }
            // The order in the database differs from that of the second night's list.
            _ = try night(1, numbers.reversed()) { _ in "Shop" }
            let contents = try night(2, numbers) { $0 < 120 ? "Web" : "Shop" }
            let (shop, web) = (contents[0], contents[1])
            #expect(shop.movedOut.count == 108 && shop.movedIn.count == 0)
            #expect(web.movedIn.count == 108 && web.movedOut.count == 0 && web.new.count == 108)
            let expected = numbers.filter { $0 % 10 > 0 }.prefix(100).map { "d\($0).test" }
            #expect(shop.movedOut.items.map(\.domain) == expected)
            #expect(web.movedIn.items.map(\.domain) == expected)
            #expect(web.new.items.map(\.domain) == expected)
        }
    }

    // MARK: A night

    /// Performs a night, and returns the messages by receiver.
    private static func perform(_ step: Step, _ night: Int, in database: RunDatabase) throws -> [String: String] {
        var report = step.state.report("a.test", night)
        report?.people.team = step.team
        let reports = [Night.good("b.test", night: night), report].compactMap(\.self)
        let notices = try run(reports, night, step.course, for: step.receivers, in: database)
        var result: [String: String] = [:]
        for notice in notices where notice.isNews {
            let message = NoticeMessage(notice.content, facts: Night.facts(night), finishedAt: Night.start(night))
            let told = try Self.told(message)
            // The message about all domains includes the run as a whole.
            if !told.isEmpty { result[message.team ?? "all"] = told }
        }
        return result
    }

    /// Performs a run as a command does.
    private static func run(
        _ reports: [DomainReport], _ night: Int, _ course: Course, for receivers: [String?], in database: RunDatabase
    ) throws -> [RunNotice] {
        let facts = Night.facts(night)
        let recorder =
            course == .resumed
            ? try #require(try RunRecorder.resumed(options: [:], in: database))
            : try RunRecorder(facts, of: Night.series, in: database)
        var notices = receivers.map { RunNotice(unreachableAfter: 2, team: $0) }
        for (place, report) in reports.enumerated() {
            let target = Target(input: report.input, domain: try #require(report.domain))
            let stored = recorder.storedReport(of: target) ?? report
            let annotated = recorder.record(stored, at: place).report
            for index in notices.indices { notices[index].add(annotated) }
        }
        let causes: [Course: RunEnding.Cause] = [.cutOff: .runDeadline, .interrupted: .interrupted]
        let ending = RunEnding(
            isComplete: causes[course] == nil, cause: causes[course],
            warnings: course == .suspect ? DoubtTests.dead : [])
        recorder.compare(aliases: Aliases(), ending)
        if course == .interrupted { notices = [] }
        for index in notices.indices { recorder.finish(&notices[index], ending) }
        var report = OutgoingMessages()
        for notice in notices where notice.isNews {
            report.messages.append(NoticeMessage(notice.content, facts: facts, finishedAt: Night.start(night)))
            report.outages += notice.outages
        }
        if ending.isComplete, !ending.isInDoubt { report.receivers = receivers }
        recorder.finish(
            at: Night.start(night), ending, summary: RunSummary(), outgoing: notices.isEmpty ? nil : report)
        if ending.isComplete, !ending.isInDoubt, course != .unsettled { recorder.settle(at: Night.start(night)) }
        #expect(recorder.failure == nil)
        return notices
    }

    /// Returns the content of a message about the domain, as its data contains it.
    private static func told(_ message: NoticeMessage) throws -> String {
        let json = try #require(
            try JSONSerialization.jsonObject(with: Data(message.body(.json))) as? [String: Any])
        func items(_ key: String) -> [[String: Any]] { json[key] as? [[String: Any]] ?? [] }
        func word(_ prefix: String, _ text: Any?) -> String { (text as? String).map { "\(prefix) \($0)" } ?? "" }
        var words = items("new").map { item in
            let kind = json["changes"] == nil ? item["severity"] : item["kind"]
            return "\(kind as? String ?? "") \(item["code"] as? String ?? "")"
        }
        words.sort()
        words += items("unreachable").map { _ in "down" } + items("recovered").map { _ in "up" }
        words += items("fixed").map { "fixed \($0["code"] as? String ?? "")" }
        words += items("movedIn").map { "in\(word(" from", $0["previousTeam"]))" }
        words += items("movedOut").map { "out\(word(" to", $0["team"]))" }
        return words.joined(separator: ", ")
    }
}
