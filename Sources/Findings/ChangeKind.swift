/// A change of a finding, or of the findings of a domain, since an earlier run.
///
/// Findings are `new`, `returned`, `fixed`, `still` or `notCompared`; the other kinds apply only to domains.
package enum ChangeKind: String, Codable, Sendable, CaseIterable {
    case new
    /// A finding that counts again after it was resolved or covered by a waiver.
    case returned
    /// A resolved finding on a domain that could be checked; for a domain, the resolution of all of its problems.
    case fixed
    /// A domain with resolved and remaining problems, but without new problems.
    case partlyFixed
    /// A domain whose file, certificate or server changed.
    case otherChange = "changed"
    case still
    /// A finding that could not be checked in at least one of the two runs.
    case notCompared
    case added
    case removed

    /// The name of the kind in the value of the option `--only`.
    package var option: String { self == .notCompared ? "not-compared" : rawValue }

    package var title: String {
        switch self {
        case .new: "New"
        case .returned: "Returned"
        case .fixed: "Resolved"
        case .partlyFixed: "Partly resolved (other problems remain)"
        case .otherChange: "Changed"
        case .still: "Still broken"
        case .notCompared: "Not compared (not checked in this or the previous run)"
        case .added: "Newly audited"
        case .removed: "No longer audited"
        }
    }
}
