import Audit
import Basics
public import Findings

/// Of which of its targets a run is: of all of them, of one share, or of a selection.
public struct RunPart: Hashable, Sendable {
    /// Which targets, as in `share 0/4, team Web`; `nil` for all of them.
    public let words: String?

    /// The part that a run with `options` is of.
    public init(_ options: Evidence) {
        var parts: [String] = []
        if case .string(let text) = options["shard"], Self.share(options)?.count != 1 { parts.append("share \(text)") }
        if case .string(let selection) = options["selection"] { parts.append(selection) }
        words = parts.isEmpty ? nil : VisibleText.escape(parts.joined(separator: ", "))
    }

    /// Whether domains come into the part and leave it by how they stand, as of `status fail`: one that is missing is not one
    /// that is no longer audited.
    public var followsState: Bool {
        // The words of `DomainSelection`; those of several parts have semicolons between them.
        words?.firstMatch(of: /(^|[,;] )(status |a finding of severity )/) != nil
    }

    /// The options of several runs as those of one: what they agree in, and the part that they are of together.
    ///
    /// All shares of the same targets together are the whole; any other runs of different parts are a part of its own.
    package static func together(_ runs: [Evidence]) -> Evidence {
        var options = Evidence()
        for entry in runs.first?.entries ?? [] where runs.allSatisfy({ $0[entry.key] == entry.value }) {
            options[entry.key] = entry.value
        }
        let parts = Set(runs.map { RunPart($0).words ?? "all" })
        guard parts.count > 1, !areAllShares(runs) else { return options }
        options["shard"] = nil
        options["selection"] = .string(parts.sorted().joined(separator: "; "))
        return options
    }

    private static func share(_ options: Evidence) -> Shard? {
        guard case .string(let text) = options["shard"] else { return nil }
        return try? Shard(text)
    }

    /// Whether the runs are all shares of the same targets.
    private static func areAllShares(_ runs: [Evidence]) -> Bool {
        let shares = Set(runs.map(share))
        guard let count = shares.first??.count, Set(runs.map { $0["selection"] }).count == 1 else { return false }
        return shares.count == count && shares.allSatisfy { $0?.count == count }
    }
}

extension RunFacts {
    /// Of which of its targets the run is.
    public var part: RunPart { RunPart(options) }
}
