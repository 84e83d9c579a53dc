import Basics
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

    package var part: RunPart { RunPart(options) }
}

extension Date {
    package var roundedToMilliseconds: Date {
        Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded() / 1000)
    }
}

/// The part of its targets that a run covers: all of them, one shard, or a selection.
package struct RunPart: Hashable, Sendable {
    /// A description of the part, such as `share 0/4, team Web`; `nil` for all targets.
    package let words: String?
    /// Whether the part depends on the status of domains, so that a domain may be missing although it is still audited.
    package let dependsOnStatus: Bool

    /// Identifies the part; `nil` for all targets.
    package var key: String? { words?.lowercased() }

    package init(_ options: Evidence) {
        var parts: [String] = []
        if let shard = options["shard"]?.string, shard != "0/1" { parts.append("share \(shard)") }
        if let selection = options["selection"]?.string { parts.append(selection) }
        words = parts.isEmpty ? nil : VisibleText.escape(parts.joined(separator: ", "))
        dependsOnStatus = options["selectionFollowsState"] == .boolean(true)
    }

    /// Returns the common options of several runs, with the part that they cover together: all targets if the runs are
    /// all shards of a list, otherwise a combination of their parts.
    package static func combinedOptions(of runs: [Evidence]) -> Evidence {
        var options = Evidence()
        for entry in runs.first?.entries ?? [] where runs.allSatisfy({ $0[entry.key] == entry.value }) {
            options[entry.key] = entry.value
        }
        let parts = runs.map(RunPart.init)
        let wordsByKey = Dictionary(parts.map { ($0.key ?? "all", $0.words ?? "all") }) { first, _ in first }
        if wordsByKey.count > 1, !areAllShards(runs) {
            options["shard"] = nil
            options["selection"] = .string(wordsByKey.sorted { $0.key < $1.key }.map(\.value).joined(separator: "; "))
        } else if options["selection"] == nil {
            // The runs have the same selection, possibly in another notation.
            options["selection"] = runs.first?["selection"]
        }
        if parts.contains(where: \.dependsOnStatus) { options["selectionFollowsState"] = .boolean(true) }
        return options
    }

    private static func areAllShards(_ runs: [Evidence]) -> Bool {
        let shards = Set(runs.map { $0["shard"] })
        return Set(runs.map { RunPart(["selection": $0["selection"] ?? .null]).key }).count == 1
            && (0..<shards.count).allSatisfy { shards.contains(.string("\($0)/\(shards.count)")) }
    }
}
