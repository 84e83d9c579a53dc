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

    /// The title of reports; `nil` for the default.
    package var title: String? { options["title"]?.string.flatMap { $0.isEmpty ? nil : $0 } }

    /// The address of the full report, as recorded; it may be untrusted.
    package var reportURL: String? { options["reportUrl"]?.string }

    /// The tags of production domains; `nil` for the default.
    package var productionTags: [String]? {
        guard case .array(let values)? = options["productionTags"] else { return nil }
        return values.compactMap(\.string)
    }

    /// Returns the severity that the configuration assigns to a code; `nil` for the default.
    package func severity(of code: FindingCode) -> Severity? {
        guard case .object(let severities)? = options["severities"] else { return nil }
        return severities[code.rawValue]?.string.flatMap { Severity(rawValue: $0) }
    }
}

extension Date {
    package var roundedToMilliseconds: Date {
        Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded() / 1000)
    }
}
