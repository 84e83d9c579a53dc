import Findings
import Foundation
import Testing

@testable import Audit
@testable import Records
@testable import Reports

/// The text of a complete run.
struct TextDocumentTests {
    private func text(
        _ domains: [DomainReport], detail: TextReport.Detail = .normal, width: Int? = nil,
        _ change: (inout SampleRun) -> Void = { _ in }
    ) throws -> String {
        var run = SampleRun(domains: domains)
        change(&run)
        return try run.rendered(TextDocument(detail: detail, width: width))
    }

    private var accepted: DomainReport {
        var report = Samples.expired
        report.status = .accepted
        for index in report.findings.indices {
            report.findings[index].waived = Waiver(reason: "Brand is being retired", until: "2026-12-31")
        }
        return report
    }

    /// Without a previous run, nothing is new, at any level of detail.
    @Test(arguments: TextReport.Detail.allCases) func nothingIsNewWithoutAPreviousRun(detail: TextReport.Detail) throws
    {
        var broken = Samples.redirecting
        broken.findings[0].state = .new
        broken.findings[0].firstSeen = Samples.now
        for domains in [[broken], [Samples.passing, broken]] {
            let text = try text(domains, detail: detail)
            #expect(text.contains("redirect  at .well-known") && !text.contains("at .well-known  new"), "\(text)")
        }
    }

    @Test func beginsWithTheTimeTotalsAndChanges() throws {
        var broken = Samples.redirecting
        broken.findings[0].state = .new
        let text = try text([Samples.passing, accepted, broken, Samples.unreachable]) { run in
            run.warnings = [RunWarning(.clockDiffers, "The clock differs.")]
            var changes = RunChanges(previousRun: "run-1", previousStartedAt: Samples.now.addingTimeInterval(-86_400))
            changes.new = 1
            changes.fixed = 1
            changes.items = [
                .init(domain: "shop.example", kind: .fixed, code: .redirect, severity: .error, message: "It was so.")
            ]
            var names = RunChanges.Domains()
            names.new.add(broken.name)
            names.repaired.add("shop.example")
            names.unchecked.add(Samples.unreachable.name)
            changes.domains = names
            run.changes = changes
        }
        let parts = [
            "Run of 2026-", "The clock differs.",
            "4 domains: 1 with errors, 1 not checked, 1 with accepted problems, 1 OK.",
            "  old.example: tls-certificate-expired, accepted until 2026-12-31 (Brand is\n    being retired)\n",
            "Since the run of 2026-", "  New, 1 domain: \(broken.name)\n",
            "  Resolved, 1 domain: shop.example\n",
            "  Not compared (not checked in this or the previous run), 1 domain: \(Samples.unreachable.name)\n",
            "Fix first (",
            "  1. \(broken.name): ", "STATUS", "FAIL ", "NOT CHECKED ", "ACCEPTED ",
            "PASS ", "\n\(broken.name)  FAIL",
        ]
        var rest = text[...]
        for part in parts {
            let range = try #require(rest.range(of: part), "\(part) is missing or too early in\n\(text)")
            rest = rest[range.upperBound...]
        }
        // The time of the run is at the beginning, before domains without problems.
        #expect(text.hasPrefix("Run of "))
    }

    @Test func saysOfAnAcceptedDomainWhyAndUntilWhen() throws {
        let text = try text([accepted, Samples.passing])
        #expect(text.contains("until 2026-12-31"), "\(text)")
        #expect(text.contains("Accepted until 2026-12-31 (Brand is being retired); links"), "\(text)")
        #expect(!text.contains("PASS         old.example"))
    }

    /// Accepting a problem changes neither its cause nor the day since which it exists.
    @Test(
        arguments: [
            (nil, "tls-certificate-expired, accepted by Dana until 2026-12-31"), (80, "tls-certificate-expired"),
        ] as [(Int?, String)])
    func anAcceptedDomainKeepsItsCauseAndItsFirstDay(width: Int?, cause: String) throws {
        var old = accepted
        old.findings[0].firstSeen = Samples.days(-40)
        old.findings[0].waived?.acceptedBy = "Dana"
        let text = try text([old, Samples.passing], width: width) { run in
            run.changes = RunChanges(previousRun: "run-1", previousStartedAt: Samples.days(-1))
            run.past = DomainPast(statusSince: Samples.days(-3), runs: [])
        }
        let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("ACCEPTED") })
        #expect(row.contains("  2026-03-22  ") && row.hasSuffix("  \(cause)"), "\(text)")
        let words = text.replacing(#/\s+/#, with: " ")
        let line = " old.example: tls-certificate-expired, accepted by Dana until 2026-12-31 (Brand is being retired) "
        #expect(words.contains(line), "\(text)")
        #expect(words.contains("Accepted by Dana until 2026-12-31 (Brand is being retired); links"), "\(text)")
    }

    @Test(arguments: [nil, 60, 80, 200] as [Int?])
    func isAsWideAsTheTerminalOrAsItsLongestName(width: Int?) throws {
        var long = Samples.redirecting
        long.domain = DomainID(host: String(repeating: "a-long-label.", count: 8) + "example")
        long.people.owner = "Dana Example (Shop)"
        let lines = try text([Samples.passing, long], width: width).split(separator: "\n")
        let row = try #require(lines.first { $0.hasPrefix("FAIL") })
        if let width {
            #expect(lines.allSatisfy { $0.count <= max(80, width) })
        } else {
            #expect(row.contains("\(long.name)  "))
            #expect(row.hasSuffix("redirect"))
            #expect(row.contains("Dana Example (Shop)"))
        }
    }

    @Test func aSingleDomainHasOnlyDetails() throws {
        let text = try text([Samples.redirecting])
        #expect(!text.contains("STATUS"))
        #expect(text.hasPrefix(Samples.redirecting.name))
    }

    @Test func countsOmittedDetails() throws {
        let text = try text((0..<25).map { _ in Samples.redirecting })
        #expect(text.hasSuffix("Details of 5 more domains: -v, or another format such as -o report.html.\n"))
        #expect(
            try self.text((0..<25).map { _ in Samples.redirecting }, detail: .verbose).contains("Details of") == false)
    }
}
