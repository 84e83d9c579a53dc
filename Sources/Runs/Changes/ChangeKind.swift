/// The state of a finding in a run compared with an earlier run.
package enum ChangeKind: String, Codable, Sendable, CaseIterable {
    /// It was never there before.
    case new
    /// It was gone, or covered by a waiver, and counts again.
    case returned
    /// It is still there.
    case still
    /// It was resolved, at a domain that could be checked.
    case fixed
    /// It was there, and nobody could look.
    case notCompared

    /// The kind as a title.
    package var title: String {
        switch self {
        case .new: "New"
        case .returned: "Back"
        case .still: "Still there"
        case .fixed: "Fixed"
        case .notCompared: "Not compared"
        }
    }
}
