import ArgumentParser
import Audit
import Execution
import History
import Logging
import Records
import Settings

extension Console {
    /// Prints an error, unless ArgumentParser does.
    ///
    /// - Returns: The error with which ArgumentParser ends the program.
    func exit(because error: any Error) -> any Error {
        switch error {
        case let failure as RunFailure:
            if let reason = failure.reason { self.error(reason) }
            return ExitCode(failure.code.rawValue)
        case let error as ConfigurationError:
            self.error("\(error)")
            return ExitCode(RunExitCode.Code.configurationWrong.rawValue)
        case is UsageError, is ListError, is TargetError: return misuse("\(error)")
        case let error as HistoryError where error.isWrongUsage: return misuse("\(error)")
        // A reader that closes its pipe is not an error.
        case OutputError.closedPipe: return ExitCode.success
        case is OutputError, is HistoryError:
            self.error("\(error)")
            return ExitCode(RunExitCode.Code.toolFailed.rawValue)
        default: return error
        }
    }

    private func misuse(_ text: String) -> any Error {
        guard let log else { return ValidationError(text) }
        log.error("\(text)")
        // EX_USAGE, as in ArgumentParser.
        return ExitCode(64)
    }
}
