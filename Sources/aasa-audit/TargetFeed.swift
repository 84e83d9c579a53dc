import Audit

/// Hands the targets of a run to its crawl, one by one.
actor TargetFeed {
    private let stream: TargetStream
    private var known: ArraySlice<TargetEntry>?

    init(_ targets: RunTargets) {
        stream = targets.stream
        known = targets.known.map { $0[...] }
    }

    /// The next target; `nil` at the end.
    func next() async throws -> TargetEntry? {
        if known != nil { return known?.popFirst() }
        return try await stream.next()
    }
}
