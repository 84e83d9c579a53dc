/// Judges what was observed of a domain against Apple's rules.
///
/// Judging is a pure function: the present is the beginning of the observation, so that a stored observation can be
/// judged again when the rules improve.
public struct Judge: Sendable {
    private let settings: JudgeSettings

    /// Creates a judge.
    public init(_ settings: JudgeSettings = JudgeSettings()) {
        self.settings = settings
    }

    /// Judges one observation.
    public func judge(_ observation: Observation) -> DomainReport {
        let target = observation.target
        return DomainReport(
            input: target.input, domain: target.host, displayDomain: target.displayHost, port: target.port,
            owner: target.owner, team: target.team, tags: target.tags, notes: target.notes, status: .pass,
            startedAt: observation.startedAt, totalMs: observation.totalMs,
            attempts: max(1, observation.wellKnown.attempts, observation.root.attempts))
    }
}
