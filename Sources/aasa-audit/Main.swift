import ArgumentParser
import Audit
import Dispatch
import Execution
import History
import Platform
import Records
import Settings

import class Foundation.ProcessInfo
import struct Foundation.UUID

#if os(Linux)
    import CLinux
#endif

/// `aasa-audit DOMAIN…`, short for `aasa-audit audit DOMAIN…`.
@main
struct AASAAudit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "aasa-audit",
        abstract: "Audits how domains serve Apple's apple-app-site-association file.",
        discussion:
            "“aasa-audit DOMAIN…” is short for “aasa-audit audit DOMAIN…”; its options: “aasa-audit audit --help”",
        version: ToolVersion.listing,
        subcommands: [
            AuditCommand.self, CaseCommand.self, LintCommand.self, MatchCommand.self, ReportCommand.self,
            ExplainCommand.self, HistoryCommand.self, DiffCommand.self, BaselineCommand.self, InitCommand.self,
            ConfigCommand.self, ShardKeysCommand.self,
        ],
        defaultSubcommand: AuditCommand.self)

    static func main() async {
        #if os(Linux)
            // With an arena for each thread, memory freed in one is not available to others: a run with the hostile
            // servers of the tests took 166 MiB instead of 146.
            _ = mallopt(aasa_malloc_arenas, 2)
            // A default threshold grows with the largest freed block, so the memory for judging a large file would stay
            // in the heap: a run with a large file took 134 to 148 MiB instead of 128 to 131.
            _ = mallopt(aasa_malloc_mmap_threshold, 128 * 1024)
        #endif
        // A closed pipe, and a file larger than the user's limit, are reported as errors of the write call.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        do {
            var command = try await asyncParseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            let console = Console(log: requestedLog())
            let ending = console.exitError(reporting: error)
            let text = message(for: ending)
            // Errors that were already reported have no message; help and the version are not errors.
            guard exitCode(for: ending) != .success, !text.isEmpty, console.log != nil else { exit(withError: ending) }
            console.error(text)
            exit(withError: exitCode(for: ending))
        }
    }

    /// Returns the log for errors that end a command before it has a log; `nil` unless the user requested a log.
    private static func requestedLog() -> Log? {
        var texts: [String: [String]] = [:]
        // Each flag is followed by its value, also in “--log-format=text”.
        let words = CommandLine.arguments.flatMap { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        for (word, next) in zip(words, words.dropFirst()) {
            for entry in SettingTable.Log.entries where word == "--\(entry.flag)" { texts[entry.key] = [next] }
        }
        let sources = SettingSources(ProcessInfo.processInfo.environment)
        guard let values = try? sources.values(of: SettingTable.Log.self, commandLine: texts) else { return nil }
        return Log(values, run: UUID().uuidString.lowercased())
    }
}

extension Console {
    /// Prints an error, unless ArgumentParser does; returns the error with which ArgumentParser ends the program.
    func exitError(reporting error: any Error) -> any Error {
        switch error {
        case let failure as RunFailure:
            if let reason = failure.reason { self.error(reason) }
            return ExitCode(failure.code.rawValue)
        case let error as ConfigurationError:
            self.error("\(error)")
            return ExitCode(RunExitCode.Code.configurationWrong.rawValue)
        case is UsageError, is ListError, is TargetError, is ValidationError: return usageFailure("\(error)")
        case let error as HistoryError where error.isWrongUsage: return usageFailure("\(error)")
        // A reader that closes its pipe is not an error.
        case OutputError.closedPipe: return ExitCode.success
        case is OutputError, is HistoryError:
            self.error("\(error)")
            return ExitCode(RunExitCode.Code.toolFailed.rawValue)
        default: return error
        }
    }

    private func usageFailure(_ text: String) -> any Error {
        error(text)
        // EX_USAGE, as in ArgumentParser.
        return ExitCode(64)
    }
}

/// Handles SIGINT and SIGTERM: calls `onFirstSignal`, if any, at the first signal; any other signal deletes incomplete
/// files and ends the process.
final class SignalHandler {
    private let sources: [any DispatchSourceSignal]

    init(_ cleanup: AbortCleanup, onFirstSignal: (@Sendable () -> Void)? = nil) {
        let queue = DispatchQueue(label: "signals")
        // The count is used only on the queue.
        nonisolated(unsafe) var signalCount = 0
        sources = [SIGINT, SIGTERM].map { number in
            // The default action would end the process before the source sees the signal.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                signalCount += 1
                if signalCount == 1, let onFirstSignal {
                    onFirstSignal()
                } else {
                    cleanup.deleteFiles()
                    _exit(RunExitCode.Code.interrupted.rawValue)
                }
            }
            source.resume()
            return source
        }
    }

    deinit { for source in sources { source.cancel() } }
}
