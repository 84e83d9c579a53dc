import ArgumentParser
import Logging
import Reports
import Settings

extension LogLevel {
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

/// The settings of the log.
struct LogSettings {
    /// The log; `nil` where the standard error is for a person.
    var logger: Logger?

    /// The log for what is tried again; `nil` where nobody wants to know.
    var retries: Logger? { logger.flatMap { $0.logLevel <= .debug ? $0 : nil } }

    init(_ options: LogOptions, environment: SettingSources, isQuiet: Bool, isVerbose: Bool) throws {
        let values = try options.values(in: environment)
        guard values.logFormat != nil || values.logLevel != nil else { return }
        let usual: LogLevel = isQuiet ? .warning : isVerbose ? .debug : .info
        logger = Logger(label: "aasa-audit") { _ in
            StandardErrorLogHandler(format: values.logFormat ?? .text, logLevel: (values.logLevel ?? usual).level)
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
