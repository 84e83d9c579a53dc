import DequeModule
import Platform
import Synchronization

/// The targets of a run, read as needed; each target is returned once.
///
/// Only a few bytes per target are kept in memory, to detect duplicates.
package actor TargetStream {
    /// The number of entries that are read at once: several, because each read wakes two threads.
    private static let batchSize = 64

    package struct Counts: Hashable, Sendable {
        package var targets = 0
        /// The number of invalid entries among the targets.
        package var invalid = 0
        /// The number of entries for the same target as an earlier entry.
        package var duplicates = 0
        package var excluded = 0
        package var inOtherShards = 0
    }

    /// The number of targets, if it is known before the first one is returned.
    package enum Extent: Hashable, Sendable {
        /// All entries were read; contains the number of targets, and the other inputs for the same targets.
        case known(count: Int, aliases: Aliases)
        case atMost(Int)
        /// The number is unknown, as for standard input and pipes.
        case unknown

        package var maxCount: Int? {
            switch self {
            case .known(let count, _), .atMost(let count): count
            case .unknown: nil
            }
        }
    }

    package private(set) var counts = Counts()
    package private(set) var aliases = Aliases()

    /// The additional targets that are not in any list; always empty without a selection.
    package private(set) var unlisted: [String] = []

    private var entries: ArraySlice<TargetEntry>
    /// The paths of text lists and CSV files; `-` is the standard input.
    private let listPaths: [String]
    /// Selected targets, and those that other settings require; read after the lists, and not counted as duplicates.
    private var additional: ArraySlice<TargetEntry>
    /// The keys of targets that are returned after all others.
    private var postponedKeys: Set<String> = []
    private var postponed: Deque<TargetEntry> = []
    /// The lists that have not been read yet; `nil` until they are opened.
    private var unreadLists: ArraySlice<ListFile>?
    /// The targets that were read but not returned yet.
    private nonisolated let buffer = Mutex<Deque<TargetEntry>>([])
    /// The error that ended the last read after the first target, to be thrown by the next read.
    private var failure: (any Error)?
    private let exclusions: [Regex<AnyRegexOutput>]
    private let shard: Shard?
    private let attributes: TargetAttributes
    /// The domains to which `entries` and `listPaths`, but not `additional`, are limited; `nil` for all.
    private let selection: Set<DomainID>?
    private var reader: ListReader?
    private var seenTargets = SeenTargets()
    private let stop = StopSignal()
    /// Reading waits for files and pipes, so it must not run on a thread of the cooperative pool.
    private let executor = BlockingExecutor(label: "targets")

    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a stream of `entries` followed by `lists`, in order.
    ///
    /// - Throws: ``ListError`` if an expression in `exclude` cannot be parsed.
    package init(
        _ entries: [TargetEntry] = [], lists: [String] = [], additional: [TargetEntry] = [], exclude: [String] = [],
        shard: Shard? = nil, attributes: TargetAttributes = TargetAttributes(), selection: Set<DomainID>? = nil
    ) throws(ListError) {
        self.entries = entries[...]
        listPaths = lists
        self.additional = additional[...]
        self.shard = shard
        self.attributes = attributes
        self.selection = selection
        exclusions = try exclude.map { text throws(ListError) in
            do {
                return try Regex(text)
            } catch {
                throw ListError.badExpression(text)
            }
        }
    }

    /// Opens all lists, so that errors are detected before the first audit; if `readsAhead` is true, reads all entries.
    ///
    /// - Returns: The number of targets, as far as it is known.
    @discardableResult
    package func open(readsAhead: Bool = false) throws -> Extent {
        if readsAhead {
            while let target = try read() { buffer.withLock { $0.append(target) } }
            return .known(count: counts.targets, aliases: aliases)
        }
        var limit = entries.count + additional.count
        for file in try openLists() {
            guard let count = try file.maxRowCount() else { return .unknown }
            limit += count
        }
        return .atMost(limit)
    }

    /// Moves `domains` behind all other targets, without changing their indices; those read ahead keep their place.
    package func postpone(_ domains: [DomainID]) { postponedKeys = Set(domains.map(Self.key)) }

    /// Returns the next target; `nil` at the end.
    ///
    /// May wait for the writer of a pipe. If the calling task is cancelled, the stream ends with `CancellationError`.
    package nonisolated func next() async throws -> TargetEntry? {
        if let target = buffer.withLock({ $0.popFirst() }) { return target }
        return try await withTaskCancellationHandler {
            try await readSome()
        } onCancel: {
            stop.raise()
        }
    }

    /// Returns the next target, and keeps further ones that are available without waiting.
    private func readSome() throws -> TargetEntry? {
        if let failure {
            self.failure = nil
            throw failure
        }
        guard let first = try read() else { return nil }
        var more: Deque<TargetEntry> = []
        do {
            while more.count + 1 < Self.batchSize, canReadWithoutWaiting(), let next = try read() { more.append(next) }
        } catch {
            failure = error
        }
        buffer.withLock { $0.append(contentsOf: more) }
        return first
    }

    /// Whether the remaining entries can be read without waiting.
    package func canReadWithoutWaiting() -> Bool {
        guard let unreadLists else { return listPaths.isEmpty }
        return (reader?.isRegularFile ?? true) && unreadLists.allSatisfy(\.isRegularFile)
    }

    private func read() throws -> TargetEntry? {
        while case (var entry, let isAdditional)? = try nextEntry() {
            if let selection, !isAdditional {
                guard let target = try? entry.result.get(), selection.contains(target.domain) else { continue }
            }
            if let shard, !shard.contains(entry) {
                counts.inOtherShards += 1
                continue
            }
            let key: String
            switch entry.result {
            case .success(var target):
                attributes.add(to: &target)
                entry.result = .success(target)
                let domain = target.domain
                if exclusions.contains(where: { domain.host.contains($0) || domain.displayHost.contains($0) }) {
                    counts.excluded += 1
                    continue
                }
                key = Self.key(domain)
            case .failure: key = "invalid \(entry.input)"
            }
            if let firstIndex = seenTargets.existingIndex(orInsert: key, at: counts.targets) {
                guard !isAdditional else { continue }
                counts.duplicates += 1
                aliases.add(entry.input, at: firstIndex)
                continue
            }
            entry.index = counts.targets
            counts.targets += 1
            if selection != nil, isAdditional { unlisted.append(entry.input) }
            if case .failure = entry.result { counts.invalid += 1 }
            if !postponedKeys.contains(key) { return entry }
            postponed.append(entry)
        }
        return postponed.popFirst()
    }

    /// Returns the identity of a target; the form of its name for display does not matter.
    private static func key(_ domain: DomainID) -> String { "\(domain.host):\(domain.port)" }

    private func openLists() throws(ListError) -> ArraySlice<ListFile> {
        if let unreadLists { return unreadLists }
        let opened = ArraySlice(try listPaths.map { path throws(ListError) in try ListFile(path: path) })
        unreadLists = opened
        return opened
    }

    private func nextEntry() throws -> (TargetEntry, isAdditional: Bool)? {
        _ = try openLists()
        if let entry = entries.popFirst() { return (entry, false) }
        repeat {
            if let entry = try reader?.next() { return (entry, false) }
            reader = unreadLists?.popFirst().map { ListReader($0, until: stop) }
        } while reader != nil
        return additional.popFirst().map { ($0, true) }
    }
}
