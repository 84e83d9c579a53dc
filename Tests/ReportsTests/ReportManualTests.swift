import Audit
import Findings
import Foundation
import TestSupport
import Testing

@testable import Records
@testable import Reports

/// The part of the manual about reports.
struct ReportManualTests {
    @Test(arguments: OutputFormat.allCases)
    func hasEveryFormatWithItsExtensions(format: OutputFormat) throws {
        let extensions = format.fileExtensions.map { "`.\($0)`" }.joined(separator: ", ")
        let row = "\n| `\(format.rawValue)` | \(extensions)\(extensions.isEmpty ? "" : " ")| "
        #expect(try Repository.page("ReportFormats").contains(row), "\(row)")
    }

    @Test(arguments: DomainStatus.allCases)
    func hasEveryStatusByItsNames(status: DomainStatus) throws {
        let target = Target(input: "a.example", domain: DomainID(host: "a.example"))
        let text = TextReport().render(DomainReport(target, status: status, startedAt: Samples.now))
        let word = try #require(text.firstMatch(of: /[A-Z]{3,}(?: [A-Z]+)*/)?.output)
        let row = "\n| `\(word)` | \(status.label) | `\(status.rawValue)` | "
        #expect(try Repository.page("Results").contains(row), "\(row)")
    }

    @Test(arguments: RunWarning.Code.allCases)
    func hasEveryWarningOfARun(code: RunWarning.Code) throws {
        #expect(try Repository.page("SuspiciousRuns").contains("`\(code.rawValue)`"))
    }

    @Test func hasEveryMetricWithItsLabels() throws {
        var run = SampleRun(domains: Samples.all)
        run.changes = RunChanges(previousRun: "x", previousStartedAt: Samples.days(-1))
        let text = try run.rendered(PrometheusReport())
        let page = try Repository.page("Metrics")
        let rows = page.matches(of: /\n\| `(aasa_[a-z_]+)` \| ([^|]*)\|/).map {
            "\($0.1): \($0.2.matches(of: /[a-z]+/).map(\.output))"
        }
        var written: [String] = []
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let name = line.prefix { $0 != "{" && $0 != " " }
            let labels = line.matches(of: /([a-z]+)="/).map(\.1)
            let row = "\(name): \(labels)"
            if !written.contains(row) { written.append(row) }
        }
        #expect(Set(rows) == Set(written))
    }

    /// The example of a message has the same keys as real messages.
    @Test func exampleOfAMessageHasItsKeys() throws {
        let page = try Repository.page("Notifications")
        let block = try #require(page.firstMatch(of: /```json\n(.*?)\n```/.dotMatchesNewlines())).1
        var changes = NoticeSamples.changes([NoticeSamples.change(.new), NoticeSamples.change(.fixed)])
        changes.domains.new.add("a.example", at: 0)
        changes.domains.fixed.add("b.example", at: 1)
        let message = try NoticeSamples.message(RunNotice(unreachableAfter: 3), changes)
        let example = try #require(try JSONSerialization.jsonObject(with: Data(block.utf8)) as? [String: Any])
        #expect(Self.paths(example) == Self.paths(message.json))
    }

    private static func paths(_ value: Any, _ name: String = "") -> Set<String> {
        switch value {
        case let object as [String: Any]:
            object.reduce(into: []) { $0.formUnion(paths($1.value, "\(name).\($1.key)")) }
        case let list as [Any]: list.reduce(into: [name]) { $0.formUnion(paths($1, "\(name)[]")) }
        default: [name]
        }
    }
}
