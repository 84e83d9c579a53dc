public import Audit

/// The only domains of a comparison that count.
public struct SomeDomains {
    /// The names of those that the later run has.
    public var names: Set<String>
    /// Whether a domain counts that only the earlier run has, by its report there.
    public var isMeant: (DomainReport) -> Bool

    /// Creates a choice of domains.
    public init(names: Set<String>, isMeant: @escaping (DomainReport) -> Bool) {
        self.names = names
        self.isMeant = isMeant
    }
}
