public import Audit
import Basics
import Digests

/// Which targets a run has: only runs of the same targets are compared unasked, or gone on with.
///
/// Lists, configurations, and what has a name are an estate, which is audited again and again; domains that are only arguments are
/// not: a run of theirs in the same database stands in for none of it.
public struct TargetSetID: Hashable, Sendable {
    /// The mark, for machines.
    public let text: String
    /// Where the targets come from, for people.
    public let source: String
    /// What the estate is called, by its name or where it comes from, with the share that is meant; `nil` for domains that were
    /// named for once.
    public let estate: String?

    /// Runs of the same configuration that have another mark; `nil` where there can be none.
    public var earlier: EarlierMarks?

    /// The marks that runs of a configuration had before: earlier versions made them of the lists that it had at the moment.
    public struct EarlierMarks: Hashable, Sendable {
        /// The name of the configuration's file, without its folder.
        public var file: String
        /// Marks that only this configuration can have had.
        public var own: Set<String>
        /// Marks that others may have, too; of these the runs count that were made with a configuration of the same name.
        public var shared: Set<String>
        /// The mark of the lists themselves, which runs without any configuration have, too.
        public var lists: String?

        /// Creates marks.
        public init(file: String, own: Set<String> = [], shared: Set<String> = [], lists: String? = nil) {
            self.file = file
            self.own = own
            self.shared = shared
            self.lists = lists
        }
    }

    /// What the targets are called, in quotation marks.
    public var called: String { VisibleText.quote(estate ?? source) }

    /// Creates the mark of the estate that is called `name`, or of a share of it, wherever its targets come from.
    public init(estate name: String, shard: Shard? = nil) {
        self.init(domains: [], files: [], exclude: [], shard: shard, estate: name)
    }

    /// Takes the mark of an estate from a database.
    init(stored text: String, estate: String) {
        (self.text, source, self.estate) = (text, estate, estate)
    }

    /// Creates the mark of targets.
    ///
    /// - Parameters:
    ///   - domains: the targets of the command line.
    ///   - files: the paths of lists and of the configuration.
    ///   - exclude: the expressions that leave targets out.
    ///   - shard: the share of the targets that is meant; `nil` for all.
    ///   - configuration: the path of the configuration whose targets they are: it tells in the place of `files`, which change.
    ///   - name: the name of the estate, where it has one: then it and the share alone tell.
    public init(
        domains: [String], files: [String], exclude: [String], shard: Shard? = nil, configuration: String? = nil,
        estate name: String? = nil
    ) {
        var parts: [String]
        if let name {
            parts = ["e" + name]
        } else {
            parts = domains.map { "d" + $0 } + (configuration.map { [$0] } ?? files).map { "f" + $0 }
            parts += exclude.map { "x" + $0 }
        }
        if let shard { parts.append("s\(shard)") }
        text = SHA256.hexadecimal(Array(parts.joined(separator: "\u{0}").utf8))
        var words = files.map { $0 == "-" ? "the standard input" : $0 }
        if domains.count == 1 { words.append(domains[0]) }
        if domains.count > 1 { words.append("\(domains.count) arguments") }
        let share = shard.map { "\(Self.shareMark)\($0))" } ?? ""
        source = words.joined(separator: ", ") + share
        estate = (name ?? configuration).map { $0 + share } ?? (files.isEmpty ? nil : source)
    }

    /// What the share begins with in the name of an estate.
    static let shareMark = " (share "
}
