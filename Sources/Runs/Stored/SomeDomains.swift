package import Audit

/// The only domains of a comparison that count.
package struct SomeDomains {
    /// The names of those that the later run has.
    package var names: Set<String>
    /// Whether a domain counts that only the earlier run has, by its report there.
    package var isMeant: (DomainReport) -> Bool

    /// Creates a choice of domains.
    package init(names: Set<String>, isMeant: @escaping (DomainReport) -> Bool) {
        self.names = names
        self.isMeant = isMeant
    }
}
