import Platform

/// Starts a program with only the given descriptors, as 0, 1, 2, …, and returns its process identifier.
///
/// `Process` is not used: up to Swift 6.3, its `run()` reads past the end of a directory entry on Linux, and
/// occasionally crashes in a process with many open descriptors, such as one that runs these servers
/// (swift-corelibs-foundation, pull request 5472).
func spawn(
    _ program: String, _ arguments: [String], environment: [String: String], descriptors: [Int32]
) throws -> pid_t {
    // Duplicated above the child's descriptors, so that none is overwritten before it is passed.
    let sources = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 64) }
    defer { for source in sources where source >= 0 { close(source) } }
    guard sources.allSatisfy({ $0 >= 0 }) else { throw SupportError("no descriptor for \(program): \(systemError())") }

    #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        var flags = Int32(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT)
    #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        var flags = Int32(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK)
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, source) in sources.enumerated() {
        posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
    }
    #if !canImport(Darwin)
        _ = closeFrom?(&actions, Int32(sources.count))
    #endif

    // Threads of a pool block signals, which a child would inherit.
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    flags |= Int32(POSIX_SPAWN_SETPGROUP)
    posix_spawnattr_setflags(&attributes, Int16(truncatingIfNeeded: flags))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)

    var process = pid_t()
    let variables = environment.map { "\($0)=\($1)" }
    let code = withCStrings([program] + arguments) { arguments in
        withCStrings(variables) { posix_spawn(&process, program, &actions, &attributes, arguments, $0) }
    }
    guard code == 0 else { throw SupportError("\(program) cannot be started: \(systemError(code))") }
    return process
}

#if !canImport(Darwin)
    /// `posix_spawn_file_actions_addclosefrom_np`, which Swift does not import: closes descriptors that the child
    /// would otherwise inherit, such as the pipes of another test, which would then not end.
    ///
    /// `nil` before glibc 2.34; only descriptors without `FD_CLOEXEC` are then inherited, and all descriptors here
    /// have it.
    private let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
        // Its C declaration: int (posix_spawn_file_actions_t *, int).
        unsafeBitCast($0, to: CloseFrom.self)
    }

    private typealias CloseFrom =
        @convention(c) @Sendable (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
#endif

/// The way in which a process ended.
public enum ProcessEnding: Hashable, Sendable {
    /// The process ended with this exit code.
    case exited(Int32)
    /// The process ended by this signal.
    case signalled(Int32)
}

/// Waits until a child process has ended, and calls `onEnd` before the system can reuse its identifier.
func waitForEnd(of process: pid_t, _ onEnd: (ProcessEnding) -> Void) {
    var facts = siginfo_t()
    while waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    #if canImport(Darwin)
        let status = facts.si_status
    #else
        let status = facts._sifields._sigchld.si_status
    #endif
    onEnd(facts.si_code == CLD_EXITED ? .exited(status) : .signalled(status))
    var ignored: Int32 = 0
    while waitpid(process, &ignored, 0) < 0 && errno == EINTR {}
}

/// Runs `body` with a descriptor of the null device.
func withNullDevice<Result>(_ body: (Int32) throws -> Result) throws -> Result {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard null >= 0 else { throw SupportError("/dev/null: \(systemError())") }
    defer { close(null) }
    return try body(null)
}

/// Runs `body` with texts as a NULL-terminated array of C strings.
private func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let pointers = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
}
