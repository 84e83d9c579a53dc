import Dispatch

/// Runs an actor on a dispatch queue, so that it may wait for files and pipes.
final class BlockingExecutor: SerialExecutor {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
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
