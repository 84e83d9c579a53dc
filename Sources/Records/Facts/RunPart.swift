package import Audit
import Basics
package import Findings

/// The part of its targets that a run covers: all of them, one shard, or a selection.
package struct RunPart: Hashable, Sendable {
    /// The options that record the part.
    enum Key {
        static let shard = "shard"
        static let selection = "selection"
        static let dependsOnStatus = "selectionFollowsState"
    }

    /// The shard of the list; `nil` for the whole list.
    package var shard: Shard?
    /// A description of the selected domains, such as `team Web`; `nil` for all.
    package var selection: String?
    /// Whether the part depends on the status of domains, so that a domain may be missing although it is still audited.
    package var dependsOnStatus: Bool

    /// Reads the part from the options of a run.
    package init(_ options: Evidence) {
        shard = options[Key.shard]?.string.flatMap { try? Shard($0) }
        selection = options[Key.selection]?.string
        dependsOnStatus = options[Key.dependsOnStatus] == .boolean(true)
    }

    func write(to options: inout Evidence) {
        options[Key.shard] = shard.map { .string("\($0)") }
        options[Key.selection] = selection.map { .string($0) }
        options[Key.dependsOnStatus] = dependsOnStatus ? true : nil
    }

    /// Whether the selection is of one or more teams.
    package var isOfTeams: Bool { selection.map(DomainSelection.isOfTeams) ?? false }

    /// A description of the part, such as `share 0/4, team Web`; `nil` for all targets.
    package var text: String? {
        let share = shard.flatMap { $0.count > 1 ? "share \($0)" : nil }
        let parts = [share, selection].compactMap(\.self)
        return parts.isEmpty ? nil : VisibleText.escape(parts.joined(separator: ", "))
    }

    /// Identifies the part regardless of the case of names; `nil` for all targets.
    package var key: String? { text?.lowercased() }

    /// Returns the domains of this part that `criteria` select.
    package func limited(to criteria: DomainSelection) -> RunPart {
        guard !criteria.isEmpty else { return self }
        var part = self
        part.selection = [selection, criteria.text].compactMap(\.self).joined(separator: ", ")
        if !criteria.statuses.isEmpty || criteria.minSeverity != nil { part.dependsOnStatus = true }
        return part
    }

    /// Returns the common options of several runs, with the part that they cover together: all targets if the runs are
    /// all shards of a list, otherwise a combination of their parts.
    package static func combinedOptions(of runs: [Evidence]) -> Evidence {
        var options = Evidence()
        for entry in runs.first?.entries ?? [] where runs.allSatisfy({ $0[entry.key] == entry.value }) {
            options[entry.key] = entry.value
        }
        let parts = runs.map(RunPart.init)
        let textsByKey = Dictionary(parts.map { ($0.key ?? "all", $0.text ?? "all") }) { first, _ in first }
        var combined = RunPart(options)
        if textsByKey.count > 1, !areAllShards(parts) {
            combined.shard = nil
            combined.selection = textsByKey.sorted { $0.key < $1.key }.map(\.value).joined(separator: "; ")
        } else if combined.selection == nil {
            // The runs have the same selection, possibly in another notation.
            combined.selection = parts.first?.selection
        }
        combined.dependsOnStatus = parts.contains(where: \.dependsOnStatus)
        combined.write(to: &options)
        return options
    }

    private static func areAllShards(_ parts: [RunPart]) -> Bool {
        // A list that is divided into n shards is complete if n different shards are present.
        let shards = Set(parts.map(\.shard))
        return Set(parts.map { $0.selection?.lowercased() }).count == 1
            && shards.allSatisfy { $0?.count == shards.count }
    }
}
