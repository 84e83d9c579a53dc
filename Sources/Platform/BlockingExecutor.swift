import Dispatch

/// Runs an actor on a dispatch queue, so that the actor can wait for files and pipes or perform long computations.
package final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue
    private let isUrgent: Bool

    /// Creates an executor; if it is not urgent, it only runs when processors are otherwise idle.
    package init(label: String, isUrgent: Bool = true) {
        // These quality-of-service classes are not shared with the cooperative pool, which uses the default class.
        queue = DispatchQueue(label: label, qos: isUrgent ? .unspecified : .background)
        self.isUrgent = isUrgent
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            if !self.isUrgent { lowerThreadPriority() }
            job.runSynchronously(on: self.asUnownedSerialExecutor())
        }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

/// Runs a task on a dispatch queue, so that the task can wait for disks, databases and slow readers.
///
/// Unstructured tasks that the task starts run on the cooperative pool, as usual.
package final class BlockingTaskExecutor: TaskExecutor {
    private let queue: DispatchQueue

    package init(label: String) { queue = DispatchQueue(label: label) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
