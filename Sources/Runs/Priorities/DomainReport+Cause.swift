package import Audit
package import Findings

extension DomainReport {
    /// The finding that the domain's state comes from: the first among the gravest that nobody waived; `nil` where nothing is
    /// more than an info.
    package var cause: Finding? {
        var cause: Finding?
        for finding in findings where finding.waived == nil && finding.severity > (cause?.severity ?? .info) {
            cause = finding
        }
        return cause
    }
}
