import Platform
import Testing

struct BlockingExecutorTests {
    private actor Worker {
        private let executor: BlockingExecutor

        init(isUrgent: Bool) { executor = BlockingExecutor(label: "worker", isUrgent: isUrgent) }

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        /// Returns the priority of the thread; lower numbers are more urgent.
        func priority() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
    }

    /// Threads of low-priority work are not reused for other work, because their priority cannot be raised again.
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
