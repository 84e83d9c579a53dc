public import Audit
import Basics
import Digests
import Findings
import Runs

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

    /// What runs of the same configuration were called before; `nil` where there can be none.
    public private(set) var earlier: Earlier?

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
        // With a name, what is left out makes no other estate.
        let rest = name != nil || exclude.isEmpty ? "" : " (--exclude \(exclude.joined(separator: ", ")))"
        source = words.joined(separator: ", ") + rest + share
        estate = (name ?? configuration.map { $0 + rest }).map { $0 + share } ?? (files.isEmpty ? nil : source)
    }

    /// Creates the mark of what a configuration names, or of a share of it.
    ///
    /// - Parameters:
    ///   - configuration: the path of the configuration.
    ///   - name: the name that it gives its targets; `nil` where it gives none.
    ///   - files: the paths of what it names at the moment: its lists and entitlements, and its own where it has domains.
    ///   - leavesOut: its own expressions that leave targets out.
    ///   - shard: the share that is meant; `nil` for all.
    ///   - domains: targets that the command line adds.
    ///   - exclude: the expressions of the command line that leave targets out.
    public init(
        configuration: String, named name: String?, files: [String], leavesOut: [String], shard: Shard? = nil,
        domains: [String] = [], exclude: [String] = []
    ) {
        func mark(_ exclude: [String], configuration: String? = nil, estate: String? = nil) -> TargetSetID {
            TargetSetID(
                domains: domains, files: files, exclude: exclude, shard: shard, configuration: configuration,
                estate: estate)
        }
        let unnamed = mark(exclude, configuration: configuration)
        let listed = mark(exclude.isEmpty ? leavesOut : exclude)
        self = name == nil ? unnamed : mark(exclude, estate: name)
        earlier = Earlier(
            marks: Set([unnamed.text, listed.text]).subtracting([text]), file: Earlier.name(of: configuration))
    }

    /// What the share begins with in the name of an estate.
    static let shareMark = " (share "

    /// Whether both are shares of one estate.
    public func isShare(ofTheSameAs other: TargetSetID) -> Bool {
        let names = [self, other].map { $0.estate?.split(separator: Self.shareMark) ?? [] }
        return names.allSatisfy { $0.count > 1 } && names[0].dropLast() == names[1].dropLast()
    }

    /// Marks, which are hexadecimal digits, as the statements of a database take them.
    static func json(_ marks: Set<String>) -> String { "[\(marks.map { "\"\($0)\"" }.joined(separator: ","))]" }
}

extension TargetSetID {
    /// What the runs of a configuration were called before it got a name, and by earlier versions: by the lists that it names.
    public struct Earlier: Hashable, Sendable {
        /// The marks that they have.
        var marks: Set<String>
        /// The name of the configuration's file, without its folder.
        var file: String

        /// Whether a run with one of the marks was made with the configuration: who audits its lists without it has the same.
        func isOfConfiguration(_ run: RunRecord) -> Bool {
            guard case .string(let path) = run.facts.options["config"] else { return false }
            return Self.name(of: path) == file
        }

        /// The name of a file without its folder.
        static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
    }
}
