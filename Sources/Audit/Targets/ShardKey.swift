/// The identity of a name from a list, for a program that distributes the list over several machines.
package struct ShardKey {
    /// The input without user information, or another name with the same meaning.
    package let name: String
    /// The domain; `nil` if the input is invalid.
    package let domain: DomainID?
    /// The hash whose remainder is the index of the shard that contains the input.
    package let hash: UInt64

    package init(_ input: String) {
        let entry = TargetEntry(input)
        domain = try? entry.result.get().domain
        hash = Shard.hash(of: entry)
        if (try? TargetParser.parse(entry.input).domain) == domain {
            name = entry.input
        } else {
            // Without the redacted or truncated part, the input has another meaning; no name with an “@” is valid.
            name = domain?.authority ?? TargetParser.redacted("***@\(entry.input)")
        }
    }

    /// The text that all names of a domain share; an invalid name is its own key.
    package var text: String { domain?.authority ?? name }
}
