import Basics
import Records

extension RunChanges {
    var sinceText: String { "Since the run of \(previousStartedAt.minuteText)" }

    var emptyText: String? {
        guard isEmpty else { return nil }
        return "no new or resolved findings" + (domainsNotCompared > 0 ? " on the domains that could be compared" : "")
    }

    /// The numbers of domains by kind of change, in words.
    var newsText: String {
        let counts: [(first: String, later: String, count: Int)] = [
            ("new problems on", "", domains.new.count),
            ("problems returned on", "returned on", domains.returned.count),
            ("problems resolved on", "resolved on", domains.repaired.count),
            ("some problems resolved on", "partly resolved on", domains.partlyFixed.count),
            ("added:", "added:", domains.added.count), ("removed:", "removed:", domains.removed.count),
        ]
        // The nouns are with the first number only.
        let parts = counts.filter { $0.count > 0 }.enumerated().map { position, part in
            position == 0
                ? "\(part.first) \(Phrase.count(part.count, "domain"))" : "\(part.later) \(Phrase.number(part.count))"
        }
        if !parts.isEmpty { return Phrase.capitalized(parts.joined(separator: ", ")) }
        return domainsNotCompared > 0 ? "nothing new on the domains that could be compared" : "nothing new"
    }
}

extension RulesChange {
    var sentence: String? {
        guard new + fixed > 0 else { return nil }
        let appeared = new == 0 ? nil : "\(Phrase.count(new, "finding")) \(new == 1 ? "is" : "are") new"
        let resolved = fixed == 0 ? nil : "\(Phrase.count(fixed, "finding")) \(fixed == 1 ? "is" : "are") resolved"
        let changes = [appeared, resolved].compactMap(\.self).joined(separator: " and ")
        return "The rules of the audit changed from \(before) to \(after). For this reason alone, \(changes) on "
            + "\(Phrase.count(domains.count, "domain"))."
    }
}
