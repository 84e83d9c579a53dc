/// Whether links open the app today, in a word, on a system or for a domain as a whole.
///
/// This is independent of how much attention a domain needs (``DomainStatus``): a domain with an error can open the
/// app, and a domain whose errors are accepted may not.
public enum LinkAnswer: String, Codable, Sendable, CaseIterable {
    /// They do, according to Apple's documentation.
    case yes
    /// They do according to observations, but Apple does not guarantee it.
    case likely
    /// They open some of the expected apps, not all.
    case partly
    /// They open the browser instead.
    case no
    /// The file contains only services other than universal links.
    case noLinks = "no-links"
    /// It is not documented, or could not be checked.
    case unknown
}

extension DomainReport {
    /// Whether links open the app on current systems: iOS 14 and later, without developer mode.
    ///
    /// If apps are expected, it applies to all of them, otherwise to any app in the file.
    public var opensApp: LinkAnswer { answer(on: .iOS14) }

    /// Whether links open the app on `system`.
    public func answer(on system: AppleSystem) -> LinkAnswer {
        guard let verdict = verdicts.first(where: { $0.system == system }) else { return .unknown }
        let services = file?.services ?? []
        let hasNoLinks = !services.isEmpty && !services.contains("applinks")
        return hasNoLinks && !verdict.apps.contains(where: \.isExpected) ? .noLinks : verdict.answer
    }
}
