/// The overall state of a domain.
public enum DomainStatus: String, Codable, Sendable, CaseIterable {
    /// Nothing above info.
    case pass
    /// Warnings only.
    case warn
    /// At least one error.
    case fail
    /// It could not be checked.
    case unreachable
    /// The target could not be understood.
    case invalid
}
