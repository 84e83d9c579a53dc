package import Audit
package import Findings
package import Transport

extension DomainReport {
    /// The requests to the domain's own locations.
    package var exchanges: [Exchange] { [wellKnown, root].compactMap { $0?.exchange } }

    package var serverAddress: String? { wellKnown?.exchange?.address ?? root?.exchange?.address }

    /// The finding that determines the domain's status: the first of the most severe counted findings.
    package var cause: Finding? {
        let severity = findings.lazy.filter(\.isCounted).map(\.severity).max()
        return findings.first { $0.isCounted && $0.severity == severity }
    }
}
