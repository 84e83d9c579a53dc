import Audit
import Basics

package import struct Foundation.Date

/// A short summary of the content of a configuration.
package struct ConfigurationDigest: Sendable {
    private let configuration: Configuration
    private let targets: Int?
    private let date: Date

    /// Creates the digest as of `date`, which determines the waivers that have ended.
    ///
    /// `targets` includes those of its lists; `nil` if unknown.
    package init(_ configuration: Configuration, targets: Int?, at date: Date) {
        self.targets = targets
        self.configuration = configuration
        self.date = date
    }

    /// The summary in one line.
    package var text: String {
        let domains = configuration.domains.compactMap { try? $0.result.get() }
        let expecting = domains.count { $0.expectations != nil }
        let over = configuration.waivers.over(at: date).count
        var parts = [
            Phrase.count(targets ?? domains.count, "domain")
                + (expecting > 0 ? " (\(expecting) with expectations)" : ""),
            Phrase.count(configuration.waivers.rules.count, "waiver") + (over > 0 ? " (\(over) ended)" : ""),
        ]
        if !configuration.owners.isEmpty { parts.append(Phrase.count(configuration.owners.count, "owner")) }
        if !configuration.severities.isEmpty {
            parts.append(Phrase.count(configuration.severities.count, "severity", "severities"))
        }
        if !configuration.webhooks.isEmpty {
            parts.append(Phrase.count(configuration.webhooks.count, "team webhook", "team webhooks"))
        }
        parts.append(Phrase.count(configuration.settings.count, "setting"))
        for key in ["lists", "outputs"] {
            if let texts = configuration.settings[key] { parts.append("\(key): " + texts.joined(separator: ", ")) }
        }
        return "\(configuration.path) is valid: \(parts.joined(separator: "; "))."
    }
}
