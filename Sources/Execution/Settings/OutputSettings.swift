package import Records
package import Reports
package import Settings

/// The reports to write, of which one is for the standard output, and their appearance.
package struct OutputSettings: Sendable {
    package let requests: [OutputRequest]
    package let values: SettingValues<SettingTable.Output>
    let variables: [String: String]

    package init(_ values: SettingValues<SettingTable.Output>, variables: [String: String] = [:]) throws(UsageError) {
        self.values = values
        self.variables = variables
        var requests = values.outputs
        let hasFormatFlag = values.source(of: \.format) == .commandLine
        // A format on the command line replaces a report for the standard output from the environment or the file.
        if hasFormatFlag, values.source(of: \.outputs) != .commandLine {
            requests.removeAll { $0.destination == .standardOutput }
        }
        let toStandardOutput = requests.filter { $0.destination == .standardOutput }
        if toStandardOutput.isEmpty {
            requests.append(OutputRequest(format: values.format ?? .text, destination: .standardOutput))
        } else if toStandardOutput.count > 1 || hasFormatFlag {
            let both =
                if toStandardOutput.count > 1 {
                    "“\(toStandardOutput[0])” and “\(toStandardOutput[1])”"
                } else {
                    "-f \((values.format ?? .text).rawValue) and -o \(toStandardOutput[0])"
                }
            throw UsageError("\(both) both write to the standard output; write one to a file with -o FILE.")
        }
        try Self.rejectSharedDestinations(of: requests)
        self.requests = requests
    }

    /// Rejects a report that would overwrite the database.
    func rejectDestination(atDatabase path: String?) throws(UsageError) {
        guard let path, let taken = (try? OutputPath(path: path))?.identity else { return }
        for request in requests {
            guard case .file(let path) = request.destination, let output = try? OutputPath(path: path) else { continue }
            if output.identity == taken {
                throw UsageError(
                    "“\(request)” is the database; a report needs its own file.", settings: ["outputs", "db"])
            }
        }
    }

    package func checkDestinations(of part: RunPart) throws(UsageError) {
        for request in requests {
            guard case .file(let path) = request.destination else { continue }
            var settings = ["outputs"]
            do throws(OutputError) {
                if request.format == .site {
                    try SiteFolder.check(path)
                    if part.text != nil { settings.append("shard") }
                    try SiteFolder.check(path, of: part)
                } else {
                    _ = try OutputPath(path: path)
                }
            } catch {
                throw UsageError("\(error)", settings: settings)
            }
        }
    }

    /// Rejects reports with the same file or folder in any notation, of which one would overwrite the other.
    private static func rejectSharedDestinations(of requests: [OutputRequest]) throws(UsageError) {
        var taken: [OutputPath.Identity: OutputRequest] = [:]
        for request in requests {
            // Other problems with a destination are reported when it is opened.
            guard case .file(let path) = request.destination else { continue }
            let isSite = request.format == .site
            let output = isSite ? nil : (try? OutputPath(path: path))
            if output?.isStandardOutput == true {
                throw UsageError(
                    "“\(request)” is the file that the standard output is redirected to; specify another file.")
            }
            let identity = isSite ? OutputPath.Identity(folder: path) : output?.identity
            if let identity, let other = taken.updateValue(request, forKey: identity) {
                let kind = isSite ? "folder" : "file"
                throw UsageError("“\(other)” and “\(request)” are the same \(kind); each report needs its own.")
            }
        }
    }

    /// Returns the renderer of a report; during the run, a user may watch the report grow.
    func renderer(of output: OpenOutput, targets: Int?, isDuringRun: Bool) -> FormatRenderer {
        settings(of: output.request, targets: targets, isDuringRun: isDuringRun)
            .renderer(output.request.format, in: output.site)
    }

    package func bytes(of answer: CaseAnswer, as request: OutputRequest) -> [UInt8] {
        let settings = settings(of: request, targets: 1, isDuringRun: false)
        return settings.bytes(answer, as: request.format, toolVersion: ToolVersion.tool) ?? []
    }

    private func settings(of request: OutputRequest, targets: Int?, isDuringRun: Bool) -> RenderingSettings {
        // A file is not coloured unless requested, because its later use is unknown.
        let destination = request.destination == .standardOutput ? TextDestination.standardOutput : .file
        let usesColor = values.color.usesColor(isTerminal: destination.isTerminal, environment: variables)
        var settings = RenderingSettings()
        settings.bodies = values.bodies
        settings.detail = values.quiet ? .quiet : values.verbose ? .verbose : .normal
        settings.style = usesColor ? .ansi : .plain
        settings.targets = targets
        settings.isLive = isDuringRun && (destination.isWatchable || targets == 1)
        settings.width = destination.width
        settings.isWholeMessage = request.isWholeMessage
        return settings
    }
}
