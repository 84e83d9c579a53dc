import Dispatch

extension Array where Element: Sendable {
    /// Returns the results of `body` for all elements, in the order of the elements, and uses all cores at once.
    ///
    /// The calling thread takes part in the work; it must be a thread that may block, not one of the cooperative pool.
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
