import Findings
import Foundation
import Testing
import Transport

@testable import Audit
@testable import Reports

struct TextRendererTests {
    private func text(
        _ domains: [DomainReport], detail: TextReport.Detail = .normal, style: TextStyle = .plain, targets: Int? = nil,
        complete: Bool = true
    ) throws -> String {
        let sink = MemorySink()
        let renderer = TextRenderer(style: style, detail: detail, targets: targets ?? domains.count)
        try FormatRenderer.text(renderer).render(SampleRun(domains: domains, complete: complete), to: sink)
        return String(decoding: sink.bytes, as: UTF8.self)
    }

    private func named(_ name: String, like sample: DomainReport = Samples.redirecting) -> DomainReport {
        var report = sample
        report.domain = DomainID(host: sample.domain?.host ?? name, displayHost: name)
        return report
    }

    @Test func isATableWithDetailsOfDomainsWithProblems() throws {
        let domains = [
            Samples.passing, Samples.unreachable, Samples.expired, named("www.a-rather-long-name.example.com"),
            Samples.invalid,
        ]
        let text = try text(domains)
        #expect(
            text.hasPrefix(
                """
                STATUS       DOMAIN                   CERT LEFT  CAUSE
                PASS         good.example             60 d
                NOT CHECKED  down.example                        connect-refused
                FAIL         old.example              expired    tls-certificate-expired
                FAIL         www.a-rather-long-name.example.com
                                                      60 d       redirect
                INVALID      exa mple                            invalid

                old.example  FAIL  Links open the browser instead of the app on every Apple
                """))
        let stories = [
            "\nold.example  FAIL", "\nwww.a-rather-long", "\ndown.example  NOT CHECKED", "\nexa mple  INVALID",
        ]
        let places = try stories.map { try #require(text.range(of: $0, options: .backwards)).lowerBound }
        #expect(places == places.sorted())
        #expect(!text.contains("good.example  PASS"))
        #expect(
            text.hasSuffix(
                "Found: 1 connect-refused, 1 tls-certificate-expired, 1 redirect.\n"
                    + "  “aasa-audit explain CODE” explains a finding and how to fix it.\n"
            ))
    }

    @Test(
        arguments: [
            (20, Severity.warning, true), (20, .error, true), (10, nil, false), (10, .info, false), (20, nil, false),
        ] as [(Double, Severity?, Bool)])
    func aCertificateIsMarkedWhereTheRunFoundTooFewDays(days: Double, severity: Severity?, isMarked: Bool) {
        var report = Samples.passing
        report.wellKnown?.exchange?.tls?.chain[0].notAfter = Samples.days(days)
        if let severity {
            report.findings = [
                Finding(.tlsCertificateExpiring, severity: severity, location: .domain, message: "It ends soon.")
            ]
        }
        let row = TextTable(style: .ansi).row(report)
        #expect(row.contains("\(Int(days)) d"))
        #expect(row.contains("\u{1B}[33m\(Int(days)) d") == isMarked, "\(row.debugDescription)")
    }

    @Test func aSingleDomainHasOnlyDetails() throws {
        #expect(try text([Samples.redirecting]) == TextReport().render(Samples.redirecting))
    }

    @Test func quietOmitsHealthyDomains() throws {
        #expect(try text([Samples.passing, Samples.passing], detail: .quiet) == "")
        let text = try text([Samples.passing, Samples.expired], detail: .quiet)
        #expect(text.hasPrefix("FAIL         old.example"))
        #expect(!text.contains("good.example"))
    }

    @Test func verboseContainsAllDetailsInOrder() throws {
        let text = try text([Samples.passing, Samples.expired], detail: .verbose)
        #expect(text.hasPrefix("good.example  PASS"))
        #expect(!text.contains("STATUS "))
    }

    @Test func countsOmittedDetails() throws {
        let warned = { (number: Int) in
            var report = named("w\(number).example", like: Samples.passing)
            report.status = .warn
            return report
        }
        let domains = (1...15).map(warned) + (1...15).map { named("f\($0).example") }
        let text = try text(domains, complete: false)
        #expect(text.components(separatedBy: ".example (example.com)  FAIL").count == 16)
        #expect(text.components(separatedBy: ".example (good.example)  WARN").count == 6)
        #expect(text.contains("\nDetails of 10 more domains: -v, or another format such as -o report.html.\n"))
        #expect(text.contains("The run was interrupted"))
    }

    @Test(arguments: HostileTexts.all + ["例え.テスト", "very-long-" + String(repeating: "長", count: 60)])
    func rowsStayInTheirColumns(name: String) throws {
        for style in TextStyle.allCases {
            let table = TextTable(style: style)
            for row in table.row(named(name)).split(separator: "\n") {
                let plain = row.replacing(/\u{1B}\[[0-9;]*m/, with: "")
                #expect(TerminalText.width(plain) <= 80, "\(plain)")
                #expect(!plain.unicodeScalars.contains { $0.properties.generalCategory == .control })
            }
        }
        let row = TextTable(style: .plain).row(named(name))
        let line = try #require(row.split(separator: "\n").last { $0.contains("redirect") })
        let place = try #require(line.range(of: "redirect")).lowerBound
        #expect(TerminalText.width(line[..<place]) == 49)
    }
}
