import Audit
import Findings

/// The condition under which a report contains the text of the association file (`--bodies`).
package enum FileTextPolicy: String, Codable, Sendable, CaseIterable {
    /// Only if a finding points into the file.
    case findings
    case always
    case never

    func wantsText(of file: FileReport, findings: [Finding]) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .findings:
            findings.contains { $0.location == file.location && ($0.line != nil || $0.pointer != nil) }
        }
    }
}
