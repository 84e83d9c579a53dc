import Foundation
import TestSupport

/// A library that gives a process a fixed time of day, so that commands take no time and their texts are reproducible.
///
/// libfaketime is not used: up to version 0.9.10, it treats libdispatch's timers, which use the monotonic clock, as
/// times of day, so that they never fire; and it changes the environment before Swift searches for the arguments
/// next to it.
struct FakeClock {
    /// Whether the clock of a process can be set: on Linux, unless a sanitizer must be the first library.
    static var isAvailable: Bool {
        #if os(Linux)
            ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil
        #else
            false
        #endif
    }

    private let library: String

    /// Builds the library in a folder with Swift's C compiler.
    init(in folder: String) async throws {
        library = folder + "/clock.so"
        let source = Repository.root.appending(path: "Tests/FakeClock/clock.c").path
        let built = try await runProgram(
            installedProgram("clang"), ["-shared", "-fPIC", "-O1", "-o", library, source],
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""])
        guard built.ending == .exited(0) else { throw SupportError("\(source): \(built.errorText)") }
    }

    /// The script that bash runs to start the program in `$STAGE`.
    static let script = #"cd "$STAGE" && exec env -u STAGE -u CLOCK LD_PRELOAD="$CLOCK" "$0" "$@""#

    /// The variables of the script.
    ///
    /// - Parameters:
    ///   - time: The time of day in UTC, as `2026-11-03 02:00:00`.
    ///   - folder: The folder in which the program runs.
    /// - Returns: The variables by name.
    func environment(at time: String, in folder: String) -> [String: String] {
        let date = PlayDates.formatter("yyyy-MM-dd HH:mm:ss").date(from: time) ?? .distantPast
        return ["STAGE": folder, "CLOCK": library, "FAKE_CLOCK": "\(Int(date.timeIntervalSince1970))"]
    }
}
