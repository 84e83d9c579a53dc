/// The targets of a run in input order: each audited once, none dropped.
public struct TargetList: Hashable, Sendable {
    /// One row of the run.
    public struct Entry: Hashable, Sendable {
        /// What the user wrote, as reports show it.
        public let input: String
        /// Later inputs that mean the same target, in order.
        public internal(set) var alsoGivenAs: [String]
        /// The target, or why the input could not be understood.
        public let result: Result<Target, TargetError>
    }

    private enum Key: Hashable {
        case target(host: String, port: Int)
        case invalid(input: String)
    }

    /// The rows, in the order in which each was first given.
    public private(set) var entries: [Entry] = []
    /// How many inputs meant a target that an earlier one had named.
    public private(set) var duplicateCount = 0
    /// How many rows could not be understood.
    public private(set) var invalidCount = 0

    private var indices: [Key: Int] = [:]

    /// Creates an empty list.
    public init() {}

    /// Creates a list of `inputs`, in order.
    public init(_ inputs: some Sequence<String>) {
        for input in inputs { add(input) }
    }

    /// Adds `input` at the end, or to the row that means the same.
    public mutating func add(_ input: String) {
        let shown = TargetParser.shown(input)
        let result: Result<Target, TargetError>
        let key: Key
        do throws(TargetError) {
            let target = try TargetParser.parse(input)
            result = .success(target)
            key = .target(host: target.host, port: target.port)
        } catch {
            result = .failure(error)
            key = .invalid(input: shown)
        }
        if let index = indices[key] {
            entries[index].alsoGivenAs.append(shown)
            duplicateCount += 1
            return
        }
        if case .failure = result { invalidCount += 1 }
        indices[key] = entries.count
        entries.append(Entry(input: shown, alsoGivenAs: [], result: result))
    }
}
