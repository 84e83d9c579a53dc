public import struct Foundation.Date

/// A run over several targets: a bounded number at once, each result delivered by one caller as it ends.
public struct AuditRun: Sendable {
    /// How many domains are audited at once; at least 1.
    public let maxConcurrency: Int

    /// Creates a run.
    public init(maxConcurrency: Int) {
        self.maxConcurrency = max(1, maxConcurrency)
    }

    /// Audits the entries of `list` and hands each report to `deliver` with its place in the list, in the order in
    /// which they end.
    ///
    /// Reports are delivered one at a time, and the next audit starts only after the delivery: a slow consumer slows
    /// the run. When the task is cancelled, what is in flight is cut off and not delivered. An error that `deliver`
    /// throws ends the run.
    ///
    /// - Parameters:
    ///   - list: What to audit.
    ///   - now: The clock, for the rows of targets that could not be understood.
    ///   - audit: Audits one domain.
    ///   - deliver: Takes a report and its index in `list.entries`.
    /// - Returns: Whether every entry was delivered.
    /// - Throws: What `deliver` throws.
    public func run(
        _ list: TargetList, now: () -> Date, audit: @escaping @Sendable (Target) async -> DomainReport,
        deliver: (Int, DomainReport) async throws -> Void
    ) async throws -> Bool {
        try await withThrowingTaskGroup(of: (index: Int, report: DomainReport?).self) { group in
            var delivered = 0
            var inFlight = 0

            func deliverNext() async throws {
                guard let (index, report) = try await group.next() else { return }
                inFlight -= 1
                guard var report else { return }
                report.alsoGivenAs = list.entries[index].alsoGivenAs
                try await deliver(index, report)
                delivered += 1
            }

            for (index, entry) in list.entries.enumerated() {
                if Task.isCancelled { break }
                switch entry.result {
                case .failure(let error):
                    try await deliver(index, .invalid(entry, because: error, at: now()))
                    delivered += 1
                case .success(let target):
                    if inFlight == maxConcurrency { try await deliverNext() }
                    inFlight += 1
                    group.addTask {
                        let report = await audit(target)
                        return (index, Task.isCancelled ? nil : report)
                    }
                }
            }
            while inFlight > 0 { try await deliverNext() }
            return delivered == list.entries.count
        }
    }
}

extension DomainReport {
    /// The row of a target that could not be understood.
    static func invalid(_ entry: TargetList.Entry, because error: TargetError, at date: Date) -> DomainReport {
        DomainReport(
            input: entry.input, alsoGivenAs: entry.alsoGivenAs, domain: nil, displayDomain: entry.input,
            notes: [error.description], status: .invalid, startedAt: date, attempts: 0)
    }
}
