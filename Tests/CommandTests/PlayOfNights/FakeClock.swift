import Foundation
import TestSupport

/// The library that gives a child process another time of day, and leaves its monotonic clock alone.
///
/// The clock stands still: whatever a command does takes no time, so its texts are the same each time.
struct FakeClock {
    /// Whether processes can have a clock of their own here: on Linux, unless a sanitizer has to be the first library.
    static var isAvailable: Bool {
        #if os(Linux)
            ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil
        #else
            false
        #endif
    }

    /// What bash runs to start the program in `$STAGE` at the time that is `$CLOCK`.
    ///
    /// The second bash is there because the library adds a variable to the environment of the first process that loads it, which
    /// then lies elsewhere in memory, and Swift looks for the arguments beside it.
    static let script = """
        cd "$STAGE" && exec env -u STAGE -u CLOCK -u LIBRARY LD_PRELOAD="$LIBRARY" FAKETIME="$CLOCK" TZ=UTC \\
            FAKETIME_DONT_FAKE_MONOTONIC=1 NO_FAKE_STAT=1 bash -c 'exec "$0" "$@"' "$0" "$@"
        """

    private let library: String

    /// Finds the library, installed or as `Scripts/test` unpacks it.
    init() throws {
        let folders = ["/usr/lib", Repository.root.appending(path: ".build/servers/usr/lib").path]
        let candidates = folders.flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().map {
                "\(folder)/\($0)/faketime/libfaketime.so.1"
            }
        }
        guard let found = candidates.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
            throw SupportError("there is no libfaketime.so.1 below \(folders); Scripts/test gets it")
        }
        library = found
    }

    /// The variables of the script.
    ///
    /// - Parameters:
    ///   - time: The time of day in UTC, as `2026-11-03 02:00:00`.
    ///   - folder: Where the program runs.
    func environment(at time: String, in folder: String) -> [String: String] {
        ["STAGE": folder, "CLOCK": time, "LIBRARY": library]
    }

    /// Removes what the library leaves in shared memory of a process that has ended.
    static func removeTraces(of process: Int32) {
        for name in ["faketime_shm_", "sem.faketime_sem_"] {
            try? FileManager.default.removeItem(atPath: "/dev/shm/\(name)\(process)")
        }
    }
}
