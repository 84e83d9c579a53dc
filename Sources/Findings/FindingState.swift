/// How a finding stands against the runs before.
public enum FindingState: String, Codable, Sendable, CaseIterable {
    /// It has never been seen at this place of this domain.
    case new
    /// The last run that could look saw it, too.
    case still
    /// It was seen before, was gone, and is here again.
    case returned
}
