/// A check that an audit makes only if an option requests it.
public enum AdditionalCheck: String, Hashable, Sendable, CaseIterable {
    /// Each address of the name.
    case addresses
    /// The same name with or without `www.`.
    case sibling
    /// The responses to Apple's user agents.
    case userAgents
}
