import Records

/// The reliability of a run, which decides whether the run may change the lists of a site.
enum RunReliability {
    /// A complete run that is not in doubt, which determines the lists, and marks missing domains as no longer audited.
    case reliable
    /// A run in doubt, whose problems probably have a local cause.
    case inDoubt
    /// An interrupted run.
    case interrupted
    /// A run that may have been interrupted.
    case endUnknown

    init(_ ending: RunEnding) {
        self =
            switch (ending.isComplete, ending.isCompletenessAssumed) {
            case (true, false): ending.isInDoubt ? .inDoubt : .reliable
            case (false, _): .interrupted
            case (true, true): .endUnknown
            }
    }

    /// The end of the title of the page of the run.
    var titleEnd: String {
        switch self {
        case .reliable: ""
        case .inDoubt: " (not counted)"
        case .interrupted: interruptedTitleEnd
        case .endUnknown: " (end not known)"
        }
    }

    /// The first text on the page of the run; `nil` if the page needs none, or if the overview contains the text.
    var banner: String? {
        switch self {
        case .reliable, .interrupted: nil
        case .inDoubt:
            "This run is in doubt: most failures probably have a local cause. It changes neither the pages of domains "
                + "nor the lists."
        case .endUnknown:
            "It is not known whether the run was complete: this page was written from NDJSON lines, which do not "
                + "record it."
        }
    }

    /// Returns the first text of a list that shows the run of `name`.
    func origin(_ name: String) -> String {
        switch self {
        case .reliable: "Run of \(name)."
        case .inDoubt: "The run of \(name) is in doubt: this list may be wrong."
        case .interrupted: "The run of \(name) was cut short: only the domains checked by then are listed."
        case .endUnknown: "The run of \(name) may have been cut short: only the domains in its lines are listed."
        }
    }
}
