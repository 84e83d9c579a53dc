import ArgumentParser
import Audit
import Configuration
import Findings
import Reports
import Runs

/// The settings of the outputs: flag before environment before configuration before default.
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
        // A format on the command line takes the place of what the environment or the file sends there.
        if options.format != nil, options.output.isEmpty {
            requests.removeAll { $0.destination == .standardOutput }
        }
        let toStandardOutput = requests.filter { $0.destination == .standardOutput }
        if toStandardOutput.isEmpty {
            requests.append(OutputRequest(format: format ?? .text, destination: .standardOutput))
        } else if let format = options.format {
            throw ValidationError(
                "-f \(format.rawValue) and -o \(toStandardOutput[0]) both write to the standard output; one can.")
        }
        try Self.checkPlaces(requests)
        bodies = try environment.choice(options.bodies, "bodies") ?? .findings
        (isQuiet, isVerbose) = try environment.either((options.quiet, "quiet"), or: (options.verbose, "verbose"))
        showsProgress = try !(environment.flag(options.noProgress, "no-progress") ?? false) && !isQuiet
        color = try environment.choice(options.color, "color") ?? .auto
    }

    /// Finds a report that would take the place of the database.
    func check(database: String?) throws {
        guard let database, let taken = (try? OutputPlace(path: database))?.identity else { return }
        for request in requests {
            guard case .file(let path) = request.destination, let place = try? OutputPlace(path: path) else { continue }
            if place.identity == taken {
                throw ValidationError("“\(request)” is the database; a report needs a file of its own.")
            }
        }
    }

    /// Finds reports that would go to the same file, however it is written, so that one would take the place of the other.
    private static func checkPlaces(_ requests: [OutputRequest]) throws {
        var taken: [OutputPlace.Identity: OutputRequest] = [:]
        for request in requests {
            // What is wrong with a place is said when it is opened.
            guard case .file(let path) = request.destination, let place = try? OutputPlace(path: path) else { continue }
            if place.isStandardOutput {
                throw ValidationError(
                    "“\(request)” is the file that the standard output goes to; one report goes to one place.")
            }
            guard let identity = place.identity else { continue }
            if let other = taken.updateValue(request, forKey: identity) {
                throw ValidationError("“\(other)” and “\(request)” are one file; one report goes to one place.")
            }
        }
    }
}

/// The settings of what makes a run fail: flag before environment before configuration before default.
struct PolicySettings {
    var failOn: FailureThreshold
    var expiryDays: Int
    var skipsInvalid: Bool
    /// What the configuration file says of findings.
    var severities: [FindingCode: Severity] = [:]
    var waivers = WaiverList()
    /// The file as the user named it.
    private var configurationFile: String?

    init(_ options: PolicyOptions, environment: inout SettingsEnvironment) throws {
        failOn = try environment.choice(options.failOn, "fail-on") ?? .error
        expiryDays =
            try environment.value(options.expiryDays, "expiry-days") {
                try SettingReader.integer($0, in: SettingLimits.days)
            }
            ?? 14
        skipsInvalid = try environment.flag(options.skipInvalid, "skip-invalid") ?? false
    }

    /// Takes over what the configuration file says of findings.
    mutating func configure(_ configuration: Configuration?) {
        severities = configuration?.severities ?? [:]
        waivers = configuration?.waivers ?? WaiverList()
        configurationFile = configuration?.path
    }

    /// The settings as reports show them.
    var evidence: Evidence {
        var evidence: Evidence = [
            "expiryDays": .integer(expiryDays), "failOn": .string(failOn.rawValue),
            "skipInvalid": .boolean(skipsInvalid),
        ]
        if let configurationFile { evidence["config"] = .string(configurationFile) }
        if !severities.isEmpty {
            var object = Evidence()
            for (code, severity) in severities.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                object[code.rawValue] = .string(severity.rawValue)
            }
            evidence["severities"] = .object(object)
        }
        if !waivers.isEmpty { evidence["waivers"] = .integer(waivers.rules.count) }
        return evidence
    }
}
