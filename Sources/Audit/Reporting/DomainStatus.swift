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
    /// It has errors or warnings, and somebody has accepted all of them for now: each has a waiver.
    case accepted

    /// All of them in the order in which a reader wants to see them.
    public static let worstFirst: [DomainStatus] = [.fail, .unreachable, .invalid, .warn, .accepted, .pass]
}
