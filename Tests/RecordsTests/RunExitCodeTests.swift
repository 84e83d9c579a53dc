import Audit
import Findings
import Foundation
import Records
import Testing

@Suite struct RunExitCodeTests {
    static func report(_ status: DomainStatus) -> DomainReport {
        let findings: [Finding] =
            switch status {
            case .pass, .accepted: [Finding(.jsonSuffixOnly, severity: .info, location: .root, message: "")]
            case .warn: [Finding(.locationsDiffer, severity: .warning, location: .root, message: "")]
            case .fail: [Finding(.fileMissing, severity: .error, location: .root, message: "")]
            case .unreachable: [Finding(.timeout, severity: .error, location: .domain, message: "")]
            case .invalid: []
            }
        return DomainReport(
            Target(input: "x", domain: DomainID(host: "x")), status: status, findings: findings, startedAt: Date())
    }

    @Test(
        arguments: [
            ([], FailureThreshold.error, RunExitCode.Code.success),
            ([.pass, .warn], .error, .success),
            ([.pass, .warn], .warning, .findings),
            ([.fail], .error, .findings),
            ([.fail], .warning, .findings),
            ([.fail], .never, .success),
            ([.unreachable], .error, .unreachable),
            ([.unreachable], .warning, .unreachable),
            ([.unreachable], .never, .unreachable),
            ([.unreachable, .invalid], .error, .invalidTargets),
            ([.unreachable, .invalid, .fail], .error, .findings),
            ([.unreachable, .invalid, .fail], .never, .invalidTargets),
        ] as [([DomainStatus], FailureThreshold, RunExitCode.Code)])
    func hasTheWeightiestCode(statuses: [DomainStatus], threshold: FailureThreshold, code: RunExitCode.Code) {
        var outcome = RunExitCode(threshold: threshold)
        for status in statuses { outcome.add(Self.report(status)) }
        #expect(outcome.code == code)
        // Schedulers treat findings as an ordinary night, so an undelivered message needs another code.
        outcome.hasUndeliveredMessage = true
        #expect(outcome.code == .toolFailed)
        outcome.hasToolFailed = true
        #expect(outcome.codes.count { $0 == .toolFailed } == 1)
        #expect(outcome.code == .toolFailed)
        // The list of codes includes those that the exit code does not show.
        #expect(outcome.codes.contains(code) || code == .success)
        outcome.isInterrupted = true
        #expect(outcome.code == .interrupted)
    }

    @Test func ignoresInvalidTargetsOnRequest() {
        var outcome = RunExitCode(skipsInvalid: true)
        outcome.add(Self.report(.invalid))
        #expect(outcome.code == .success)
        outcome.add(Self.report(.unreachable))
        #expect(outcome.code == .unreachable)
    }

    /// Unreachable domains can be allowed, but a run in doubt always fails.
    @Test func ignoresUnreachableDomainsOnRequest() {
        var outcome = RunExitCode(allowsUnreachable: true)
        outcome.add(Self.report(.unreachable))
        #expect(outcome.code == .success && outcome.unreachableCount == 1)
        outcome.isInDoubt = true
        #expect(outcome.code == .unreachable)
    }
}
