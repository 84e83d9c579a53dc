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
    /// Whether something works, and how sure that is, from the worst to the best.
    ///
    /// Of two things that must both work the lesser decides, of two of which one is enough the greater.
    public enum Outcome: Hashable, Sendable, Comparable, CaseIterable {
        /// It fails by Apple's documentation.
        case doesNotWork
        /// It fails as far as was observed or can be inferred; Apple does not document it.
        case observedToFail
        /// It is not documented, or could not be checked.
        case unknown
        /// It works as far as was observed or can be inferred; Apple does not promise it.
        case observedToWork
        /// It works by Apple's documentation.
        case works
    }

    /// The basis of an outcome.
    public enum Certainty: String, Codable, Sendable, CaseIterable {
        /// Apple's documentation.
        case documented
        /// Observations, or what can be inferred from them; nothing promises that it stays so.
        case observed
        /// Nothing: nobody knows, or it could not be checked.
        case unknown
    }

    /// Whether links open one of several apps.
    public struct App: Hashable, Sendable {
        /// The app identifier.
        public var appID: String
        /// Whether the owner of the domain expects that links open it.
        public var isExpected: Bool
        /// Whether links open it.
        public var outcome: Outcome
        /// The codes of the findings that decide it.
        public var because: [FindingCode]

        /// Creates the verdict on one app.
        public init(appID: String, isExpected: Bool, outcome: Outcome, because: [FindingCode]) {
            self.appID = appID
            self.isExpected = isExpected
            self.outcome = outcome
            self.because = because
        }
    }

    /// The generation.
    public var system: AppleSystem
    /// Whether links open an app, whichever; for a file without links, whether its other services work.
    public var outcome: Outcome
    /// The codes of the findings that decide it.
    public var because: [FindingCode]
    /// The apps one by one, the expected ones first; empty where the outcome holds for the only app, or for all of them
    /// because there is no file.
    public var apps: [App]

    /// Creates a verdict.
    public init(system: AppleSystem, outcome: Outcome, because: [FindingCode], apps: [App] = []) {
        self.system = system
        self.outcome = outcome
        self.because = because
        self.apps = apps
    }

    /// Whether links open the app: each of the expected ones where any are expected, else one of those that the file names.
    public var answer: LinkAnswer {
        let expected = Set(apps.lazy.filter(\.isExpected).map(\.outcome.answer))
        guard let first = expected.first else { return outcome.answer }
        if expected.count == 1 { return first }
        if expected == [.yes, .likely] { return .likely }
        return expected.isDisjoint(with: [.yes, .likely]) ? .unknown : .partly
    }
}

extension Verdict.Outcome {
    /// Whether it works; `nil` where that is not known.
    public var works: Bool? {
        switch self {
        case .works, .observedToWork: true
        case .doesNotWork, .observedToFail: false
        case .unknown: nil
        }
    }

    /// The basis of the outcome.
    public var certainty: Verdict.Certainty {
        switch self {
        case .works, .doesNotWork: .documented
        case .observedToWork, .observedToFail: .observed
        case .unknown: .unknown
        }
    }

    /// The outcome in a word.
    public var answer: LinkAnswer {
        switch self {
        case .works: .yes
        case .observedToWork: .likely
        case .doesNotWork, .observedToFail: .no
        case .unknown: .unknown
        }
    }

    /// Creates an outcome from what the JSON report says.
    public init(works: Bool?, certainty: Verdict.Certainty) {
        self =
            switch works {
            case nil: .unknown
            case true?: certainty == .documented ? .works : .observedToWork
            case false?: certainty == .documented ? .doesNotWork : .observedToFail
            }
    }
}

extension Verdict {
    /// The outcome as the JSON report writes it: `nil` where it is not known.
    public var works: Bool? { outcome.works }
}
