import Audit
import Findings
import Foundation
import Records
import Testing

@testable import History

/// The identity of findings when the expectations and the content of the file change from night to night.
struct ExpectationHistoryTests {
    /// The expectations and the apps of the file in one night.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var expected: Expectations
        var apps: [String]
        var new: Int
        var fixed: Int
        /// The state of each finding of the family, in the order of the report.
        var states: [ChangeKind]
        var resolved: [FindingCode] = []
    }

    private static func app(_ name: String) -> String { "A1B2C3D4E5.com.acme.\(name)" }

    private static func apps(_ names: String...) -> [Expectations.App] {
        names.compactMap { try? Expectations.App(app($0)) }
    }

    private static func file(_ apps: [String]) -> [UInt8] {
        let names = apps.map { "\"\(app($0))\"" }.joined(separator: ",")
        return Array(#"{"applinks":{"details":[{"appIDs":[\#(names)],"components":[{"/":"/shop/*"}]}]}}"#.utf8)
    }

    private static func links(_ names: String...) -> [LinkRequest] {
        names.compactMap { try? LinkRequest("https://a.test/" + $0) }
    }

    private static let long = String(repeating: "long/", count: 60)

    /// The first night: the app “old” is missing, and two links do not open the app.
    private static let first = Expectations(apps: apps("old"), opens: links("one", long + "1"))

    static let nights: [Row] = [
        Row(
            testDescription: "the same", expected: first, apps: ["app"], new: 0, fixed: 0,
            states: [.still, .still, .still]),
        Row(
            testDescription: "the app is there, and another one is expected and missing",
            expected: Expectations(apps: apps("old", "next"), opens: first.opens), apps: ["app", "old"], new: 1,
            fixed: 1, states: [.new, .still, .still], resolved: [.expectedAppMissing]),
        Row(
            testDescription: "another app is expected in its place, and the file is as it was",
            expected: Expectations(apps: apps("next"), opens: first.opens), apps: ["app"], new: 1, fixed: 0,
            states: [.new, .still, .still]),
        Row(
            testDescription: "another link is expected whose first characters are the same",
            expected: Expectations(apps: apps("old"), opens: links("one", long + "2")), apps: ["app"], new: 1,
            fixed: 0, states: [.still, .still, .new]),
        Row(
            testDescription: "a link is no longer expected",
            expected: Expectations(apps: apps("old"), opens: links("one")),
            apps: ["app"], new: 0, fixed: 0, states: [.still, .still]),
        Row(
            testDescription: "the same in other words", expected: first, apps: ["app", "more"], new: 0, fixed: 0,
            states: [.still, .still, .still]),
    ]

    private static func expectations(_ report: DomainReport) -> [Finding] {
        report.findings.filter { Catalogue[$0.code].family == .expectations }
    }

    @Test(arguments: nights)
    func knowsWhichFindingsAreTheSame(night: Row) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "expected-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "runs.sqlite").path
        func open() throws -> RunDatabase { try RunDatabase(path: path, access: .writing, makesFolder: true) }
        var database = try open()
        let before = Night.good("a.test", file: Self.file(["app"]), expecting: Self.first)
        #expect(
            Self.expectations(before).map(\.code)
                == [.expectedAppMissing, .expectedURLDoesNotOpen, .expectedURLDoesNotOpen])
        try Night.record(1, [before], in: database)
        database.close()
        database = try open()
        defer { database.close() }
        let report = Night.good("a.test", file: Self.file(night.apps), night: 2, expecting: night.expected)
        let (reports, recorder) = try Night.record(2, [report], in: database)
        #expect(
            Self.expectations(reports[0]).map(\.state) == night.states)
        #expect(reports[0].resolvedCodes == night.resolved)
        #expect(recorder.changes?.new == night.new)
        #expect(recorder.changes?.fixed == night.fixed)
        // The stored findings have the same states in the next night.
        let third = try Night.record(
            3, [Night.good("a.test", file: Self.file(night.apps), night: 3, expecting: night.expected)], in: database)
        #expect(Self.expectations(third.reports[0]).allSatisfy { $0.state == .still })
        #expect(third.recorder.changes?.new == 0 && third.recorder.changes?.fixed == 0)
    }
}
