import ArgumentParser
import Execution
import Platform

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
            "“aasa-audit DOMAIN…” is short for “aasa-audit audit DOMAIN…”; its options: aasa-audit audit --help",
        version: ToolVersion.listing,
        subcommands: [
            AuditCommand.self, CaseCommand.self, LintCommand.self, MatchCommand.self, ReportCommand.self,
            ExplainCommand.self, HistoryCommand.self, DiffCommand.self, BaselineCommand.self, InitCommand.self,
            ConfigCommand.self,
        ],
        defaultSubcommand: AuditCommand.self)

    static func main() async {
        #if os(Linux)
            // Otherwise each thread has its own arena, and memory freed in one is not available to others: a run with
            // the hostile servers took 166 MiB instead of 146.
            _ = mallopt(aasa_malloc_arenas, 2)
            // Otherwise the threshold grows with the largest freed block, and the memory for judging a large file
            // stays in the heap: such a run took 134 to 148 MiB instead of 128 to 131.
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
            let console = Console(log: LogRequest.log())
            let ending = console.exit(because: error)
            let text = message(for: ending)
            // Errors that were already reported have no message; help and the version are not errors.
            guard exitCode(for: ending) != .success, !text.isEmpty, console.log != nil else {
                exit(withError: ending)
            }
            console.error(text)
            exit(withError: exitCode(for: ending))
        }
    }
}
