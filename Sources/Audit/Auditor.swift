/// Observes a domain and judges what was seen.
public struct Auditor: Sendable {
    private let observer: Observer
    private let judge: Judge

    /// Creates an auditor.
    public init(observer: Observer, judge: Judge) {
        self.observer = observer
        self.judge = judge
    }

    /// Audits `target`; ends within the observer's deadline, the time that it waits at `gate` apart.
    public func audit(_ target: Target, gate: any ObservationGate = OpenGate()) async -> DomainReport {
        await boxedAudit(target, gate: gate).value
    }

    /// Audits `target`, and takes little memory while it waits for its first turn at `gate`.
    package func boxedAudit(_ target: Target, gate: any ObservationGate) async -> Boxed<DomainReport> {
        Boxed(report(on: await observer.observe(boxing: target, gate: gate)))
    }

    /// Not inlined: what it needs would stand in the frame of each domain that waits.
    @inline(never)
    private func report(on observation: Boxed<Observation>) -> DomainReport {
        var report = judge.judge(observation.value)
        report.setObservation(observation)
        return report
    }
}
