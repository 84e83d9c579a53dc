import Platform
import Transport

/// Observes a domain and judges the observation.
public struct Auditor: Sendable {
    private let observer: Observer
    private let judge: Judge
    private let judgesOfLargeFiles: [SerialJudge]

    /// Creates an auditor.
    public init(observer: Observer, judge: Judge) {
        self.observer = observer
        self.judge = judge
        judgesOfLargeFiles = (0..<2).map { _ in SerialJudge(judge: judge) }
    }

    /// Audits `target` within the observer's deadline, which excludes judging.
    public func audit(_ target: Target) async -> DomainReport { await audit(target, gate: OpenGate()).value }

    /// Audits `target`; the time spent waiting for `gate` does not count towards the deadline.
    ///
    /// Uses little memory until `gate` allows the first connection.
    package func audit(_ target: Target, gate: any ObservationGate) async -> Boxed<DomainReport> {
        let observation = await observer.observe(target, gate: gate)
        guard Self.isLarge(observation.value) else { return Boxed(judge.judge(observation.value)) }
        // The last bit of the hash selects one of the two judges, which distributes the domains evenly.
        return Boxed(await judgesOfLargeFiles[target.domain.hashValue & 1].judge(observation))
    }

    /// The maximum size in bytes of a file that is judged on the thread of an event loop, in up to 30 milliseconds.
    private static let maxSmallFileSize = 8 * 1024

    private static func isLarge(_ observation: Observation) -> Bool {
        [observation.wellKnown, observation.root, observation.cdn].contains { location in
            (location?.exchange?.body.count ?? 0) > maxSmallFileSize
        }
    }
}

/// Judges observations one at a time, with low priority.
///
/// A 128 KiB file that was crafted to be slow takes up to 24 MiB and a third of a second. More than two at once would
/// use up the memory of the run, and take processor time from the exchanges in progress.
private actor SerialJudge {
    private let judge: Judge
    private let executor = BlockingExecutor(label: "large files", isUrgent: false)

    init(judge: Judge) { self.judge = judge }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func judge(_ observation: Boxed<Observation>) -> DomainReport { judge.judge(observation.value) }
}
