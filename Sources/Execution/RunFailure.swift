package import Runs

/// Why a command ends before its work is done, though nothing is wrong with its usage.
package struct RunFailure: Error {
    /// What the program ends with.
    package let code: RunExitCode.Code
    /// What has to be said about it; `nil` where everything was said, or somebody asked for it.
    package let reason: String?

    /// Creates a failure.
    package init(_ code: RunExitCode.Code, _ reason: String? = nil) {
        self.code = code
        self.reason = reason
    }
}
