/// Whether links open the app today: in a word, of a system or of a domain as a whole.
///
/// It is another question than how much attention a domain needs (``DomainStatus``): a domain with an error can open the
/// app, and one whose errors somebody accepted may not.
public enum LinkAnswer: String, Codable, Sendable, CaseIterable {
    /// They do, by Apple's documentation.
    case yes
    /// They do as far as was observed; Apple does not promise it.
    case likely
    /// They open some of the expected apps, not all.
    case partly
    /// They open the browser instead.
    case no
    /// The file has other services than universal links only.
    case noLinks = "no-links"
    /// It is not documented, or could not be checked.
    case unknown
}

extension DomainReport {
    /// Whether links open the app on current systems: iOS 14 and later, without developer mode.
    ///
    /// If apps are expected, it applies to all of them, else to any app that the file names.
    public var opensApp: LinkAnswer { answer(on: .iOS14) }

    /// Whether links open the app on `system`.
    public func answer(on system: AppleSystem) -> LinkAnswer {
        guard let verdict = verdicts.first(where: { $0.system == system }) else { return .unknown }
        return hasNoLinks && !verdict.apps.contains(where: \.isExpected) ? .noLinks : verdict.answer
    }

    /// Whether the file has services, but universal links are not among them.
    private var hasNoLinks: Bool {
        guard let services = file?.services, !services.isEmpty else { return false }
        return !services.contains("applinks")
    }
}
