import ArgumentParser
import Execution
import Reports
import Settings

import struct Foundation.Date
import class Foundation.ProcessInfo

/// The configuration file; nothing else than this option ever names one.
struct ConfigurationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A YAML file with settings, domains and waivers; its paths begin at its folder.", valueName: "file"))
    var config: String?
}

/// `config`: what concerns the configuration file itself.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Check a configuration file.", subcommands: [ConfigCheckCommand.self])
}

/// `config check [FILE]`: tells whether a configuration is right.
struct ConfigCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Tell whether a configuration file is right, and everything that is wrong.",
        discussion: "Exit codes: 0 it is right; 3 it is wrong.")

    @Argument(help: ArgumentHelp("The file (default: aasa-audit.yaml).", valueName: "file"))
    var file = "aasa-audit.yaml"

    func run() async throws {
        let configuration = try Configuration.read(file)
        let process = ProcessInfo.processInfo
        let namesTargets = try await AuditSettings.check(
            configuration, variables: process.environment, cores: process.activeProcessorCount)
        try StandardOutput().write(ConfigurationDigest(configuration, at: Date()).text + "\n")
        if !namesTargets {
            Console.say("It names neither domains nor lists: an audit takes them from the command line.")
        }
    }
}
