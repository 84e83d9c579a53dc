package import Records

/// An error that ends a command before its work is done, other than wrong usage.
package struct RunFailure: Error {
    package let code: RunExitCode.Code
    /// The reason; `nil` if it has been reported already, or the user requested the end of the run.
    package var reason: String?
    /// The errors of the configuration, if they are the reason.
    package let configurationErrors: [String]

    package init(code: RunExitCode.Code, reason: String? = nil, configurationErrors: [String] = []) {
        self.code = code
        self.reason = reason
        self.configurationErrors = configurationErrors
    }
}
