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

    init(_ settings: TargetSettings) async throws(ListError) {
        stream = try TargetStream(settings.sources, exclude: settings.exclude, attributes: settings.attributes)
        guard settings.isShort else {
            known = nil
            knownAliases = Aliases()
            var most: Int? = settings.arguments.count + settings.configured.count
            for path in settings.lists {
                let lines = try LineCount.of(path)
                most = most.flatMap { sum in lines.map { sum + $0 } }
            }
            self.most = most
            return
        }
        var entries: [TargetEntry] = []
        while let entry = try await stream.next() { entries.append(entry) }
        known = entries
        knownAliases = await stream.aliases
        most = entries.count
    }
}
