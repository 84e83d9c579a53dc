import Transport

/// Observes a domain and judges what was seen.
public struct Auditor: Sendable {
    private let observer: Observer
    private let judge: Judge
    private let oneAtATime: OneAtATime

    /// Creates an auditor.
    public init(observer: Observer, judge: Judge) {
        self.observer = observer
        self.judge = judge
        oneAtATime = OneAtATime(judge: judge)
    }

    /// Audits `target`; ends within the observer's deadline, the time that it waits at `gate` and for the judge apart.
    public func audit(_ target: Target, gate: any ObservationGate = OpenGate()) async -> DomainReport {
        await boxedAudit(target, gate: gate).value
    }

    /// Audits `target`, and takes little memory while it waits for its first turn at `gate`.
    package func boxedAudit(_ target: Target, gate: any ObservationGate) async -> Boxed<DomainReport> {
        let observation = await observer.observe(boxing: target, gate: gate)
        let isLarge = Self.isLarge(observation.value)
        return Boxed(isLarge ? await oneAtATime.judge(observation) : judge.judge(observation.value))
    }

    /// Files of up to this many bytes are judged as they come; real ones seldom have more than a tenth of it.
    private static let largeFile = 32 * 1024

    private static func isLarge(_ observation: Observation) -> Bool {
        [observation.wellKnown, observation.root, observation.cdn].contains { place in
            (place?.exchange?.body.count ?? 0) > largeFile
        }
    }
}

/// Judges one observation after the other, when nothing more urgent wants the processors.
///
/// A file of 128 KiB that was made to be slow takes up to 24 MiB and a third of a second to judge. Many at once would take the
/// memory of the run, and the processors from the domains that are being asked.
private actor OneAtATime {
    private let judge: Judge
    private let executor = BlockingExecutor(label: "large files", isUrgent: false)

    init(judge: Judge) { self.judge = judge }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func judge(_ observation: Boxed<Observation>) -> DomainReport { judge.judge(observation.value) }
}
