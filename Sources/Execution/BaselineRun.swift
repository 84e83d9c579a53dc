import Audit
import Basics
import Findings
package import History
import Records
import Reports
package import Settings

import struct Foundation.Date
import struct Foundation.URL

/// Accepts the current problems of domains: writes waivers into a file that the configuration includes.
package struct BaselineRun {
    /// The domains, as the user specifies them; empty for all.
    private let domains: [String]
    /// The reason for the acceptance; if `nil`, it refers to the run that found the problem.
    private let reason: String?
    /// The last day, as `yyyy-mm-dd`; `nil` for no end.
    private let until: String?
    /// The person or team that accepts the findings; `nil` if not specified.
    private let acceptedBy: String?
    /// The file of the waivers; `nil` for `accepted.yaml` in the folder of the configuration.
    private let file: String?
    /// The run, as the user specifies it; `nil` for the newest complete one.
    private let run: String?
    /// The configuration that is to include the file, if specified.
    private let configuration: Configuration?

    /// Creates a run.
    package init(
        domains: [String], reason: String?, until: String?, acceptedBy: String?, file: String?, run: String?,
        _ configuration: Configuration?
    ) {
        self.domains = domains
        self.reason = reason
        self.until = until
        self.acceptedBy = acceptedBy
        self.file = file
        self.run = run
        self.configuration = configuration
    }

    /// Writes the waivers.
    ///
    /// - database: The database with the runs.
    /// - Throws: `HistoryError`, `UsageError`, `ConfigurationError` and `OutputError`; then no file was changed.
    package func accept(from database: RunDatabase) throws {
        if let until, let today = UTCTime(Date())?.dayText, until < today {
            throw UsageError("\(until) is in the past; a waiver until then would have no effect.")
        }
        let named = try run.map { try database.run(named: $0) }
        guard let record = try named ?? database.newestComplete(believed: true) else {
            throw HistoryError.run("No run is complete yet: there is nothing to accept.")
        }
        let rules = try rules(of: DatabaseRun(record, in: database), record)
        let path = file ?? Self.defaultFile(beside: configuration?.path)
        let output = try OutputFile(path: path)
        output.lockFolder { Console.say("Waiting for another “baseline accept” that writes to the folder of \(path).") }
        let accepted = try AcceptedFile(adding: rules, toFileAt: path, at: Date())
        guard accepted.added > 0 else {
            return Console.say(
                "Nothing is left to accept in run \(record.number), so \(path) was not changed. "
                    + "To change the reason or the last day of a waiver, edit that file.")
        }
        try output.write(accepted.bytes)
        try output.finish()
        let count = Set(rules.compactMap { $0.rule.domain?.description }).count
        Console.say(
            "\(Phrase.count(accepted.added, "waiver")) for \(Phrase.count(count, "domain")) of run \(record.number) written to \(path)."
        )
        printInclusionHint(path)
    }

    // MARK: Accepted findings

    /// Returns one waiver for each code at each domain; findings that could not be checked are unknown, and therefore
    /// not accepted.
    private func rules(of run: DatabaseRun, _ record: RunRecord) throws -> [(rule: WaiverRule, subject: String)] {
        var wanted: Set<DomainID> = []
        for name in domains { wanted.insert(try TargetParser.parse(name).domain) }
        let isForAll = wanted.isEmpty
        let day = UTCTime(record.facts.startedAt)?.dayText ?? "an unknown day"
        let waiver = Waiver(
            reason: reason ?? "Accepted as the run of \(day) found it.", until: until, acceptedBy: acceptedBy)
        var rules: [(rule: WaiverRule, subject: String)] = []
        var unchecked = DomainNames()
        try run.forEachDomain { report throws(OutputError) in
            guard let domain = report.domain, isForAll || wanted.remove(domain) != nil else { return }
            guard report.status != .unreachable else { return unchecked.add(report.name) }
            var codes: Set<FindingCode> = []
            for finding in report.findings where finding.counts {
                guard codes.insert(finding.code).inserted,
                    configuration?.waivers.rule(for: finding.code, in: report, at: Date()) == nil
                else { continue }
                let since = finding.firstSeen.flatMap { UTCTime($0)?.dayText }.map { " since \($0)" } ?? ""
                rules.append(
                    (
                        WaiverRule(code: finding.code, domain: DomainPattern(domain), waiver: waiver),
                        "\(finding.severity.rawValue)\(since): \(finding.message.prefix(200))"
                    ))
            }
        }
        if !unchecked.isEmpty {
            Console.say(
                "These domains could not be checked, so none of their findings was accepted: "
                    + "\(unchecked.text(limit: 10) { VisibleText.escape($0) }). If one of them is meant to be "
                    + "unreachable, add a waiver for its code, such as connect-refused. With --allow-unreachable, such "
                    + "domains do not cause exit code 4.")
        }
        if !wanted.isEmpty {
            let names = wanted.map(\.name).sorted().prefix(10).map { VisibleText.quote($0) }
            throw UsageError(
                "Run \(record.number) has not audited \(names.joined(separator: ", ")); nothing was written.")
        }
        return rules
    }

    // MARK: The file

    private static func defaultFile(beside configuration: String?) -> String {
        guard let slash = configuration?.lastIndex(of: "/"), let configuration else { return "accepted.yaml" }
        return configuration[...slash] + "accepted.yaml"
    }

    private func printInclusionHint(_ path: String) {
        func place(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path }
        guard let configuration else {
            return Console.say("A configuration uses it by “include: [\(path)]”.")
        }
        if configuration.includedFiles.contains(where: { place($0) == place(path) }) { return }
        let folder = place(configuration.path).split(separator: "/").dropLast().joined(separator: "/")
        let whole = place(path)
        let name = whole.hasPrefix("/\(folder)/") ? String(whole.dropFirst(folder.count + 2)) : whole
        Console.say("\(configuration.path) does not use it yet: add “include: [\(name)]” to it.")
    }
}
