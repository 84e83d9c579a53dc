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
        let observation = await observer.observe(target, gate: gate)
        var report = judge.judge(observation)
        report.observation = observation
        return report
    }
}
