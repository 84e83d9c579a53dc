import ArgumentParser
import Audit
import Basics
import Execution
import Platform
import Records
import Reports
import Settings

import class Foundation.Bundle
import struct Foundation.URL

struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Write a configuration to start with.",
        usage: "aasa-audit init [<domain> ...] [<options>]",
        discussion: """
            The configuration refers to the given lists, which every run reads again. It contains all other domains, \
            with the owner, contact, team, tags and apps that the standard input or an app specifies, and every \
            setting as a comment. Without domains, it contains an example. An existing file is replaced only with \
            --force.

            Exit codes: 0; 1 the file cannot be written; 64 incorrect usage, no domain in the input, or the file already \
            exists; 65 an input is not a domain.
            """)

    private static let maxRemarks = 10

    @Argument(help: ArgumentHelp("A domain, as for audit.", valueName: "domain"))
    var domains: [String] = []

    @Option(
        SettingTable.Targets.table.lists.entry,
        help:
            "A list of domains: one name per line, or CSV with a `domain` column; - is the standard input. Repeatable."
    ) var lists: [String]

    @Option(
        SettingTable.Targets.table.entitlements.entry,
        help:
            "Add the domains that an app lists, and expect the app there: an .entitlements file, .ipa, .app, "
            + ".xcarchive, provisioning profile or project folder. Repeatable."
    ) var entitlements: [String]

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write; - is the standard output.", valueName: "file"))
    var output = "aasa-audit.yaml"

    @Flag(help: "Replace an existing file.") var force = false

    func run() async throws {
        if output != "-", !force, access(output, F_OK) == 0 {
            throw UsageError(
                "\(VisibleText.quote(output, limit: 500)) already exists, and was not changed. "
                    + "Use --force to replace it, or -o FILE to write another file.")
        }
        let permanentLists = lists.filter(Self.isRegularFile)
        let (targets, unlisted, invalid) = try await readTargets(permanentLists: permanentLists)
        if targets.isEmpty, !domains.isEmpty || !lists.isEmpty || !entitlements.isEmpty {
            printRemarks(invalid)
            guard invalid.isEmpty else {
                throw RunFailure(
                    code: .invalidTargets, reason: "None of these is a domain; no configuration was written.")
            }
            throw UsageError("The input contains no domain; no configuration was written.")
        }
        let configuration = try NewConfiguration(
            of: unlisted, path: output, lists: relative(permanentLists), listedCount: targets.count - unlisted.count,
            entitlements: relative(entitlements), schema: Self.schemaPath)
        let file = try output == "-" ? OutputFile.standardOutput() : OutputFile(path: output)
        try file.write(configuration.bytes)
        try file.finish()
        printRemarks(configuration.remarks)
        printRemarks(
            targets.flatMap { target in target.notes.map { "\(VisibleText.escape(target.domain.name)): \($0)" } })
        printRemarks(invalid.map { "No domain: \($0)" })
        if output != "-" { printNextSteps(targets) }
        if !invalid.isEmpty { throw RunFailure(code: .invalidTargets) }
    }

    /// Returns whether a list can be read again later, unlike standard input and pipes.
    private static func isRegularFile(_ path: String) -> Bool {
        var status = stat()
        return path != "-" && stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns all domains, each once; the domains that no permanent list contains; and the invalid inputs.
    private func readTargets(
        permanentLists: [String]
    ) async throws -> (targets: [Target], unlisted: [Target], invalid: [String]) {
        guard (lists + entitlements).count(where: { $0 == "-" }) < 2 else {
            throw UsageError("The standard input can be read only once.")
        }
        let apps = try EntitlementTargets(entitlements, apps: [])
        for remark in apps.remarks { Console.write("Note: \(remark)") }
        var attributes = TargetAttributes()
        for (listing, domain) in apps.listings { attributes.add(listing, for: domain) }
        let stream = try TargetStream(
            domains.map { TargetEntry($0) } + apps.entries, lists: lists, attributes: attributes)
        try await stream.open()
        var targets: [Target] = []
        var unlisted: [Target] = []
        var invalid: [String] = []
        while let entry = try await stream.next() {
            switch entry.result {
            case .success(let target):
                targets.append(target)
                if case .line(_, let path) = entry.origin, permanentLists.contains(path) { continue }
                unlisted.append(target)
            case .failure(let error):
                invalid.append(entry.origin.map { "\(VisibleText.escape($0.description)): \(error)" } ?? "\(error)")
            }
        }
        return (targets, unlisted, invalid)
    }

    private func relative(_ paths: [String]) -> [String] {
        output.contains("/") ? paths.map { ConfigurationFolder.relativePath($0, in: output) } : paths
    }

    private func printRemarks(_ remarks: [String]) {
        for remark in remarks.prefix(Self.maxRemarks) { Console.write(remark) }
        if remarks.count > Self.maxRemarks { Console.write("… and \(remarks.count - Self.maxRemarks) more.") }
    }

    private func printNextSteps(_ targets: [Target]) {
        let path = ShellWord.word(VisibleText.escape(output))
        typealias Step = (command: String, purpose: String)
        let check: Step = ("aasa-audit config check \(path)", "after each change")
        let audit: Step = ("aasa-audit --config \(path) -o report.html", "the first run, with an HTML report")
        let steps: [Step]
        if targets.isEmpty {
            Console.write("Wrote \(VisibleText.escape(output)). Next:")
            steps = [("${EDITOR:-vi} \(path)", "put domains under “domains:”"), check, audit]
        } else {
            let teams = Set(targets.compactMap(\.people.team)).count
            let teamsText = teams > 0 ? " of \(Phrase.count(teams, "team"))" : ""
            Console.write(
                "Wrote \(VisibleText.escape(output)): \(Phrase.count(targets.count, "domain"))\(teamsText). Next:")
            steps = [check, audit, ("aasa-audit diff --config \(path)", "after the second: what changed")]
        }
        let width = steps.map(\.command.count).max() ?? 0
        for (command, purpose) in steps {
            Console.write("  \(command)\(String(repeating: " ", count: width - command.count))  # \(purpose)")
        }
    }

    /// The path of the schema that `Scripts/install` installs beside the program; `nil` if it does not exist.
    private static var schemaPath: String? {
        guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return nil }
        let folder = program.deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appending(path: "share/aasa-audit").appending(path: ConfigurationSchema.fileName)
        return access(file.path, R_OK) == 0 ? file.path : nil
    }
}
