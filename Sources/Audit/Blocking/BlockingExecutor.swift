import Dispatch
import Platform

/// Runs an actor on a dispatch queue, so that it may wait for files and pipes or work for long.
final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue
    private let isUrgent: Bool

    /// Creates an executor; what is not urgent gets the processors when others do not want them.
    init(label: String, isUrgent: Bool = true) {
        // The threads of this class are shared with nobody: the cooperative pool has those of the default class.
        queue = DispatchQueue(label: label, qos: isUrgent ? .unspecified : .background)
        self.isUrgent = isUrgent
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            if !self.isUrgent { yieldProcessorsToOtherThreads() }
            job.runSynchronously(on: self.asUnownedSerialExecutor())
        }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}

/// Runs a task on a dispatch queue, so that it may wait for disks, databases and slow readers.
///
/// Unstructured tasks that it starts run on the cooperative pool, as always.
package final class BlockingTaskExecutor: TaskExecutor {
    private let queue: DispatchQueue

    /// Creates an executor; `label` names its queue to a debugger.
    package init(label: String) { queue = DispatchQueue(label: label) }

    /// Runs a part of the task.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
