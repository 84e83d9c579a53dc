import Dispatch

extension Array where Element: Sendable {
    /// What `body` makes of each element, in their order: on all cores at once, and complete when this returns.
    ///
    /// The calling thread takes part; it must be one that may wait, none of the cooperative pool.
    package func concurrentMap<Result: Sendable>(_ body: @Sendable (Element) -> Result) -> [Result] {
        [Result](unsafeUninitializedCapacity: count) { results, initializedCount in
            // Each place is written by one call alone, and nobody reads before all calls have ended.
            nonisolated(unsafe) let results = results
            DispatchQueue.concurrentPerform(iterations: count) { index in
                results.initializeElement(at: index, to: body(self[index]))
            }
            initializedCount = count
        }
    }
}
