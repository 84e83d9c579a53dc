public import Findings

/// Whether links open the app on one generation of systems.
public struct Verdict: Hashable, Sendable {
    /// Whether something works, and with which certainty, from worst to best.
    ///
    /// If two things must both work, the lesser outcome applies; if one of them suffices, the greater one does.
    public enum Outcome: Hashable, Sendable, Comparable, CaseIterable {
        /// It fails, according to Apple's documentation.
        case doesNotWork
        /// It fails according to observations or inference; Apple does not document it.
        case observedToFail
        /// It is not documented, or could not be checked.
        case unknown
        /// It works according to observations or inference; Apple does not guarantee it.
        case observedToWork
        /// It works, according to Apple's documentation.
        case works
    }

    /// The basis of an outcome.
    public enum Certainty: String, Codable, Sendable, CaseIterable {
        /// Apple's documentation.
        case documented
        /// Observations or inference, which may change without notice.
        case observed
        /// No basis, because the outcome is undocumented or could not be checked.
        case unknown
    }

    /// Whether links open one of several apps.
    public struct App: Hashable, Sendable {
        /// The app identifier.
        public var appID: String
        /// Whether the owner of the domain expects links to open the app.
        public var isExpected: Bool
        /// Whether links open the app.
        public var outcome: Outcome
        /// The codes of the findings that determine the outcome.
        public var because: [FindingCode]

        package init(appID: String, isExpected: Bool, outcome: Outcome, because: [FindingCode]) {
            self.appID = appID
            self.isExpected = isExpected
            self.outcome = outcome
            self.because = because
        }

        /// Whether links open the app; `nil` if unknown.
        public var works: Bool? { outcome.isSuccess }
    }

    /// The generation.
    public var system: AppleSystem
    /// Whether links open any app; for a file without universal links, whether its other services work.
    public var outcome: Outcome
    /// The codes of the findings that determine the outcome.
    public var because: [FindingCode]
    /// The individual apps, expected ones first; empty if the outcome applies to the only app, or there is no file.
    public var apps: [App]

    package init(system: AppleSystem, outcome: Outcome, because: [FindingCode], apps: [App] = []) {
        self.system = system
        self.outcome = outcome
        self.because = because
        self.apps = apps
    }

    /// Whether links open any app; `nil` if unknown.
    public var works: Bool? { outcome.isSuccess }

    /// Whether links open the app: all expected apps, or any app in the file if none is expected.
    public var answer: LinkAnswer {
        let expected = Set(apps.lazy.filter(\.isExpected).map(\.outcome.answer))
        guard let first = expected.first else { return outcome.answer }
        if expected.count == 1 { return first }
        if expected == [.yes, .likely] { return .likely }
        return expected.isDisjoint(with: [.yes, .likely]) ? .unknown : .partly
    }
}

extension Verdict.Outcome {
    private var row: (isSuccess: Bool?, certainty: Verdict.Certainty, answer: LinkAnswer) {
        switch self {
        case .works: (true, .documented, .yes)
        case .observedToWork: (true, .observed, .likely)
        case .unknown: (nil, .unknown, .unknown)
        case .observedToFail: (false, .observed, .no)
        case .doesNotWork: (false, .documented, .no)
        }
    }

    /// Whether it works; `nil` if unknown.
    public var isSuccess: Bool? { row.isSuccess }

    /// The basis of the outcome.
    public var certainty: Verdict.Certainty { row.certainty }

    /// The outcome as a single word.
    public var answer: LinkAnswer { row.answer }
}
