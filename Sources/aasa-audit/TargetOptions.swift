import ArgumentParser
import Audit
import Configuration
import Runs

/// Which domains are asked.
struct TargetOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A host name, host:port, URL, or entitlement entry such as applinks:*.example.com.", valueName: "domain"))
    var domains: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "A file with a target a line, or CSV with a `domain` column; - is the standard input. Repeatable.",
            valueName: "file"))
    var list: [String] = []

    @Option(help: ArgumentHelp("Leave out targets whose host matches; repeatable.", valueName: "regex"))
    var exclude: [String] = []

    func validate() throws {
        if list.filter({ $0 == "-" }).count > 1 { throw ValidationError("The standard input can be read only once.") }
    }
}

/// The configuration file; nothing else than this option ever names one.
struct ConfigurationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A YAML file with settings, domains and waivers; its paths begin at its folder.", valueName: "file"))
    var config: String?

    /// Reads the file, if one is named; what is wrong with it is said to `complaint`, and ends the program with code 3.
    func read(complaint: (String) -> Void = Console.error) throws -> Configuration? {
        guard let config else { return nil }
        return try Self.read(config, complaint: complaint)
    }

    static func read(_ path: String, complaint: (String) -> Void = Console.error) throws -> Configuration {
        do throws(ConfigurationError) {
            return try Configuration(file: path)
        } catch {
            complaint("the configuration is wrong\n\(error)")
            throw ExitCode(RunOutcome.Code.configurationWrong.rawValue)
        }
    }
}
