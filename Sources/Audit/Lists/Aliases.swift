/// The other inputs of targets that were listed more than once, by the index of the target's row.
///
/// A list can contain a domain ten million times, so only a limited number of inputs is kept; the others are counted.
public struct Aliases: Hashable, Sendable {
    /// The other inputs of one target.
    public struct Row: Hashable, Codable, Sendable {
        /// The first inputs, in order.
        public var inputs: [String]
        /// The number of further inputs.
        public var omitted: Int

        package init(inputs: [String] = [], omitted: Int = 0) {
            self.inputs = inputs
            self.omitted = omitted
        }

        /// Whether the target was listed only once.
        public var isEmpty: Bool { inputs.isEmpty && omitted == 0 }
    }

    /// The maximum size of one row, and that of all rows together.
    static let maxRow = (count: 20, bytes: 4096)
    static let maxTotal = (count: 50_000, bytes: 4 << 20)

    private var inputsByIndex: [Int: [String]] = [:]
    /// The number of omitted inputs by row index, up to the last row with omitted inputs; four bytes per row.
    private var omitted: [UInt32] = []
    /// The number and the length of all kept inputs.
    private var count = 0
    private var bytes = 0

    package init() {}

    /// Adds another input to the row at `index`.
    public mutating func add(_ input: String, at index: Int) {
        let size = input.utf8.count
        let row = inputsByIndex[index, default: []]
        guard omittedCount(index) == 0, row.count < Self.maxRow.count, count < Self.maxTotal.count,
            row.reduce(size, { $0 + $1.utf8.count }) <= Self.maxRow.bytes, bytes + size <= Self.maxTotal.bytes
        else {
            omit(1, at: index)
            return
        }
        inputsByIndex[index, default: []].append(input)
        count += 1
        bytes += size
    }

    /// The other inputs of the row at `index`; those of a new value that exceed the limits are only counted.
    public subscript(index: Int) -> Row {
        get { Row(inputs: inputsByIndex[index] ?? [], omitted: omittedCount(index)) }
        set {
            let old = inputsByIndex.removeValue(forKey: index) ?? []
            count -= old.count
            bytes -= old.reduce(0) { $0 + $1.utf8.count }
            if index < omitted.count { omitted[index] = 0 }
            for input in newValue.inputs { add(input, at: index) }
            if newValue.omitted > 0 { omit(newValue.omitted, at: index) }
        }
    }

    /// The rows of targets that were listed more than once, in order.
    public var rows: some Sequence<(index: Int, row: Row)> {
        let end = max(omitted.count, (inputsByIndex.keys.max() ?? -1) + 1)
        return (0..<end).lazy.map { (index: $0, row: self[$0]) }.filter { !$0.row.isEmpty }
    }

    private func omittedCount(_ index: Int) -> Int { index < omitted.count ? Int(omitted[index]) : 0 }

    private mutating func omit(_ number: Int, at index: Int) {
        if index >= omitted.count { omitted += repeatElement(0, count: index + 1 - omitted.count) }
        omitted[index] = UInt32(clamping: omittedCount(index) + number)
    }
}
