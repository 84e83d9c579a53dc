import ArgumentParser
import Execution
import Platform
import Settings

import class Foundation.Bundle
import struct Foundation.URL

/// `init`: creates an initial configuration.
struct InitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Write a configuration to start with.",
        usage: "aasa-audit init [<domain> ...] [<options>]",
        discussion: """
            The file refers to the given lists, so that it follows their changes, and contains all other domains, with \
            owner, contact, team, tags and apps as far as the standard input or an app specifies them, and every \
            setting as a comment. Without domains, it contains an example. An existing file is not changed without \
            --force.

            Exit codes: 0; 1 the file cannot be written; 64 incorrect usage, no domain in the input, or the file already \
            exists; 65 an input is not a domain.
            """)

    @Argument(
        help: ArgumentHelp("A domain, as for audit.", valueName: "domain"))
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

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write; - is the standard output.", valueName: "file")
    )
    var output = "aasa-audit.yaml"

    @Flag(help: "Replace an existing file.") var force = false

    func run() async throws {
        let run = InitRun(
            domains: domains, lists: lists, entitlements: entitlements, file: output, replaces: force,
            schema: Self.schema)
        try await run.write()
    }

    /// The schema that `Scripts/install` installs beside the program; `nil` if it does not exist.
    private static var schema: String? {
        guard let program = Bundle.main.executableURL?.resolvingSymlinksInPath() else { return nil }
        let folder = program.deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appending(path: "share/aasa-audit").appending(path: ConfigurationSchema.fileName)
        return access(file.path, R_OK) == 0 ? file.path : nil
    }
}
