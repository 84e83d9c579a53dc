import Records

/// The role of a run for its site: only a complete run that can be trusted determines the state of all domains.
enum SiteStanding {
    /// A complete run, which determines the lists, and marks missing domains as no longer audited.
    case listed
    /// A run in doubt, whose problems probably have a local cause.
    case inDoubt
    /// An interrupted run.
    case cutShort
    /// A run that may have been interrupted.
    case endUnknown

    init(_ ending: RunEnding) {
        self =
            switch (ending.complete, ending.isCompletenessAssumed) {
            case (true, false): ending.isInDoubt ? .inDoubt : .listed
            case (false, _): .cutShort
            case (true, true): .endUnknown
            }
    }

    /// The end of the title of the page of the run.
    var titleEnd: String {
        switch self {
        case .listed: ""
        case .inDoubt: " (not counted)"
        case .cutShort: interruptedTitleEnd
        case .endUnknown: " (end not known)"
        }
    }

    /// The first text on the page of the run; `nil` if the page needs none, or if the overview contains the text.
    var banner: String? {
        switch self {
        case .listed, .cutShort: nil
        case .inDoubt:
            "This run is in doubt: the cause of most failures is probably on the side of the machine that ran it. It "
                + "does not change the pages of domains or the lists."
        case .endUnknown:
            "It is not known whether the run was complete: this page was written from NDJSON lines, which do not "
                + "record it."
        }
    }

    /// Returns the first text of a list that shows the run `name`.
    func origin(_ name: String) -> String {
        switch self {
        case .listed: "As the newest complete run found it (see Runs)."
        case .inDoubt: "The run of \(name) is in doubt: what is listed may be wrong."
        case .cutShort: "The run of \(name) was cut short: only what it had checked by then is listed."
        case .endUnknown: "The run of \(name) may have been cut short: only what its lines have is listed."
        }
    }
}
