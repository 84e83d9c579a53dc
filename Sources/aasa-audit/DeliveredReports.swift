import Audit
import Synchronization

/// Brings reports from the tasks of a crawl to the one task that writes them.
///
/// It holds one report at a time: whoever delivers waits until it was taken, so a slow disk or reader slows the crawl.
final class DeliveredReports: Sendable {
    private struct State {
        var report: (place: Int, report: DomainReport)?
        var deliverer: CheckedContinuation<Void, Never>?
        var reader: CheckedContinuation<(Int, DomainReport)?, Never>?
        var isFinished = false
    }

    private let state = Mutex(State())

    /// Hands over a report; the crawl delivers one at a time.
    func deliver(_ place: Int, _ report: DomainReport) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let reader = state.withLock { state in
                guard let reader = state.reader else {
                    state.report = (place, report)
                    state.deliverer = continuation
                    return nil as CheckedContinuation<(Int, DomainReport)?, Never>?
                }
                state.reader = nil
                return reader
            }
            guard let reader else { return }
            reader.resume(returning: (place, report))
            continuation.resume()
        }
    }

    /// Says that nothing more will come.
    func finish() {
        let reader = state.withLock { state in
            state.isFinished = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    /// The next report; `nil` when the crawl has ended.
    func next() async -> (Int, DomainReport)? {
        await withCheckedContinuation { (continuation: CheckedContinuation<(Int, DomainReport)?, Never>) in
            let (waiting, deliverer, isFinished) = state.withLock { state in
                let taken = (state.report, state.deliverer, state.isFinished)
                (state.report, state.deliverer) = (nil, nil)
                if taken.0 == nil, !state.isFinished { state.reader = continuation }
                return taken
            }
            if let waiting {
                continuation.resume(returning: (waiting.place, waiting.report))
                deliverer?.resume()
            } else if isFinished {
                continuation.resume(returning: nil)
            }
        }
    }
}
