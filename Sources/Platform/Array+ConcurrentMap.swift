import Dispatch

extension Array where Element: Sendable {
    /// Returns the results of `body` for all elements, in order, using all cores.
    ///
    /// The calling thread participates; it must be allowed to block, so it must not belong to the cooperative pool.
    package func concurrentMap<Result: Sendable>(_ body: @Sendable (Element) -> Result) -> [Result] {
        [Result](unsafeUninitializedCapacity: count) { results, initializedCount in
            // Each element is written by exactly one call, and nothing is read before all calls have ended.
            nonisolated(unsafe) let results = results
            DispatchQueue.concurrentPerform(iterations: count) { index in
                results.initializeElement(at: index, to: body(self[index]))
            }
            initializedCount = count
        }
    }
}
