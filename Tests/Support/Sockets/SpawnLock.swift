import Synchronization

/// Held while a descriptor exists that a child process would inherit, and while a child process is started.
///
/// A child that got hold of another test's connection would keep it open. (`accept4` and `pipe2`, which need no such lock, are
/// neither in Darwin nor in what Swift sees of Glibc.)
private let spawnLock = Mutex(())

/// Runs `body` while no child process is started here, or starts one while no inheritable descriptor exists.
func withSpawnLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    try spawnLock.withLock { _ throws(Failure) in try body() }
}
