import AppSiteAssociation
package import Audit

/// The exit code of `match`, gathered URL by URL.
package struct LinkOutcomes: Hashable, Sendable {
    private var hasMiss = false
    private var hasInvalid = false
    private var isIncomplete = false

    /// Creates the outcome before the first URL.
    package init() {}

    /// Counts one URL.
    package mutating func add(_ result: LinkResult) {
        switch result.answer {
        case .compared(let match, trace: _):
            switch match.outcome {
            case .match: break
            case .exclude, .noMatch: hasMiss = true
            case .undecided: isIncomplete = true
            }
        case .noFile: isIncomplete = true
        case .notUnderstood: hasInvalid = true
        }
    }

    /// 2 where a URL does not match, else 65 where one is no URL, else 4 where a file could not be had or an outcome was not decided, else 0.
    package var code: RunExitCode.Code {
        if hasMiss { return .findings }
        if hasInvalid { return .invalidTargets }
        return isIncomplete ? .unreachable : .success
    }
}
