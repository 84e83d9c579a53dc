import Foundation
import Synchronization
import Testing

/// The built program, run as a user runs it.
struct Command {
    /// What a run left behind.
    struct Result: Sendable {
        var output: String
        var errors: String
        var status: Int32
        var reason: Process.TerminationReason
    }

    /// A run that goes on.
    struct Running: Sendable {
        fileprivate let identifier: Int32
        fileprivate let output: Collected
        fileprivate let errors: Collected
        fileprivate let end: Task<(status: Int32, reason: Process.TerminationReason), Never>

        /// Sends a signal.
        func send(_ signal: Int32) { kill(identifier, signal) }

        /// Waits until the standard error contains `text`, or has ended.
        func errors(contain text: String) async throws {
            for await all in errors.growth where all.contains(text) { return }
            Issue.record("the standard error ended without “\(text)”: \(errors.text)")
        }

        /// Waits for the end.
        func result() async throws -> Result {
            for await _ in output.growth {}
            for await _ in errors.growth {}
            let (status, reason) = await end.value
            return Result(output: output.text, errors: errors.text, status: status, reason: reason)
        }
    }

    /// What has come out of a pipe so far.
    fileprivate final class Collected: Sendable {
        private let data = Mutex(Data())
        /// Everything that has come, each time that it has become more; ends with the pipe.
        let growth: AsyncStream<String>

        /// Reads `handle` to its end, on a thread that may block; `nil` stands for a pipe that somebody else reads.
        init(_ handle: FileHandle?) {
            let (growth, more) = AsyncStream<String>.makeStream()
            self.growth = growth
            guard let handle else {
                more.finish()
                return
            }
            // A thread of its own: the pools have few, and grow slowly when theirs are waiting.
            Thread.detachNewThread { [self] in
                var buffer = [UInt8](repeating: 0, count: 1 << 16)
                while true {
                    // Not `availableData`, which ends the process when a signal interrupts it.
                    let count = read(handle.fileDescriptor, &buffer, buffer.count)
                    if count < 0 && errno == EINTR { continue }
                    guard count > 0 else { break }
                    let all = data.withLock { data in
                        data += buffer[..<count]
                        return data
                    }
                    more.yield(String(decoding: all, as: UTF8.self))
                }
                more.finish()
            }
        }

        var text: String { data.withLock { String(decoding: $0, as: UTF8.self) } }
    }

    /// The program beside the tests' own bundle.
    static func executable() throws -> URL {
        let bundles = Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }.map { $0.bundleURL }
        let folders =
            bundles.map { $0.deletingLastPathComponent() } + [
                Bundle.main.bundleURL,
                URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent(),
            ]
        let candidates = folders.map { $0.appending(path: "aasa-audit") }
        return try #require(
            candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) },
            "the built program is not beside the tests: \(candidates.map(\.path))")
    }

    /// Starts the program with an environment of its own: nothing of the surroundings, no terminal, no input.
    static func start(
        _ arguments: [String], environment: [String: String] = [:], input: FileHandle? = nil,
        output: FileHandle? = nil
    ) throws -> Running {
        let process = Process()
        process.executableURL = try executable()
        process.arguments = arguments
        var variables = ["PATH": "/usr/bin:/bin", "COLUMNS": "80", "LANG": "C.UTF-8"]
        // A sanitizer's settings, and where the libraries of Swift are, belong to the machine and not to the test.
        for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "SWIFT_BACKTRACE", "LD_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH"] {
            variables[name] = ProcessInfo.processInfo.environment[name]
        }
        process.environment = variables.merging(environment) { $1 }
        process.standardInput = input ?? FileHandle.nullDevice
        let (errorPipe, outputPipe) = (Pipe(), Pipe())
        process.standardError = errorPipe
        process.standardOutput = output ?? outputPipe
        let (ended, end) = AsyncStream<(status: Int32, reason: Process.TerminationReason)>.makeStream()
        process.terminationHandler = { process in
            end.yield((process.terminationStatus, process.terminationReason))
            end.finish()
        }
        try process.run()
        // Both are read from the beginning: a process that fills one pipe would wait for ever.
        return Running(
            identifier: process.processIdentifier,
            output: Collected(output == nil ? outputPipe.fileHandleForReading : nil),
            errors: Collected(errorPipe.fileHandleForReading),
            end: Task {
                for await result in ended { return result }
                return (-1, .uncaughtSignal)
            })
    }

    /// Runs the program to its end.
    static func run(
        _ arguments: String..., environment: [String: String] = [:], output: FileHandle? = nil
    ) async throws -> Result {
        try await start(arguments, environment: environment, output: output).result()
    }

    /// Runs the program to its end.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], input: FileHandle? = nil
    ) async throws -> Result {
        try await start(arguments, environment: environment, input: input).result()
    }
}
