package import Audit

/// The domains to which a comparison is limited.
package struct DomainSubset {
    /// The names of the domains in the later run.
    package var names: Set<String>
    /// Returns whether a domain that is only in the earlier run is included, from its report there.
    package var isMeant: (DomainReport) -> Bool

    package init(names: Set<String>, isMeant: @escaping (DomainReport) -> Bool) {
        self.names = names
        self.isMeant = isMeant
    }
}
