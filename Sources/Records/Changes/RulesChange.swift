import Basics

/// The findings that appeared or were resolved between two runs only because the rules changed.
package struct RulesChange: Hashable, Sendable, Codable {
    /// The version of the rules of the earlier run.
    package var before: String
    /// The version of the rules of the later run.
    package var after: String
    /// The number of new findings at domains that responded as before.
    package var new = 0
    /// The number of resolved findings at domains that responded as before.
    package var fixed = 0
    /// The domains with such findings.
    package var domains = DomainNames()

    /// A sentence about the change; `nil` if no finding appeared or was resolved because of it.
    package var sentence: String? {
        guard new + fixed > 0 else { return nil }
        let come = new == 0 ? nil : "\(Phrase.count(new, "finding")) \(new == 1 ? "is" : "are") new"
        let gone = fixed == 0 ? nil : "\(Phrase.count(fixed, "finding")) \(fixed == 1 ? "is" : "are") resolved"
        let what = [come, gone].compactMap(\.self).joined(separator: " and ")
        return "The rules of the audit changed from \(before) to \(after): \(what) on "
            + "\(Phrase.count(domains.count, "domain")) only because of that, and not because the domains changed."
    }
}
