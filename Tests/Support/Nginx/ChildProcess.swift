#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// Starts nginx with listening sockets as its descriptors 3, 4, …, and gives its number and the pipe of its error output.
func spawn(_ arguments: [String], passing listeners: [Int32]) throws -> (process: pid_t, output: Int32) {
    let pipe = try makePipe()
    defer { close(pipe.write) }
    // Above the numbers that the child gets, or one of them would be overwritten before it is handed over.
    let passed = listeners.map { fcntl($0, F_DUPFD_CLOEXEC, 64) }
    let errors = fcntl(pipe.write, F_DUPFD_CLOEXEC, 64)
    defer { for descriptor in passed + [errors] where descriptor >= 0 { close(descriptor) } }

    #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
    #else
        var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    for (index, descriptor) in passed.enumerated() {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(3 + index))
    }
    // nginx takes over listening sockets that are named so, as in its update on the fly.
    let names = passed.indices.map { "\(3 + $0);" }.joined()
    let environment = ["NGINX=\(names)", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C"]

    var process = pid_t()
    let code = withCStrings(arguments) { argumentPointers in
        withCStrings(environment) { environment in
            withSpawnLock { posix_spawn(&process, arguments[0], &actions, nil, argumentPointers, environment) }
        }
    }
    guard code == 0 else {
        close(pipe.read)
        throw SupportError("\(arguments[0]) cannot be started: \(systemError(code))")
    }
    return (process, pipe.read)
}

/// Reads a pipe until every process has closed its other end.
func readToEnd(_ descriptor: Int32, _ onBytes: ([UInt8]) -> Void) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return }
        onBytes(Array(buffer.prefix(count)))
    }
}

/// Waits until a child process has ended, says so, and only then lets the system forget its number.
func waitForEnd(of process: pid_t, _ onEnd: () -> Void) {
    var facts = siginfo_t()
    while waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    onEnd()
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
}

/// Texts as an array of C strings that ends with NULL.
private func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let pointers = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
}
