/// Brings numbered things that arrive in any order back into the order of their numbers.
///
/// It holds no more than what has arrived before its turn.
public struct InputOrder<Element> {
    private var waiting: [Int: Element] = [:]
    private var next = 0

    /// Creates an empty buffer that waits for number 0.
    public init() {}

    /// Takes `element` and gives back what can go on now, in order.
    public mutating func add(_ element: Element, at index: Int) -> [Element] {
        waiting[index] = element
        var ready: [Element] = []
        while let element = waiting.removeValue(forKey: next) {
            ready.append(element)
            next += 1
        }
        return ready
    }

    /// Gives back what still waits for an earlier one that will not come, in order.
    public mutating func flush() -> [Element] {
        let rest = waiting.sorted { $0.key < $1.key }.map(\.value)
        waiting = [:]
        return rest
    }
}
