import ArgumentParser
import Audit
import Findings
import Reports
import Runs
import Settings

/// The settings of the outputs.
struct OutputSettings {
    var requests: [OutputRequest]
    var bodies: FileTextPolicy
    var isQuiet: Bool
    var isVerbose: Bool
    var showsProgress: Bool
    var color: ColorChoice

    init(_ options: OutputOptions, environment: SettingSources) throws {
        let values = try options.values(in: environment)
        let namesFormat = values.source(of: \.format) == .commandLine
        requests = values.outputs
        // A format on the command line takes the place of what the environment or the file sends there.
        if namesFormat, values.source(of: \.outputs) != .commandLine {
            requests.removeAll { $0.destination == .standardOutput }
        }
        let toStandardOutput = requests.filter { $0.destination == .standardOutput }
        if toStandardOutput.isEmpty {
            requests.append(OutputRequest(format: values.format ?? .text, destination: .standardOutput))
        } else if toStandardOutput.count > 1 {
            throw ValidationError(
                "“\(toStandardOutput[0])” and “\(toStandardOutput[1])” both write to the standard output; one can.")
        } else if namesFormat, let format = values.format {
            throw ValidationError(
                "-f \(format.rawValue) and -o \(toStandardOutput[0]) both write to the standard output; one can.")
        }
        try Self.checkPlaces(requests)
        bodies = values.bodies
        isQuiet = values.quiet
        isVerbose = values.verbose
        showsProgress = !values.noProgress && !values.quiet
        color = values.color
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

/// The settings of what counts, and what makes a run fail.
struct PolicySettings {
    var failOn: FailureThreshold
    var expiryDays: Int
    var skipsInvalid: Bool
    /// What the configuration file says of findings.
    var severities: [FindingCode: Severity] = [:]
    var waivers = WaiverList()
    /// The file as the user named it.
    private var configurationFile: String?
    private let shown: Evidence

    init(_ options: PolicyOptions, environment: SettingSources) throws {
        let values = try options.values(in: environment)
        failOn = values.failOn
        expiryDays = values.expiryDays
        skipsInvalid = values.skipInvalid
        shown = values.options
    }

    /// Takes over what the configuration file says of findings.
    mutating func configure(_ configuration: Configuration?) {
        severities = configuration?.severities ?? [:]
        waivers = configuration?.waivers ?? WaiverList()
        configurationFile = configuration?.path
    }

    /// The settings as reports show them.
    var evidence: Evidence {
        // Reports have had this order from the beginning.
        var evidence: Evidence = ["expiryDays": .integer(expiryDays)]
        for entry in shown.entries { evidence[entry.key] = entry.value }
        if let configurationFile { evidence["config"] = .string(configurationFile) }
        evidence.record(severities)
        if !waivers.isEmpty { evidence["waivers"] = .integer(waivers.rules.count) }
        return evidence
    }
}
