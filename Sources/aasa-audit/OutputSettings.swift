import ArgumentParser
import Audit
import Reports

/// The settings of the outputs: flag before environment before default.
struct OutputSettings {
    var requests: [OutputRequest]
    var bodies: FileTextPolicy
    var isQuiet: Bool
    var isVerbose: Bool
    var showsProgress: Bool
    var color: ColorChoice

    init(_ options: OutputOptions, environment: inout SettingsEnvironment) throws {
        let format = try environment.choice(options.format, "format")
        requests = try environment.values(options.output, "output") { try OutputRequest($0) }
        let toStandardOutput = requests.filter { $0.destination == .standardOutput }
        if toStandardOutput.isEmpty {
            requests.append(OutputRequest(format: format ?? .text, destination: .standardOutput))
        } else if let format = options.format {
            throw ValidationError(
                "-f \(format.rawValue) and -o \(toStandardOutput[0]) both write to the standard output; one can.")
        }
        var places: Set<OutputRequest.Destination> = []
        for request in requests where !places.insert(request.destination).inserted {
            throw ValidationError("“\(request)” would be written twice; one report goes to one place.")
        }
        bodies = try environment.choice(options.bodies, "bodies") ?? .findings
        // The flag for one goes before the variable for the other.
        let quiet = try environment.flag(options.quiet, "quiet") ?? false
        let verbose = try environment.flag(options.verbose, "verbose") ?? false
        isQuiet = quiet && !options.verbose
        isVerbose = verbose && !options.quiet
        showsProgress = try !(environment.flag(options.noProgress, "no-progress") ?? false) && !isQuiet
        color = try environment.choice(options.color, "color") ?? .auto
    }
}

/// The settings of what makes a run fail: flag before environment before default.
struct PolicySettings {
    static let days = 0...3650

    var failOn: FailureThreshold
    var expiryDays: Int
    var skipsInvalid: Bool

    init(_ options: PolicyOptions, environment: inout SettingsEnvironment) throws {
        failOn = try environment.choice(options.failOn, "fail-on") ?? .error
        expiryDays =
            try environment.value(options.expiryDays, "expiry-days") { try SettingReader.integer($0, in: Self.days) }
            ?? 14
        skipsInvalid = try environment.flag(options.skipInvalid, "skip-invalid") ?? false
    }
}
