public import Audit
import Digests

/// What tells apart runs of other targets: only runs of the same targets are compared unasked, or gone on with.
public struct TargetSetID: Hashable, Sendable {
    /// The mark, for machines.
    public let text: String
    /// Where the targets come from, for people.
    public let source: String

    /// Creates the mark of targets.
    ///
    /// - Parameters:
    ///   - domains: the targets of the command line.
    ///   - files: the paths of lists and of the configuration.
    ///   - exclude: the expressions that leave targets out.
    ///   - shard: the share of the targets that is meant; `nil` for all.
    public init(domains: [String], files: [String], exclude: [String], shard: Shard? = nil) {
        let parts =
            domains.map { "d" + $0 } + files.map { "f" + $0 } + exclude.map { "x" + $0 }
            + [shard].compactMap(\.self).map { "s\($0)" }
        text = SHA256.hexadecimal(Array(parts.joined(separator: "\u{0}").utf8))
        var words = files.map { $0 == "-" ? "the standard input" : $0 }
        if domains.count == 1 { words.append(domains[0]) }
        if domains.count > 1 { words.append("\(domains.count) arguments") }
        source = words.joined(separator: ", ") + (shard.map { " (share \($0))" } ?? "")
    }
}
