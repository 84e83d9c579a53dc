package import Audit
package import Findings

extension DomainReport {
    /// The finding that determines the domain's status: the first of the most severe ones that are not waived; `nil`
    /// if none is above info.
    package var cause: Finding? {
        var cause: Finding?
        for finding in findings where finding.waived == nil && finding.severity > (cause?.severity ?? .info) {
            cause = finding
        }
        return cause
    }
}
