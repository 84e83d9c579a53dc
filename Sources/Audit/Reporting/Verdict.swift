import Basics
public import Findings

/// Generations of Apple's systems that read the file differently; "iOS N" includes the other systems of that year.
public enum AppleSystem: String, Codable, Sendable, CaseIterable {
    /// iOS 9.3 to 12: the device reads `.well-known`, or otherwise the root, in the old format only.
    case iOS9To12 = "iOS 9.3-12"
    /// iOS 13, macOS 10.15: the device reads the file itself, in the new format.
    case iOS13 = "iOS 13"
    /// iOS 14 and later, macOS 11 and later: through Apple's CDN.
    case iOS14 = "iOS 14+"
    /// The same systems with `?mode=developer`: directly from the server, regardless of its certificate.
    case iOS14DeveloperMode = "iOS 14+ developer mode"
}

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

    /// The outcome in the JSON report: `nil` if unknown.
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

/// Whether links currently open the app, on one system or for a domain as a whole.
///
/// This is independent of how much attention a domain needs (``DomainStatus``): a domain with an error can open the
/// app, and a domain whose errors are accepted may not.
public enum LinkAnswer: String, Codable, Sendable, CaseIterable {
    /// Links open the app, according to Apple's documentation.
    case yes
    /// Links were observed to open the app, but Apple does not guarantee it.
    case likely
    /// Links open some of the expected apps, but not all.
    case partly
    /// Links open the browser instead.
    case no
    /// The file contains only services other than universal links.
    case noLinks = "no-links"
    /// Unknown, because it is not documented or could not be checked.
    case unknown
}

extension DomainReport {
    /// Whether links open the app on current systems: iOS 14 and later, without developer mode.
    ///
    /// If apps are expected, the answer applies to all of them, otherwise to any app in the file.
    public var opensApp: LinkAnswer { answer(on: .iOS14) }

    /// Whether links open the app on `system`.
    public func answer(on system: AppleSystem) -> LinkAnswer {
        guard let verdict = verdicts.first(where: { $0.system == system }) else { return .unknown }
        let services = file?.services ?? []
        let hasNoLinks = !services.isEmpty && !services.contains("applinks")
        return hasNoLinks && !verdict.apps.contains(where: \.isExpected) ? .noLinks : verdict.answer
    }
}

extension AppleSystem {
    /// Parses the name of a system as users write it: `iOS 17`, `iPadOS 16.2`, `macOS 12`, `iOS 14+ developer mode`.
    ///
    /// This program supports systems from iOS 9.3 on; macOS 10.15 corresponds to iOS 13, macOS 11 to iOS 14.
    ///
    /// - Throws: `SettingError` with the allowed names.
    public init(reading text: String) throws(SettingError) {
        let name = text.lowercased()
        let words = name.split(separator: " ", maxSplits: 1)
        let written = Self.allCases.first { $0.rawValue.lowercased() == name }
        let exact: AppleSystem? = name == "developer mode" ? .iOS14DeveloperMode : written
        guard let system = exact ?? (words.count == 2 ? Self.generation(of: words[1], on: words[0]) : nil) else {
            throw SettingError(
                found: "\(VisibleText.quote(text)) is not a system with universal links",
                expected: "write iOS, iPadOS or macOS and its version, as in “iOS 17”, or “developer mode”")
        }
        self = system
    }

    private static func generation(of version: Substring, on system: Substring) -> AppleSystem? {
        let numbers = version.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        guard !numbers.contains(nil), let major = numbers[0], (1...3).contains(numbers.count) else { return nil }
        // Without a minor version, the latest one is assumed.
        let minor = (numbers.count > 1 ? numbers[1] : nil) ?? UInt8.max
        switch system {
        case "ios", "ipados":
            if major >= 14 { return .iOS14 }
            if major == 13 { return .iOS13 }
            return (major, minor) >= (9, 3) ? .iOS9To12 : nil
        case "macos":
            if major >= 11 { return .iOS14 }
            return major == 10 && minor == 15 ? .iOS13 : nil
        default: return nil
        }
    }
}
