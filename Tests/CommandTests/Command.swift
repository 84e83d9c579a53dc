import Foundation
import TestSupport
import Testing

/// The built program, run as a user runs it.
struct Command {
    /// The way in which a run ended.
    enum Reason: Sendable {
        case exit
        case uncaughtSignal
    }

    /// The result of a run.
    struct Result: Sendable {
        var output: String
        var errors: String
        /// The exit code, or the signal's number.
        var status: Int32
        var reason: Reason
    }

    /// A process that is still running.
    struct Running: Sendable {
        fileprivate let process: ChildProcess

        /// Whether the process has ended.
        var hasEnded: Bool { process.tally.ending != nil }

        /// Sends a signal.
        func send(_ signal: Int32) { process.send(signal) }

        /// Waits until the standard error contains `text`.
        func errors(contain text: String) async throws {
            try await process.wait { $0.errorText.contains(text) }
        }

        /// Waits until the standard output contains `text`.
        func output(contains text: String) async throws {
            try await process.wait { $0.outputText.contains(text) }
        }

        /// Waits for the end; does not end the process if the task is cancelled.
        func ended() async throws {
            try await process.wait { $0.ending != nil }
        }

        /// Waits for the end.
        func result() async throws -> Result {
            let tally = try await process.end()
            let (status, reason): (Int32, Reason) =
                switch try #require(tally.ending) {
                case .exited(let code): (code, .exit)
                case .signalled(let signal): (signal, .uncaughtSignal)
                }
            return Result(output: tally.outputText, errors: tally.errorText, status: status, reason: reason)
        }
    }

    /// Returns the program in the folder of the tests' bundle.
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

    /// Starts the program with only the given environment, without a terminal or input.
    ///
    /// A `script` is run by bash, and must start the program, which is `$0`, with the arguments `"$@"`.
    static func start(
        _ arguments: [String], environment: [String: String] = [:], input: FileHandle? = nil,
        output: FileHandle? = nil, script: String? = nil
    ) throws -> Running {
        var variables = ["PATH": "/usr/bin:/bin", "COLUMNS": "80", "LANG": "C.UTF-8"]
        // The settings of sanitizers and the paths of Swift's libraries are properties of the machine, not of the test.
        for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "SWIFT_BACKTRACE", "LD_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH"] {
            variables[name] = ProcessInfo.processInfo.environment[name]
        }
        let program = try executable().path
        return Running(
            process: try ChildProcess(
                script == nil ? program : "/bin/bash", script.map { ["-c", $0, program] + arguments } ?? arguments,
                environment: variables.merging(environment) { $1 }, input: input?.fileDescriptor,
                output: output?.fileDescriptor))
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
