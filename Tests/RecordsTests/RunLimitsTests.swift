import Audit
import Records
import Testing

/// The warnings about the numbers of targets and of unreachable domains.
struct RunLimitsTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var limits = RunLimits()
        var targets: Int
        var before: Int?
        var unreachable = 0
        var complete = true
        var codes: [RunWarning.Code] = []
    }

    @Test(arguments: [
        Row(testDescription: "nothing is asked for", targets: 0),
        Row(testDescription: "less than a tenth fewer", targets: 37, before: 40),
        Row(testDescription: "a tenth fewer", targets: 36, before: 40, codes: [.targetsDropped]),
        Row(testDescription: "two fewer of few", targets: 3, before: 5),
        Row(testDescription: "three fewer of few", targets: 2, before: 5, codes: [.targetsDropped]),
        Row(
            testDescription: "fewer of a list that was not read to its end", targets: 1, before: 40,
            complete: false),
        Row(testDescription: "as many as asked for", limits: RunLimits(minTargets: .count(5)), targets: 5),
        Row(
            testDescription: "fewer than asked for", limits: RunLimits(minTargets: .count(5)), targets: 4,
            codes: [.targetsTooFew]),
        Row(
            testDescription: "said once, though it has dropped too", limits: RunLimits(minTargets: .count(50)),
            targets: 4, before: 100, codes: [.targetsTooFew]),
        Row(
            testDescription: "less than the share of the run before", limits: RunLimits(minTargets: .percent(90)),
            targets: 89, before: 100, codes: [.targetsTooFew]),
        Row(testDescription: "a share of nothing", limits: RunLimits(minTargets: .percent(90)), targets: 0),
        Row(
            testDescription: "as many out of reach as allowed", limits: RunLimits(maxUnreachable: .count(2)),
            targets: 10, unreachable: 2),
        Row(
            testDescription: "more out of reach, also of a run that was cut off",
            limits: RunLimits(maxUnreachable: .percent(10)), targets: 10, unreachable: 2, complete: false,
            codes: [.unreachableTooMany]),
        Row(
            testDescription: "both", limits: RunLimits(minTargets: .count(11), maxUnreachable: .count(0)), targets: 10,
            unreachable: 1, codes: [.targetsTooFew, .unreachableTooMany]),
    ])
    func saysWhatLooksWrong(_ row: Row) {
        var summary = RunSummary()
        for _ in 0..<row.targets { summary.add(RunExitCodeTests.report(.pass)) }
        let warnings = row.limits.warnings(
            summary, unreachable: row.unreachable, previousTargets: row.before, isComplete: row.complete)
        #expect(warnings.map(\.code) == row.codes)
    }
}
