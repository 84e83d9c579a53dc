import ArgumentParser
import Audit
import Basics
import Execution
import Findings
import History
import Records
import Reports
import Settings

import struct Foundation.Date
import struct Foundation.URL

struct BaselineCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "baseline", abstract: "Accept a run's findings, so that only later ones count.",
        subcommands: [BaselineAcceptCommand.self])
}

struct BaselineAcceptCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Write waivers for the findings of a run.",
        usage: "aasa-audit baseline accept [<domain> ...] [<options>]",
        discussion: """
            The waivers are written to a separate file, which the configuration includes; its existing entries and the \
            configuration are never changed. Without domains, all errors and warnings of the run are accepted, but not \
            domains that could not be checked.

            Exit codes: 0; 1 the database cannot be used, or the file cannot be written; 3 the configuration or the file of \
            waivers is wrong; 64 incorrect usage.
            """)

    @Argument(help: ArgumentHelp("A domain, as for audit (default: all).", valueName: "domain"))
    var domains: [String] = []

    @Option(
        help: ArgumentHelp(
            "The last day of the waivers (UTC), such as 2027-06-30 (default: no end).", valueName: "date"),
        transform: { try SettingReader.day($0) })
    var until: String?

    @Option(
        help: ArgumentHelp("The reason, shown in reports.", valueName: "text"),
        transform: { try SettingReader.reason($0) })
    var reason: String?

    @Option(
        help: ArgumentHelp("The person or team that accepts the findings, shown in reports.", valueName: "name"),
        transform: { try SettingReader.name($0) })
    var acceptedBy: String?

    @Option(
        help: ArgumentHelp(
            "The file for the waivers (default: accepted.yaml next to the configuration).", valueName: "file"))
    var file: String?

    @Option(
        name: .customLong("run"), help: ArgumentHelp("The run (default: the newest complete one).", valueName: "run"))
    var runName: String?

    @OptionGroup var database: DatabaseOptions

    func run() throws {
        let configuration = try Configuration.read(database.config)
        let database = try database.open(configuration)
        if let until, until < Date().dayText {
            throw UsageError("\(until) is in the past, so the waiver would have no effect. Specify a later day.")
        }
        let named = try runName.map { try database.run(named: $0) }
        guard let record = try named ?? database.newestComplete(skipsInDoubt: true) else {
            throw HistoryError.noRun("No run is complete yet: there is nothing to accept.")
        }
        let rules = try rules(of: DatabaseRun(record, in: database), configuration)
        let path = file ?? ConfigurationFolder(file: configuration?.path ?? "").path("accepted.yaml")
        let output = try OutputFile(path: path)
        output.lockFolder {
            Console.write("Waiting for another “baseline accept” that writes to the folder of \(path).")
        }
        let accepted = try AcceptedFile(adding: rules, toFileAt: path, at: Date())
        guard accepted.addedCount > 0 else {
            Console.write(
                "Nothing is left to accept in run \(record.number), so \(path) was not changed. "
                    + "To change the reason or the last day of a waiver, edit that file.")
            return
        }
        try output.write(accepted.bytes)
        try output.finish()
        let count = Set(rules.compactMap { $0.rule.domain?.description }).count
        Console.write(
            "Accepted findings of run \(record.number) on \(Phrase.count(count, "domain")): added "
                + "\(Phrase.count(accepted.addedCount, "waiver")) to \(path).")
        printInclusionHint(path, configuration)
    }

    /// Returns one waiver for each code on each domain, without domains that could not be checked.
    private func rules(
        of run: DatabaseRun, _ configuration: Configuration?
    ) throws -> [(rule: WaiverRule, comment: String)] {
        var missingDomains = try Set(domains.map { try TargetParser.parse($0).domain })
        let acceptsAll = missingDomains.isEmpty
        let day = run.facts.startedAt.dayText
        let waiver = Waiver(
            reason: reason ?? "Accepted as found on \(day).", until: until, acceptedBy: acceptedBy)
        var rules: [(rule: WaiverRule, comment: String)] = []
        var unchecked = DomainNames()
        try run.forEachDomain { report throws(OutputError) in
            guard let domain = report.domain, acceptsAll || missingDomains.remove(domain) != nil else { return }
            if report.status == .unreachable {
                unchecked.add(report.name)
                return
            }
            var codes: Set<FindingCode> = []
            for finding in report.findings where finding.isCounted {
                guard codes.insert(finding.code).inserted,
                    configuration?.waivers.waiver(for: finding.code, of: domain, report.people, at: Date()) == nil
                else { continue }
                let since = finding.firstSeen.map { ", first seen on \($0.dayText)" } ?? ""
                let rule = WaiverRule(code: finding.code, domain: DomainPattern(domain), waiver: waiver)
                // The day gives the time relative to which a message may state another time.
                let message = "\(finding.message.cut(to: 200)) (run of \(day))"
                rules.append((rule, "\(finding.severity.rawValue)\(since): \(message)"))
            }
        }
        if !unchecked.isEmpty {
            Console.write(
                "These domains could not be checked, so none of their findings was accepted: "
                    + "\(unchecked.text(limit: 10) { VisibleText.escape($0) }). If one is meant to be unreachable, "
                    + "add a waiver for its code, such as connect-refused. With --allow-unreachable, such domains "
                    + "do not cause exit code 4.")
        }
        if !missingDomains.isEmpty {
            let names = missingDomains.map(\.name).sorted().prefix(10).map { VisibleText.quote($0) }
            throw UsageError(
                "Run \(run.record.number) has not audited \(names.joined(separator: ", ")); nothing was written.")
        }
        return rules
    }

    private func printInclusionHint(_ path: String, _ configuration: Configuration?) {
        func standardized(_ path: String) -> String { URL(filePath: path).standardizedFileURL.path }
        guard let configuration else { return Console.write("A configuration uses it by “include: [\(path)]”.") }
        if configuration.includedFiles.contains(where: { standardized($0) == standardized(path) }) { return }
        let name = ConfigurationFolder.relativePath(path, in: configuration.path)
        Console.write("\(configuration.path) does not use it yet: add “include: [\(name)]” to it.")
    }
}
