import Platform
import Testing

@testable import Audit

struct BlockingExecutorTests {
    private actor Worker {
        private let executor: BlockingExecutor

        init(isUrgent: Bool) { executor = BlockingExecutor(label: "worker", isUrgent: isUrgent) }

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        /// Lower is more urgent.
        func priority() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
    }

    /// Threads of work that is not urgent are of no use to anything else: their priority is never raised again.
    @Test
    func onlyWorkThatIsNotUrgentYieldsTheProcessors() async {
        let before = await Worker(isUrgent: true).priority()
        let lowered = await Worker(isUrgent: false).priority()
        let priorities = await withTaskGroup(of: Int32.self) { group in
            for _ in 0..<16 { group.addTask { await Worker(isUrgent: true).priority() } }
            return await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(lowered == max(10, before))
        #expect(priorities == [before])
    }
}
