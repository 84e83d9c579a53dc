import ArgumentParser
import Execution
import Reports
import Settings

import struct Foundation.Date
import class Foundation.ProcessInfo
import struct Foundation.URL

/// The option for the configuration file, which the environment cannot specify.
struct ConfigurationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A YAML file with settings, domains and waivers; paths in it are relative to its folder.",
            valueName: "file"))
    var config: String?
}

extension ConfigurationFolder {
    /// Returns a path relative to the folder of the configuration `file`; an absolute one if it is elsewhere.
    static func relativePath(_ path: String, in file: String) -> String {
        let folder = URL(filePath: file).standardizedFileURL.deletingLastPathComponent().path + "/"
        let absolute = URL(filePath: path).standardizedFileURL.path
        return absolute.hasPrefix(folder) ? String(absolute.dropFirst(folder.count)) : absolute
    }
}

struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Check a configuration file, or print the schema of its keys.",
        subcommands: [ConfigCheckCommand.self, ConfigSchemaCommand.self])
}

struct ConfigSchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Print the JSON Schema of the configuration file, for editors.",
        discussion: """
            An editor with a YAML language server completes and checks a configuration whose first line is \
            “# yaml-language-server: $schema=FILE”, with the file that this was written to.

            Exit codes: 0.
            """)

    func run() throws { try OutputFile.standardOutput().write(ConfigurationSchema.text) }
}

struct ConfigCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check a configuration file, and report all of its errors.",
        discussion: "Exit codes: 0 it is valid; 3 it is not.")

    @Argument(help: ArgumentHelp("The file.", valueName: "file"))
    var file = "aasa-audit.yaml"

    func run() async throws {
        let (configuration, targets, remarks) = try await AuditSettings.check(
            file, variables: ProcessInfo.processInfo.environment)
        try OutputFile.standardOutput().write(configuration.summary(targets: targets, at: Date()) + "\n")
        for remark in remarks { Console.write(remark) }
    }
}
