import Audit

/// The targets of one run: known at once from the command line, or streamed from lists.
struct RunTargets: Sendable {
    /// What is still to be read.
    let stream: TargetStream
    /// The rows that are known already; `nil` for a stream.
    let known: [TargetEntry]?
    /// Other inputs for the known rows.
    let knownAliases: Aliases
    /// The most rows there can be; `nil` where that cannot be told, as of the standard input.
    let most: Int?

    /// Opens all lists, and reads none of them.
    ///
    /// - Throws: `ListError` when one cannot be opened.
    init(_ settings: TargetSettings) async throws {
        stream = try TargetStream(settings.sources, exclude: settings.exclude, attributes: settings.attributes)
        let most = try await stream.open()
        guard settings.isShort else {
            known = nil
            knownAliases = Aliases()
            self.most = most
            return
        }
        var entries: [TargetEntry] = []
        while let entry = try await stream.next() { entries.append(entry) }
        known = entries
        knownAliases = await stream.aliases
        self.most = entries.count
    }
}
