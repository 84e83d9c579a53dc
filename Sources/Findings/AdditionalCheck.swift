/// An additional check that is disabled by default, unlike the unverified fetch.
public enum AdditionalCheck: String, Hashable, Sendable, CaseIterable {
    /// Each address of the name.
    case addresses
    /// The same name with or without `www.`.
    case sibling
    /// The responses to Apple's user agents.
    case userAgents
}
