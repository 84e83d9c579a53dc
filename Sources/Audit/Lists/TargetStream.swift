/// Where targets come from.
public enum TargetSource: Hashable, Sendable {
    /// Targets as they stand on the command line.
    case arguments([String])
    /// Targets that were read already, as those of a configuration.
    case entries([TargetEntry])
    /// A text list or a CSV file; `-` is standard input.
    case list(path: String)
}

/// The targets of a run, read as they are needed: each once, none dropped.
///
/// Memory holds a few bytes for every target, to tell duplicates apart, and no more.
public actor TargetStream {
    /// What the stream has met so far.
    public struct Counts: Hashable, Sendable {
        /// Rows that were given out.
        public var targets = 0
        /// Rows among them that could not be understood.
        public var invalid = 0
        /// Inputs that meant a target that an earlier one had named.
        public var duplicates = 0
        /// Targets that `--exclude` left out.
        public var excluded = 0
    }

    /// What was read so far.
    public private(set) var counts = Counts()
    /// Other inputs for the same target.
    public private(set) var aliases = Aliases()

    private var sources: [TargetSource]
    /// The lists among the sources, in the same order; `nil` until they are opened.
    private var files: [ListFile]?
    private let exclude: [Regex<AnyRegexOutput>]
    private let attributes: TargetAttributes
    private var arguments: [String] = []
    private var entries: ArraySlice<TargetEntry> = []
    private var reader: ListReader?
    private var seen = SeenTargets()
    private let stop = StopSignal()
    private let executor = BlockingExecutor(label: "targets")

    /// Reading waits for files and pipes: not on a thread of the cooperative pool.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Creates a stream over `sources`, in order.
    ///
    /// - Parameters:
    ///   - sources: Where targets come from.
    ///   - exclude: Regular expressions; a target whose host matches one is left out.
    ///   - attributes: What is known of domains, whichever source names them.
    /// - Throws: ``ListError`` when an expression cannot be read.
    public init(
        _ sources: [TargetSource], exclude: [String] = [], attributes: TargetAttributes = TargetAttributes()
    ) throws(ListError) {
        self.sources = sources.reversed()
        self.attributes = attributes
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
    /// - Returns: The most rows there can be; `nil` where that cannot be told, as of the standard input and of pipes.
    /// - Throws: ``ListError`` when a list cannot be opened.
    @discardableResult
    public func open() throws(ListError) -> Int? {
        try openFiles()
        var count = 0
        for source in sources {
            switch source {
            case .arguments(let texts): count += texts.count
            case .entries(let targets): count += targets.count
            case .list: break
            }
        }
        for file in files ?? [] {
            guard let lines = file.lineCount() else { return nil }
            count += lines
        }
        return count
    }

    /// The next row; `nil` at the end.
    ///
    /// It waits as long as whoever writes to a pipe; when its task is cancelled, the stream has come to its end.
    ///
    /// - Throws: ``ListError`` when a list cannot be opened or read, `CancellationError` when the task is cancelled.
    public func next() async throws -> TargetEntry? {
        try await withTaskCancellationHandler {
            try read()
        } onCancel: {
            stop.raise()
        }
    }

    private func read() throws -> TargetEntry? {
        while var entry = try nextInput() {
            let name: String
            switch entry.result {
            case .success(var target):
                attributes.add(to: &target)
                entry.result = .success(target)
                if isExcluded(target) {
                    counts.excluded += 1
                    continue
                }
                name = "\(target.domain.host):\(target.domain.port)"
            case .failure: name = "invalid \(entry.input)"
            }
            if let index = seen.insert(name, at: counts.targets) {
                counts.duplicates += 1
                aliases.add(entry.input, at: index)
                continue
            }
            counts.targets += 1
            if case .failure = entry.result { counts.invalid += 1 }
            return entry
        }
        return nil
    }

    private func isExcluded(_ target: Target) -> Bool {
        exclude.contains { expression in
            target.domain.host.contains(expression) || target.domain.displayHost.contains(expression)
        }
    }

    private func openFiles() throws(ListError) {
        guard files == nil else { return }
        var opened: [ListFile] = []
        // Sources are taken from the end.
        for case .list(let path) in sources.reversed() { opened.append(try ListFile(path: path)) }
        files = opened.reversed()
    }

    private func nextInput() throws -> TargetEntry? {
        try openFiles()
        while true {
            if let text = arguments.popLast() { return TargetEntry(text) }
            if let entry = entries.popFirst() { return entry }
            if let entry = try reader?.next() { return entry }
            reader = nil
            guard let source = sources.popLast() else { return nil }
            switch source {
            case .arguments(let texts): arguments = texts.reversed()
            case .entries(let targets): entries = targets[...]
            case .list: reader = files?.popLast().map { ListReader($0, until: stop) }
            }
        }
    }
}
