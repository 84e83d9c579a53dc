import Audit
import Findings
import Foundation
import Records
import Testing

/// The warnings about local causes in a run that could check no domain.
struct LocalCausesTests {
    /// A domain, its address, and its result.
    struct Domain: Sendable {
        var name: String
        var address: String?
        var status = DomainStatus.unreachable
        var code = FindingCode.timeout
        var isWaived = false

        var report: DomainReport {
            var finding = Reports.finding(code, location: .domain)
            if isWaived { finding.waived = Waiver(reason: "known", until: nil) }
            return Reports.report(name, status, [finding], address: address)
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var domains: [Domain]
        var complete = true
        var codes: [RunWarning.Code] = []
    }

    /// Three domains at three addresses with different failures.
    static let scattered = [
        Domain(name: "a.test", address: "192.0.2.1", code: .timeout), Domain(name: "b.test", code: .dnsFailure),
        Domain(name: "c.test", address: "192.0.2.3", code: .connectRefused),
    ]

    @Test(arguments: [
        Row(testDescription: "three domains at three places", domains: scattered, codes: [.nothingChecked]),
        Row(testDescription: "nothing", domains: []),
        Row(testDescription: "two domains", domains: Array(scattered.prefix(2))),
        Row(
            testDescription: "dead names of one site",
            domains: ["a.dead.test", "b.dead.test", "c.dead.test"].map { Domain(name: $0, code: .dnsFailure) }),
        Row(
            testDescription: "one server that is down",
            domains: ["a.test", "b.test", "c.test"].map { Domain(name: $0, address: "192.0.2.1") }),
        Row(testDescription: "the first of many domains", domains: scattered, complete: false),
        Row(
            testDescription: "one that could be checked",
            domains: scattered + [Domain(name: "d.test", status: .fail, code: .fileMissing)]),
        Row(
            testDescription: "one of the three is waived",
            domains: scattered.map {
                var domain = $0
                domain.isWaived = $0.name == "c.test"
                return domain
            }),
        Row(
            testDescription: "a waived one beside three", domains: scattered + [Domain(name: "d.test", isWaived: true)],
            codes: [.nothingChecked]),
        Row(
            testDescription: "a cause that is known",
            domains: ["a.test", "b.test", "c.test"].map { Domain(name: $0, code: .dnsFailure) },
            codes: [.namesNotResolved]),
        Row(
            testDescription: "names below one registry of a country",
            domains: ["a.co.uk", "b.co.uk", "c.co.uk"].map { Domain(name: $0, code: .dnsFailure) },
            codes: [.namesNotResolved]),
    ])
    func saysWhereNothingCouldBeChecked(_ row: Row) {
        var causes = LocalCauses()
        for domain in row.domains { causes.add(domain.report) }
        #expect(causes.warnings(isComplete: row.complete, now: Self.now, previousRunEnd: nil).map(\.code) == row.codes)
    }

    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test(
        arguments: [
            (previousRunEnd: nil, codes: []), (previousRunEnd: now - 60, codes: []),
            (previousRunEnd: now + 60, codes: [.clockDiffers]),
        ] as [(previousRunEnd: Date?, codes: [RunWarning.Code])])
    func aRunBeforeThePreviousOneHasAnotherClock(previousRunEnd: Date?, codes: [RunWarning.Code]) {
        let warnings = LocalCauses().warnings(isComplete: true, now: Self.now, previousRunEnd: previousRunEnd)
        #expect(warnings.map(\.code) == codes)
    }

    /// The age of runs is not certain if the clock may be wrong.
    @Test(arguments: [
        (RunEnding(isComplete: true), true), (RunEnding(isComplete: false, cause: .runDeadline), true),
        (RunEnding(isComplete: false, cause: .interrupted), false),
        (RunEnding(isComplete: true, warnings: [RunWarning(.clockDiffers, "")]), false),
        (RunEnding(isComplete: true, warnings: [RunWarning(.clockWrong, "")]), false),
        (RunEnding(isComplete: true, warnings: [RunWarning(.namesNotResolved, "")]), false),
        (RunEnding(isComplete: true, warnings: [RunWarning(.targetsDropped, "")]), true),
    ])
    func onlyARunThatIsBelievedDeletesOldOnes(ending: RunEnding, deletes: Bool) {
        #expect(ending.deletesOldRuns == deletes)
    }
}
