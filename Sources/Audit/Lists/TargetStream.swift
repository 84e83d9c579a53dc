import DequeModule
import Synchronization

/// The targets of a run, read as they are needed: each once, none dropped.
///
/// Memory holds a few bytes for every target, to tell duplicates apart, and no more.
public actor TargetStream {
    /// The number of rows of a file that are read at once: each read wakes two threads, which costs more than reading a row.
    private static let rowsAtOnce = 64

    /// The numbers of rows that the stream has read so far.
    public struct Counts: Hashable, Sendable {
        /// Rows that are given out, or will be.
        public var targets = 0
        /// Rows among them that could not be understood.
        public var invalid = 0
        /// Inputs that meant a target that an earlier one had named.
        public var duplicates = 0
        /// Targets that `--exclude` left out.
        public var excluded = 0
        /// Inputs that belong to another share of the list.
        public var inOtherShards = 0
    }

    /// The number of rows, as far as it is known before the first one is returned.
    public enum Extent: Hashable, Sendable {
        /// All were read: so many there are, with these other inputs.
        case known(Int, Aliases)
        /// There are at most so many.
        case atMost(Int)
        /// Nobody can tell, as of the standard input and of pipes.
        case unknown

        /// The most rows there can be; `nil` where that cannot be told.
        public var limit: Int? {
            switch self {
            case .known(let count, _), .atMost(let count): count
            case .unknown: nil
            }
        }
    }

    /// The numbers of rows that were read so far.
    public private(set) var counts = Counts()
    /// Other inputs for the same target.
    public private(set) var aliases = Aliases()

    /// The inputs of the selection that no list has.
    public private(set) var unlisted: [String] = []

    /// The entries that are still to be read: first these, then the lists.
    private var entries: ArraySlice<TargetEntry>
    private let lists: [String]
    /// The targets that are read after the lists, unless they were named before.
    private var implied: ArraySlice<TargetEntry>
    /// The names of targets that wait until all others were given out.
    private var postponed: Set<String> = []
    /// The rows of these targets.
    private var late: Deque<TargetEntry> = []
    /// The lists that nothing was read of yet; `nil` until they are opened.
    private var files: ArraySlice<ListFile>?
    /// Rows that were read and not given out yet.
    private nonisolated let rows = Mutex<Deque<TargetEntry>>([])
    /// The error that occurred after the last of them.
    private var failure: (any Error)?
    private let exclude: [Regex<AnyRegexOutput>]
    /// The share of the targets that is given out; `nil` for all.
    private let shard: Shard?
    private let attributes: TargetAttributes
    /// The only domains that are given out; `nil` for all.
    private let selection: Set<DomainID>?
    private var reader: ListReader?
    private var seen = SeenTargets()
    private let stop = StopSignal()
    private let executor = BlockingExecutor(label: "targets")

    /// Reading waits for files and pipes: not on a thread of the cooperative pool.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a stream over `entries` and then `lists`, in order.
    ///
    /// - Parameters:
    ///   - entries: Targets that were read already, as those of the command line and of a configuration.
    ///   - lists: The paths of text lists and CSV files; `-` is the standard input.
    ///   - implied: Targets that nobody named but that something else needs; where they were named they are no duplicates.
    ///   - exclude: Regular expressions; a target whose host matches one is left out.
    ///   - shard: The share of the targets that is given out; `nil` for all.
    ///   - attributes: What is known of domains, whoever names them.
    ///   - selection: The only domains that are given out of `entries` and `lists`; `nil` for all.
    /// - Throws: ``ListError`` when an expression cannot be read.
    public init(
        _ entries: [TargetEntry] = [], lists: [String] = [], implied: [TargetEntry] = [], exclude: [String] = [],
        shard: Shard? = nil, attributes: TargetAttributes = TargetAttributes(), selection: Set<DomainID>? = nil
    ) throws(ListError) {
        self.entries = entries[...]
        self.lists = lists
        self.implied = implied[...]
        self.shard = shard
        self.attributes = attributes
        self.selection = selection
        var expressions: [Regex<AnyRegexOutput>] = []
        for text in exclude {
            do {
                expressions.append(try Regex(text))
            } catch {
                throw .badExpression(text)
            }
        }
        self.exclude = expressions
    }

    /// Opens all lists, so that one that cannot be opened is known before the first target is audited.
    ///
    /// - Parameter readsAhead: Whether all rows are read now: where they are few, and none of them has to be waited for.
    /// - Returns: What is known of the rows then.
    /// - Throws: ``ListError`` when a list cannot be opened, or not be read ahead.
    @discardableResult
    public func open(readsAhead: Bool = false) throws -> Extent {
        var limit = entries.count + implied.count
        if readsAhead {
            while let row = try read() { rows.withLock { $0.append(row) } }
            return .known(counts.targets, aliases)
        }
        for file in try openFiles() {
            guard let rows = try file.rowCount() else { return .unknown }
            limit += rows
        }
        return .atMost(limit)
    }

    /// Gives out these targets after all others, with the indices that they have in the lists; rows that were read ahead stay
    /// where they are.
    public func postpone(_ domains: [DomainID]) {
        postponed = Set(domains.map(Self.name))
    }

    /// The next row; `nil` at the end.
    ///
    /// It waits as long as whoever writes to a pipe; when its task is cancelled, the stream has come to its end.
    ///
    /// - Throws: ``ListError`` when a list cannot be opened or read, `CancellationError` when the task is cancelled.
    public nonisolated func next() async throws -> TargetEntry? {
        if let row = rows.withLock({ $0.popFirst() }) { return row }
        return try await withTaskCancellationHandler {
            try await readSome()
        } onCancel: {
            stop.raise()
        }
    }

    /// Gives back the next row, and keeps those after it that nobody has to wait for.
    private func readSome() throws -> TargetEntry? {
        if let failure {
            self.failure = nil
            throw failure
        }
        guard let first = try read() else { return nil }
        var more: Deque<TargetEntry> = []
        do {
            while more.count + 1 < Self.rowsAtOnce, neverWaits(), let row = try read() { more.append(row) }
        } catch {
            failure = error
        }
        rows.withLock { $0 = more }
        return first
    }

    /// Whether no row that is left has to be waited for.
    public func neverWaits() -> Bool {
        reader?.neverWaits ?? true && files?.allSatisfy(\.neverWaits) ?? lists.isEmpty
    }

    private func read() throws -> TargetEntry? {
        while let (input, isImplied) = try nextInput() {
            if let selection, !isImplied {
                guard let target = try? input.result.get(), selection.contains(target.domain) else { continue }
            }
            if let shard, !shard.contains(input) {
                counts.inOtherShards += 1
                continue
            }
            var entry = input
            let name: String
            switch entry.result {
            case .success(var target):
                attributes.add(to: &target)
                entry.result = .success(target)
                if isExcluded(target) {
                    counts.excluded += 1
                    continue
                }
                name = Self.name(target.domain)
            case .failure: name = "invalid \(entry.input)"
            }
            if let index = seen.insert(name, at: counts.targets) {
                guard !isImplied else { continue }
                counts.duplicates += 1
                aliases.add(entry.input, at: index)
                continue
            }
            entry.index = counts.targets
            counts.targets += 1
            if selection != nil, isImplied { unlisted.append(entry.input) }
            if case .failure = entry.result { counts.invalid += 1 }
            if !postponed.contains(name) { return entry }
            late.append(entry)
        }
        return late.popFirst()
    }

    private static func name(_ domain: DomainID) -> String { "\(domain.host):\(domain.port)" }

    private func isExcluded(_ target: Target) -> Bool {
        exclude.contains { expression in
            target.domain.host.contains(expression) || target.domain.displayHost.contains(expression)
        }
    }

    private func openFiles() throws(ListError) -> ArraySlice<ListFile> {
        if let files { return files }
        var opened: ArraySlice<ListFile> = []
        for path in lists { opened.append(try ListFile(path: path)) }
        files = opened
        return opened
    }

    private func nextInput() throws -> (TargetEntry, isImplied: Bool)? {
        _ = try openFiles()
        if let entry = entries.popFirst() { return (entry, false) }
        while true {
            if let entry = try reader?.next() { return (entry, false) }
            reader = nil
            if let file = files?.popFirst() {
                reader = ListReader(file, until: stop)
                continue
            }
            return implied.popFirst().map { ($0, true) }
        }
    }
}
