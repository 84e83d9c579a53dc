import AppSiteAssociation
package import Audit

/// The exit code of `match`, determined URL by URL.
package struct LinkOutcomes: Hashable, Sendable {
    private var hasMiss = false
    private var hasInvalid = false
    private var isIncomplete = false

    /// Creates an outcome without URLs.
    package init() {}

    /// Adds one URL.
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

    /// 2 if a URL does not match, else 65 if a URL is invalid, else 4 if a file was unavailable or an outcome is
    /// undecided, else 0.
    package var code: RunExitCode.Code {
        if hasMiss { return .findings }
        if hasInvalid { return .invalidTargets }
        return isIncomplete ? .unreachable : .success
    }
}
