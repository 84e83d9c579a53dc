/// Whether earlier runs had a finding.
public enum FindingState: String, Codable, Sendable, CaseIterable {
    /// No earlier run had it at this location of this domain.
    case new
    /// The last run that could look saw it, too.
    case still
    /// It was seen before, was gone, and is here again.
    case returned
}
