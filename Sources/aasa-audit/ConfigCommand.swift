import ArgumentParser
import Audit
import Configuration
import Reports
import Runs

import struct Foundation.Date

/// `config`: what concerns the configuration file itself.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config", abstract: "Check a configuration file.", subcommands: [ConfigCheckCommand.self])
}

/// `config check [FILE]`: tells whether a configuration is right.
struct ConfigCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Tell whether a configuration file is right, and everything that is wrong.",
        discussion: "Exit codes: 0 it is right; 3 it is wrong.")

    @Argument(help: ArgumentHelp("The file (default: aasa-audit.yaml).", valueName: "file"))
    var file = "aasa-audit.yaml"

    func run() throws {
        let configuration = try ConfigurationOptions.read(file)
        let missing = configuration.missingFiles
        guard missing.isEmpty else {
            for problem in missing { Console.error("\(file): \(problem)") }
            throw ExitCode(RunOutcome.Code.configurationWrong.rawValue)
        }
        var data = DataOutput()
        try data.write((ConfigurationDigest(configuration, at: Date()).text + "\n").utf8)
        try data.flush()
    }
}
