import ArgumentParser
import Audit
import Runs
import Settings

/// Which domains are asked.
struct TargetOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A host name, host:port, URL, or entitlement entry such as applinks:*.example.com.", valueName: "domain"))
    var domains: [String] = []

    @OptionGroup var flags: SettingFlags<SettingTable.Targets>
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
        do {
            let configuration = try Configuration(file: path)
            // What does not go together in the file is wrong whatever the command line says.
            _ = try OutputSettings(OutputOptions(), environment: SettingSources([:], file: configuration.settings))
            return configuration
        } catch {
            let problem = (error as? ValidationError).map { "\(path): \($0.message)" } ?? "\(error)"
            throw wrong([problem], complaint)
        }
    }

    /// Refuses a configuration that names files which are not there.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - used: What of it is in use; `nil` for all.
    ///   - complaint: Takes what is wrong.
    /// - Throws: An exit code, after the complaint.
    static func checkFiles(
        of configuration: Configuration, among used: Set<String>? = nil, complaint: (String) -> Void = Console.error
    ) throws {
        let problems = configuration.missingFiles(among: used)
        guard problems.isEmpty else { throw wrong(problems.map { "\(configuration.path): \($0)" }, complaint) }
    }

    private static func wrong(_ problems: [String], _ complaint: (String) -> Void) -> ExitCode {
        complaint("the configuration is wrong\n\(problems.joined(separator: "\n"))")
        return ExitCode(RunOutcome.Code.configurationWrong.rawValue)
    }
}
