/// The condition under which a report contains the text of the association file (`--bodies`).
package enum FileTextPolicy: String, Codable, Sendable, CaseIterable {
    /// Only if a finding points into the file.
    case findings
    /// Whenever there is a file.
    case always
    /// Never.
    case never
}
