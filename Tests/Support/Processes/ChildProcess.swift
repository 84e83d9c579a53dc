import Platform

/// The output of a child process so far, and its ending.
public struct ProcessTally: Sendable {
    /// The bytes from its standard output, unless that was redirected.
    public internal(set) var output: [UInt8] = []
    /// The bytes from its standard error.
    public internal(set) var errors: [UInt8] = []
    /// The ending of the process; `nil` while it runs.
    public internal(set) var ending: ProcessEnding?

    /// The standard output as text.
    public var outputText: String { String(decoding: output, as: UTF8.self) }
    /// The standard error as text.
    public var errorText: String { String(decoding: errors, as: UTF8.self) }
}

/// A program that was started by a test, without inheriting environment and descriptors.
///
/// Both outputs are read from the beginning, so it never blocks on writing.
public final class ChildProcess: Sendable {
    private let log = EventLog(ProcessTally())
    private let process: pid_t

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: The path of the executable.
    ///   - arguments: The arguments after the program's name.
    ///   - environment: The whole environment.
    ///   - input: A descriptor for its standard input; `nil` for the null device.
    ///   - output: A descriptor for its standard output; `nil` for ``ProcessTally/output``.
    ///   - passing: The descriptors that it receives as 3, 4, ….
    /// - Throws: A ``SupportError`` if it cannot be started.
    public init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], input: Int32? = nil,
        output: Int32? = nil, passing: [Int32] = []
    ) throws {
        let outputs = try makePipe()
        let errors: (read: Int32, write: Int32)
        do {
            errors = try makePipe()
        } catch {
            for end in [outputs.read, outputs.write] { close(end) }
            throw error
        }
        do {
            process = try withNullDevice { null in
                try spawn(
                    program, arguments, environment: environment,
                    descriptors: [input ?? null, output ?? outputs.write, errors.write] + passing)
            }
        } catch {
            for end in [outputs.read, outputs.write, errors.read, errors.write] { close(end) }
            throw error
        }
        for end in [outputs.write, errors.write] { close(end) }
        do {
            let (log, process) = (log, process)
            // The thread ends with the child, so it need not be joined.
            try JoinableThread.start {
                Self.watch(process, outputs.read, errors.read, log)
            }.detach()
        } catch {
            kill(process, SIGKILL)
            Self.watch(process, outputs.read, errors.read, log)
            throw error
        }
    }

    /// The output of the process so far, and its ending.
    public var tally: ProcessTally { log.record }

    /// Sends a signal, unless the process has ended.
    public func send(_ signal: Int32) {
        // While the record contains no ending, the process has not been reaped, so its identifier is still valid.
        log.change { [process] in if $0.ending == nil { kill(process, signal) } }
    }

    /// Waits until the condition holds; throws if the process ends first, or the task is cancelled.
    @discardableResult
    public func wait(until condition: @escaping @Sendable (ProcessTally) -> Bool) async throws -> ProcessTally {
        let tally = try await log.wait { condition($0) || $0.ending != nil }
        guard condition(tally) else {
            throw SupportError("the process has ended before what was waited for: \(tally.errorText)")
        }
        return tally
    }

    /// Waits for the end, and returns all output; cancelling the task kills the process.
    public func end() async throws -> ProcessTally {
        try await withTaskCancellationHandler {
            try await log.wait { $0.ending != nil }
        } onCancel: {
            send(SIGKILL)
        }
    }

    /// Reads both outputs to their ends, and then waits for the process.
    private static func watch(_ process: pid_t, _ output: Int32, _ errors: Int32, _ log: EventLog<ProcessTally>) {
        var open = [output, errors]
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while !open.isEmpty {
            for index in waitForAny(of: open.map { ($0, .reading) }).reversed() {
                let descriptor = open[index]
                let count = read(descriptor, &buffer, buffer.count)
                if count > 0 {
                    let piece = buffer[..<count]
                    log.change { tally in
                        if descriptor == output { tally.output += piece } else { tally.errors += piece }
                    }
                } else if count == 0 || errno != EINTR {
                    close(descriptor)
                    open.remove(at: index)
                }
            }
        }
        waitForEnd(of: process) { ending in log.change { $0.ending = ending } }
    }
}

/// Runs a program to its end.
public func runProgram(
    _ program: String, _ arguments: [String], environment: [String: String] = [:]
) async throws -> ProcessTally {
    try await ChildProcess(program, arguments, environment: environment).end()
}
