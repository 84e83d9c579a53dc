/// Observes a domain and judges what was seen.
public struct Auditor: Sendable {
    private let observer: Observer
    private let judge: Judge

    /// Creates an auditor.
    public init(observer: Observer, judge: Judge) {
        self.observer = observer
        self.judge = judge
    }

    /// Audits `target`; ends within the observer's deadline.
    public func audit(_ target: Target) async -> DomainReport { judge.judge(await observer.observe(target)) }
}
