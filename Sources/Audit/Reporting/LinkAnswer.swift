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
