import Findings
import Testing

@testable import Audit

/// A row of a table: an observation, and the complete expected result.
struct JudgeCase: Sendable, CustomTestStringConvertible {
    let name: String
    let observation: Observation
    let status: DomainStatus
    /// All expected findings as `code severity location`, in any order.
    let findings: [String]
    /// One letter for each generation of systems: `y`, `n`, or `?` for unknown.
    let verdicts: String?
    let settings: JudgeSettings

    init(
        _ name: String, _ observation: Observation, _ status: DomainStatus, _ findings: [String],
        _ verdicts: String? = nil, settings: JudgeSettings = JudgeSettings()
    ) {
        self.name = name
        self.observation = observation
        self.status = status
        self.findings = findings
        self.verdicts = verdicts
        self.settings = settings
    }

    var testDescription: String { name }

    /// Judges the observation, and compares all results.
    func check() {
        let report = Judge(settings).judge(observation)
        let found = report.findings.map { "\($0.code.rawValue) \($0.severity.rawValue) \($0.location.rawValue)" }
        #expect(found.sorted() == findings.sorted())
        #expect(report.status == status)
        if let verdicts { #expect(report.verdicts.map(Self.letter).joined() == verdicts) }
        let codes = Set(report.findings.map(\.code))
        #expect(report.verdicts.allSatisfy { $0.because.allSatisfy(codes.contains) })
        #expect(report.verdicts.allSatisfy { $0.works != false || !$0.because.isEmpty })
        #expect(report.findings.allSatisfy { $0.message.hasSuffix(".") && !$0.message.contains("  ") })
    }

    private static func letter(_ verdict: Verdict) -> String {
        switch verdict.works {
        case true?: "y"
        case false?: "n"
        case nil: "?"
        }
    }
}
