package import Findings

package import struct Foundation.Date

/// The facts about a run that every report of it contains.
package struct RunFacts: Hashable, Sendable {
    /// The name of the run, unique among the runs that a reader may put side by side.
    package var id: String
    /// When the run began.
    package var startedAt: Date
    /// The version of this program.
    package var toolVersion: String
    /// The version of the rules, which changes when the same observation can lead to other findings.
    package var rulesVersion: String
    /// The settings of the run in the order in which they are to be shown, without anything secret.
    package var options: Evidence

    /// Creates facts.
    package init(id: String, startedAt: Date, toolVersion: String, rulesVersion: String, options: Evidence = [:]) {
        self.id = id
        self.startedAt = startedAt
        self.toolVersion = toolVersion
        self.rulesVersion = rulesVersion
        self.options = options
    }

    /// The same with a time that JSON can carry, so that a run read back says the same of itself.
    package var toTheMillisecond: RunFacts {
        var facts = self
        facts.startedAt = startedAt.toTheMillisecond
        return facts
    }
}

extension Date {
    /// The moment as reports write it.
    package var toTheMillisecond: Date { Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded() / 1000) }
}
