import Findings
import Foundation
import Testing

@testable import Audit

/// The effects of a finding on other features than universal links: only those that apply to the finding and the file,
/// and whether there are none or they are unknown.
struct OtherHarmTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var code: FindingCode
        var severity = Severity.error
        var evidence: Evidence = [:]
        var pointer: String? = nil
        var hasFile = false
        var isWaived = false
        /// The verdict on iOS 14 and later because of the finding.
        var outcome = Verdict.Outcome.doesNotWork
        /// Words of the sentence; none if there is no sentence.
        var words: [String]
        var testDescription: String { "\(code.rawValue) \(severity) \(pointer ?? "") \(words)" }
    }

    static let rows: [Row] = [
        Row(code: .tlsCertificateExpired, words: ["security warning", "passkeys"]),
        Row(code: .tlsCertificateExpired, isWaived: true, words: []),
        Row(code: .tlsCertificateExpiring, severity: .warning, words: []),
        Row(code: .connectTimeout, words: ["visitors cannot open"]),
        // Its impact contains the harm to visitors.
        Row(code: .dnsNotFound, words: ["passkeys", "they fail too"]),
        Row(code: .timeout, outcome: .unknown, words: ["not known.", "passkeys"]),
        Row(code: .redirect, words: ["App Clips"]),
        Row(code: .redirect, outcome: .unknown, words: ["not known.", "passkeys"]),
        Row(code: .redirect, hasFile: true, words: ["not known."]),
        Row(code: .jsonInvalid, words: ["passkeys"]),
        Row(code: .appIDMalformed, pointer: "/webcredentials/apps/0", hasFile: true, words: ["AutoFill"]),
        Row(code: .appIDMalformed, pointer: "/applinks/details/0", hasFile: true, words: ["None."]),
        Row(code: .appIDMalformed, pointer: "/appclips/apps/0", hasFile: true, words: ["App Clip"]),
        // Its impact describes the effects on the service.
        Row(code: .expectedAppMissing, evidence: ["service": "appclips"], hasFile: true, words: ["None."]),
        Row(
            code: .expectedAppMissing, evidence: ["service": "applinks"], hasFile: true, words: ["None."]),
    ]

    @Test(arguments: rows)
    func isSaidWhereItIsTrue(_ row: Row) {
        var finding = Finding(
            row.code, severity: row.severity, location: .wellKnown, message: "Seen.", evidence: row.evidence,
            pointer: row.pointer)
        if row.isWaived { finding.waived = Waiver(reason: "known") }
        let report = DomainReport(
            Target(input: "a", domain: DomainID(host: "a")), status: .fail,
            verdicts: [Verdict(system: .iOS14, outcome: row.outcome, because: [row.code])],
            file: row.hasFile
                ? FileReport(location: .wellKnown, isSigned: false, services: [], apps: [], bytes: nil) : nil,
            findings: [finding], startedAt: Date(timeIntervalSince1970: 0))
        let text = report.otherEffects(of: finding)
        #expect((text == nil) == row.words.isEmpty, "\(text ?? "nil")")
        for word in row.words { #expect(text?.contains(word) == true, "\(text ?? "nil")") }
    }
}
