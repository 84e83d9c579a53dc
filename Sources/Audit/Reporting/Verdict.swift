public import Findings

/// Generations of Apple's systems that read the file differently; "iOS N" stands for the family of that year.
public enum AppleSystem: String, Codable, Sendable, CaseIterable {
    /// iOS 9.3 to 12: the device reads `.well-known` first, then root, in the old format only.
    case iOS9To12 = "iOS 9.3-12"
    /// iOS 13, macOS 10.15: the device reads the file itself, in the new format.
    case iOS13 = "iOS 13"
    /// iOS 14 and later, macOS 11 and later: through Apple's CDN.
    case iOS14 = "iOS 14+"
    /// The same systems with `?mode=developer`: straight from the server, whatever its certificate.
    case iOS14DeveloperMode = "iOS 14+ developer mode"
}

/// Whether links open the app on one generation of systems.
public struct Verdict: Hashable, Sendable {
    /// Whether something works.
    public enum Outcome: Hashable, Sendable {
        case works
        case doesNotWork
        /// It is not documented, or could not be checked.
        case unknown
    }

    /// The generation.
    public var system: AppleSystem
    /// Whether links open the app; for a file without links, whether its other services work.
    public var outcome: Outcome
    /// The codes of the findings that decide it.
    public var because: [FindingCode]

    /// Creates a verdict.
    public init(system: AppleSystem, outcome: Outcome, because: [FindingCode]) {
        self.system = system
        self.outcome = outcome
        self.because = because
    }
}

extension Verdict {
    /// The outcome as the JSON report writes it: `nil` where it is not known.
    public var works: Bool? {
        switch outcome {
        case .works: true
        case .doesNotWork: false
        case .unknown: nil
        }
    }

    /// Creates a verdict from what the JSON report says.
    public init(system: AppleSystem, works: Bool?, because: [FindingCode]) {
        self.init(
            system: system, outcome: works.map { $0 ? .works : .doesNotWork } ?? .unknown, because: because)
    }
}
