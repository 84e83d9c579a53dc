/// A change of a finding, or of the findings of a domain, since an earlier run.
///
/// Findings are new, back, resolved, still there or not compared; the other kinds are changes of domains alone.
public enum ChangeKind: String, Codable, Sendable, CaseIterable {
    /// No earlier run had it.
    case new
    /// It was gone, or covered by a waiver, and counts again.
    case returned
    /// It was resolved, on a domain that could be checked; of a domain, all of its problems.
    case fixed
    /// Some problems of the domain were resolved, none is new, and others remain.
    case partlyFixed
    /// The file, the certificate or the server of the domain changed.
    case changed
    /// It is still there.
    case still
    /// It could not be checked in one of the two runs.
    case notCompared
    /// Only the later run audited the domain.
    case added
    /// Only the earlier run audited the domain.
    case removed

    /// The kind as a value of a command-line option.
    package var option: String { self == .notCompared ? "not-compared" : rawValue }

    /// The kind as a title.
    package var title: String {
        switch self {
        case .new: "New"
        case .returned: "Back"
        case .fixed: "Fixed"
        case .partlyFixed: "Partly fixed, other problems remain"
        case .changed: "Changed"
        case .still: "Still there"
        case .notCompared: "Not compared (not checked in both runs)"
        case .added: "Audited for the first time"
        case .removed: "No longer audited"
        }
    }
}
