/// The overall status of a domain.
///
/// Databases store the index of a case in `allCases`, so a new case must be declared last.
public enum DomainStatus: String, Codable, Sendable, CaseIterable {
    /// No findings above info.
    case pass
    /// Warnings only.
    case warn
    /// At least one error.
    case fail
    /// The domain could not be checked.
    case unreachable
    /// The target is invalid.
    case invalid
    /// There are errors or warnings, but each of them has a waiver.
    case accepted

    /// All statuses in the order of reports: the most severe first, and invalid targets after everything to fix.
    public static let worstFirst: [DomainStatus] = [.fail, .unreachable, .warn, .invalid, .accepted, .pass]
    /// The position in ``worstFirst``.
    package var rank: Int { Self.worstFirst.firstIndex(of: self) ?? 0 }
}
