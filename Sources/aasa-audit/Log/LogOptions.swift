public import ArgumentParser
import Logging
public import Reports

extension LogFormat: ExpressibleByArgument {}

/// How much the log says.
enum LogLevel: String, CaseIterable, ExpressibleByArgument {
    case debug
    case info
    case warning
    case error

    /// The same for swift-log.
    var level: Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .warning: .warning
        case .error: .error
        }
    }
}

/// Whether what goes to the standard error is a log.
struct LogOptions: ParsableArguments {
    @Option(help: "Write a log to the standard error, for runs that nobody watches.")
    var logFormat: LogFormat?

    @Option(help: "How much the log says (default: info; -q: warning; -v: debug). Implies --log-format text.")
    var logLevel: LogLevel?
}

/// The settings of the log: flag before environment before default.
struct LogSettings {
    /// The log; `nil` where the standard error is for a person.
    var logger: Logger?

    /// The log for what is tried again; `nil` where nobody wants to know.
    var retries: Logger? { logger.flatMap { $0.logLevel <= .debug ? $0 : nil } }

    init(_ options: LogOptions, environment: inout SettingsEnvironment, isQuiet: Bool, isVerbose: Bool) throws {
        let format = try environment.choice(options.logFormat, "log-format")
        let level = try environment.choice(options.logLevel, "log-level")
        guard format != nil || level != nil else { return }
        let usual: LogLevel = isQuiet ? .warning : isVerbose ? .debug : .info
        logger = Logger(label: "aasa-audit") { _ in
            StandardErrorLogHandler(format: format ?? .text, logLevel: (level ?? usual).level)
        }
    }

    /// Runs `body`; when it throws that the usage is wrong, the log says so as it says everything else.
    func logsMisuse(_ body: () async throws -> Void) async throws {
        guard let logger else { return try await body() }
        do {
            try await body()
        } catch let error as ValidationError {
            logger.error("\(error.message)")
            // EX_USAGE, as ArgumentParser has it.
            throw ExitCode(64)
        }
    }
}
