import Audit
import Basics

package import struct Foundation.Date

extension Configuration {
    /// Returns a summary of the content in one line, as of `date`, which determines the waivers that have ended.
    ///
    /// `targets` includes those of its lists; `nil` if unknown.
    package func digest(targets: Int?, at date: Date) -> String {
        let domains = domains.compactMap { try? $0.result.get() }
        let expecting = domains.count { $0.expectations != nil }
        let over = waivers.endedRules(at: date).count
        var parts = [
            Phrase.count(targets ?? domains.count, "domain")
                + (expecting > 0 ? " (\(expecting) with expectations)" : ""),
            Phrase.count(waivers.rules.count, "waiver") + (over > 0 ? " (\(over) ended)" : ""),
        ]
        if !owners.isEmpty { parts.append(Phrase.count(owners.count, "owner")) }
        if !severities.isEmpty {
            parts.append(Phrase.count(severities.count, "severity", "severities"))
        }
        if !webhooks.isEmpty {
            parts.append(Phrase.count(webhooks.count, "team webhook", "team webhooks"))
        }
        parts.append(Phrase.count(settings.count, "setting"))
        for key in ["lists", "outputs"] {
            if let texts = settings[key] { parts.append("\(key): " + texts.joined(separator: ", ")) }
        }
        return "\(path) is valid: \(parts.joined(separator: "; "))."
    }
}
