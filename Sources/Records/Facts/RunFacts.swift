package import Findings

package import struct Foundation.Date

/// The facts about a run that every report of it contains.
package struct RunFacts: Hashable, Sendable {
    /// The identifier of the run, unique among runs that may be compared.
    package var id: String
    package var startedAt: Date
    package var toolVersion: String
    /// The version of the rules, which changes when the same observation can lead to other findings.
    package var rulesVersion: String
    /// The settings of the run in display order, without secrets.
    package var options: Evidence

    package init(id: String, startedAt: Date, toolVersion: String, rulesVersion: String, options: Evidence = [:]) {
        self.id = id
        self.startedAt = startedAt
        self.toolVersion = toolVersion
        self.rulesVersion = rulesVersion
        self.options = options
    }

    /// The facts with the start time rounded to milliseconds, as in JSON.
    package var toTheMillisecond: RunFacts {
        var facts = self
        facts.startedAt = startedAt.toTheMillisecond
        return facts
    }
}

extension Date {
    package var toTheMillisecond: Date { Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded() / 1000) }
}
