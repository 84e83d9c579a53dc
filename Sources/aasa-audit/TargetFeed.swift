import Audit

/// Hands the targets of a run to its crawl, one by one.
actor TargetFeed {
    private let stream: TargetStream
    private var known: ArraySlice<TargetEntry>?
    /// Why the list broke off; `nil` while all is well.
    private(set) var failure: ListError?

    init(_ targets: RunTargets) {
        stream = targets.stream
        known = targets.known.map { $0[...] }
    }

    /// The next target; `nil` at the end, also of a list that broke off: what is in flight is no worse for it.
    func next() async throws -> TargetEntry? {
        if known != nil { return known?.popFirst() }
        do {
            return try await stream.next()
        } catch let error as ListError {
            failure = error
            return nil
        }
    }
}
