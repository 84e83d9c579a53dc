import Dispatch
import Foundation
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
    final class Running: @unchecked Sendable {  // Process is shared with its own threads only; see the comments below.
        fileprivate let process: Process
        fileprivate let output: Task<Data, any Error>
        fileprivate let errors: Task<Data, any Error>
        /// Yields when the process has ended.
        fileprivate let ended: AsyncStream<Void>

        fileprivate init(
            process: Process, output: Task<Data, any Error>, errors: Task<Data, any Error>, ended: AsyncStream<Void>
        ) {
            self.process = process
            self.output = output
            self.errors = errors
            self.ended = ended
        }

        /// Sends a signal.
        func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

        /// Waits for the end.
        func result() async throws -> Result {
            let (output, errors) = (try await output.value, try await errors.value)
            for await _ in ended {}
            return Result(
                output: String(decoding: output, as: UTF8.self), errors: String(decoding: errors, as: UTF8.self),
                status: process.terminationStatus, reason: process.terminationReason)
        }
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
        _ arguments: [String], environment: [String: String] = [:], output: FileHandle? = nil
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
        process.standardInput = FileHandle.nullDevice
        let (errorPipe, outputPipe) = (Pipe(), Pipe())
        process.standardError = errorPipe
        process.standardOutput = output ?? outputPipe
        let (ended, end) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in end.finish() }
        try process.run()
        // Both are read from the beginning: a process that fills one pipe would wait for ever.
        let errors = Self.read(errorPipe.fileHandleForReading)
        if output == nil {
            return Running(
                process: process, output: Self.read(outputPipe.fileHandleForReading), errors: errors, ended: ended)
        }
        return Running(process: process, output: Task { Data() }, errors: errors, ended: ended)
    }

    /// Runs the program to its end.
    static func run(
        _ arguments: String..., environment: [String: String] = [:], output: FileHandle? = nil
    ) async throws -> Result {
        try await start(arguments, environment: environment, output: output).result()
    }

    /// Runs the program to its end.
    static func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> Result {
        try await start(arguments, environment: environment).result()
    }

    /// Reads to the end on a thread that may block.
    private static func read(_ handle: FileHandle) -> Task<Data, any Error> {
        Task {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(with: Swift.Result { try handle.readToEnd() ?? Data() })
                }
            }
        }
    }
}
