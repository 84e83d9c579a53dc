import Basics
import Findings
import Records
import Testing
import Transport

@testable import Audit
@testable import Reports

struct TotalsTextTests {
    @Test func addsUpARun() {
        var summary = RunSummary()
        for report in Samples.all { summary.add(report) }
        let expected = """
            6 entries: 3 with errors, 1 not checked, 1 invalid, 1 OK.
            Links open the app on 1 of 6 domains (iOS 14 and later). On 1 they open the
              browser instead; on 4 it is unknown. iPadOS counts as iOS, macOS 10.15 as iOS
              13, macOS 11 and later as iOS 14.
            Found: 1 connect-refused, 1 tls-certificate-expired, 1 redirect, 1 json-invalid.
              “aasa-audit explain CODE” explains a finding and how to fix it.

            """
        #expect(TextReport().render(summary, RunEnding(isComplete: true)) == expected)
        #expect(TextReport(detail: .quiet).render(summary, RunEnding(isComplete: true)) == "")
        let interrupted = TextReport(detail: .quiet).render(summary, RunEnding(isComplete: false))
        #expect(interrupted.hasPrefix("The run was interrupted"))
    }

    @Test(arguments: [
        ([Samples.unreachable], "Whether links open the app is unknown on this domain (iOS 14 and later)."),
        ([Samples.unreachable, Samples.unreachable], "Whether links open the app is unknown on all 2 domains (iOS 14"),
    ])
    func saysThatItIsUnknown(reports: [DomainReport], text: String) {
        var summary = RunSummary()
        for report in reports { summary.add(report) }
        #expect(summary.opensAppText?.hasPrefix(text) == true)
    }

    @Test func ignoresNotesAndWaivedFindings() {
        var report = Samples.redirecting
        report.findings[0].waived = Waiver(reason: "It is known.")
        report.findings += [
            Finding(.redirect, severity: .info, location: .root, message: "Seen."),
            Finding(.keyUnknown, severity: .warning, location: .wellKnown, message: "Seen."),
            Finding(.detailLegacyOnly, location: .wellKnown, message: "Seen."),
        ]
        var summary = RunSummary()
        summary.add(report)
        #expect(TextReport().render(summary, RunEnding(isComplete: true)).contains("\nFound: 1 key-unknown.\n"))
        #expect(
            summary.findings.map { "\($0.code.rawValue) \($0.count)" } == [
                "redirect 1", "key-unknown 1", "detail-legacy-only 1",
            ])
    }
}
