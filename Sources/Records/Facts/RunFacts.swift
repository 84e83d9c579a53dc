package import Findings

package import struct Foundation.Date

/// The properties of a run that are known when it begins.
package struct RunFacts: Hashable, Sendable {
    /// The identifier of the run, unique among runs that may be compared.
    package var id: String
    package var startedAt: Date
    package var toolVersion: String
    /// The version of the rules, which changes if the same observation can lead to different findings.
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

    /// The part of the targets that the run covers, which ``options`` record.
    package var part: RunPart {
        get { RunPart(options) }
        set { newValue.write(to: &options) }
    }
}

extension Date {
    package var roundedToMilliseconds: Date {
        Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded() / 1000)
    }
}
