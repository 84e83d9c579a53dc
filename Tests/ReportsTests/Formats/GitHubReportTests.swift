import Findings
import Foundation
import Records
import Testing

@testable import Audit
@testable import Reports

struct GitHubReportTests {
    private func lines(_ run: SampleRun) throws -> [String] {
        let text = try run.rendered(GitHubReport())
        #expect(text.hasSuffix("\n"))
        return text.split(separator: "\n").map(String.init)
    }

    private func domains(_ count: Int, like sample: DomainReport) -> [DomainReport] {
        (1...count).map { number in
            var report = sample
            report.domain = DomainID(host: "d\(number).example")
            return report
        }
    }

    @Test func annotatesEachDomainThatIsNotWellWorstFirst() throws {
        let lines = try lines(
            SampleRun(domains: [Samples.passing, Samples.unreachable, Samples.invalid, Samples.redirecting]))
        #expect(lines.count == 4)
        #expect(
            lines[0]
                == "::error title=example.com%3A Links open the browser instead of the app on iOS 9.3 to 13%2C "
                + "and possibly on later systems (redirect)::The server answers 301 and points elsewhere.%0A"
                + "https://example.com/.well-known/apple-app-site-association%0AWhat to do: Serve the file here.%0A"
                + "Owner: web. To be fixed by the administrators of the web server or the CDN in front of it.")
        #expect(lines[1].hasPrefix("::error title=exa mple%3A This entry is not a valid domain::A host name"))
        #expect(lines[2].hasPrefix("::warning title=down.example%3A Not checked%3A"))
        #expect(lines[3] == "::notice title=aasa-audit::4 targets: 1 with errors, 1 not checked, 1 invalid, 1 OK.")
    }

    @Test func keepsToWhatGitHubShows() throws {
        let run = SampleRun(domains: domains(12, like: Samples.redirecting) + domains(13, like: Samples.unreachable))
        let lines = try lines(run)
        #expect(lines.count { $0.hasPrefix("::error ") } == 10)
        #expect(lines.count { $0.hasPrefix("::warning ") } == 10)
        #expect(lines.count { $0.hasPrefix("::notice ") } == 1)
        #expect(lines.filter { $0.hasPrefix("::group::") }.count == 2)
        #expect(lines.filter { $0 == "::endgroup::" }.count == 2)
        #expect(lines.contains { $0.hasPrefix("d12.example: ") })
        #expect(lines.last?.contains("5 more domains are in the log of this step.") == true)
    }

    @Test func saysFirstThatTheRunWasInterrupted() throws {
        let run = SampleRun(domains: domains(10, like: Samples.redirecting), complete: false)
        let lines = try lines(run)
        #expect(lines[0].hasPrefix("::error title=The run as a whole::The run was interrupted: "))
        #expect(lines.count { $0.hasPrefix("::error ") } == 10)
        #expect(lines.contains { $0.hasPrefix("::group::1 more") })
    }

    /// Combined reports can have more warnings about runs than GitHub shows annotations.
    @Test func warningsAboutRunsLeaveNoAnnotationsForDomains() throws {
        let warnings = (1...12).map { _ in RunWarning(.clockDiffers, "The clock differs.") }
        let lines = try lines(SampleRun(domains: domains(3, like: Samples.unreachable), warnings: warnings))
        #expect(lines.contains("::group::3 more without an annotation (warnings)"))
        #expect(lines.last?.contains(": 3 more domains are in the log of this step.") == true)
    }

    /// GitHub truncates longer texts, and the advice is at their end.
    @Test func keepsTitlesAndMessagesWithinTheirLimits() throws {
        var report = Samples.redirecting
        report.domain = DomainID(host: "example.com", displayHost: String(repeating: "n", count: 253))
        report.findings[0].message = String(repeating: "😀%\n", count: 3000)
        let line = try #require(try lines(SampleRun(domains: [report])).first)
        let parts = line.components(separatedBy: "::")
        let title = parts[1].dropFirst("error title=".count).replacing("%3A", with: ":").replacing("%2C", with: ",")
        let message = parts[2].replacing("%0A", with: "\n").replacing("%25", with: "%")
        #expect(title.utf16.count <= 255 && title.hasSuffix("(redirect)"))
        #expect(message.utf16.count <= 4096 && message.contains("…\nhttps://"))
        #expect(message.contains("\nWhat to do: Serve the file here."))
    }

    @Test func hasANoticeWhenThereIsNothing() throws {
        #expect(try lines(SampleRun(domains: [])) == ["::notice title=aasa-audit::0 targets."])
    }

    @Test(arguments: HostileTexts.all)
    func noTextBecomesACommand(text: String) throws {
        var others = domains(12, like: SampleRun.planted(text))
        for index in others.indices {
            others[index].domain = DomainID(host: "d\(index + 1).example", displayHost: text)
        }
        for line in try SampleRun(domains: others).rendered(GitHubReport()).components(separatedBy: "\n") {
            if line.trimmingCharacters(in: .whitespaces).hasPrefix("::") {
                let commands = ["::error title=", "::warning title=", "::notice title=", "::group::", "::endgroup::"]
                #expect(commands.contains { line.hasPrefix($0) }, "\(line)")
                let property = line.dropFirst(2).components(separatedBy: "::")[0]
                #expect(!property.contains(",") && property.filter { $0 == ":" }.isEmpty, "\(line)")
            } else {
                #expect(!line.contains("##["))
            }
            #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(line)")
        }
    }
}
