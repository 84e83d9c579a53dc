import Findings
import Testing
import Transport

@testable import Audit
@testable import Reports

/// The text about the age of a finding.
struct FindingHistoryTests {
    @Test func describesTheBeginningAndTheEarlierObservation() {
        var report = Samples.expired
        #expect(report.historyText(of: report.findings[0]) == nil, "a run without a database says nothing of the past")
        report.findings[0].state = .new
        report.findings[0].firstSeen = Samples.days(-2)
        report.findings[0].before = EarlierObservation(
            runAt: Samples.days(-3), text: "The certificate was in order in the run of 2026-04-28 12:00 UTC.")
        #expect(
            report.historyText(of: report.findings[0])
                == "Since 2026-04-29 (2 days). The certificate was in order in the run of 2026-04-28 12:00 UTC.")
        report.findings[0].state = .still
        #expect(report.historyText(of: report.findings[0])?.hasPrefix("Since 2026-04-29 (2 days). ") == true)
        report.findings[0].state = .returned
        #expect(report.historyText(of: report.findings[0])?.hasPrefix("Since 2026-04-29 (2 days). The ") == true)
        report.findings[0].firstSeen = Samples.days(-4)
        let words = "Since 2026-04-27 (4 days). It counts again: it is no longer accepted. "
        #expect(report.historyText(of: report.findings[0])?.hasPrefix(words) == true)
    }

    @Test func datesTheFileAsItsServerDoes() {
        var report = Samples.passing
        report.status = .fail
        report.findings = [Finding(.serviceNone, location: .wellKnown, message: "Seen.")]
        report.wellKnown?.exchange?.headerFields.append(
            HeaderField(name: "Last-Modified", value: "Thu, 30 Apr 2026 09:30:00 GMT"))
        #expect(
            report.historyText(of: report.findings[0])
                == "The server dates the file 2026-04-30 09:30 UTC (Last-Modified).")
        // A date in the future is ignored.
        report.wellKnown?.exchange?.headerFields[1].value = "Thu, 30 Apr 2099 09:30:00 GMT"
        #expect(report.historyText(of: report.findings[0]) == nil)
    }
}
