/// When a report carries the text of the association file (`--bodies`).
package enum FileTextPolicy: String, Codable, Sendable, CaseIterable {
    /// Where a finding points into the file.
    case findings
    /// Wherever there is a file.
    case always
    /// Nowhere.
    case never
}
