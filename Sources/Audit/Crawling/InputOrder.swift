/// Restores the order of numbered elements that arrive out of order.
///
/// Holds only elements that arrived early.
public struct InputOrder<Element> {
    private var waiting: [Int: Element] = [:]
    private var next = 0

    /// Creates an empty buffer that expects number 0 first.
    public init() {}

    /// Adds `element` and returns the elements that are next in order.
    public mutating func add(_ element: Element, at index: Int) -> [Element] {
        waiting[index] = element
        var ready: [Element] = []
        while let element = waiting.removeValue(forKey: next) {
            ready.append(element)
            next += 1
        }
        return ready
    }

    /// Removes and returns the elements that wait for a missing one, in order.
    public mutating func flush() -> [Element] {
        let rest = waiting.sorted { $0.key < $1.key }.map(\.value)
        waiting = [:]
        return rest
    }
}
