package import Records

extension RunEnding {
    /// The reason for an early end as the beginning of a sentence; `nil` for a complete run.
    package var interruption: String? {
        guard !isComplete else { return nil }
        return switch cause {
        case .interrupted, nil: "The run was interrupted"
        case .runDeadline: "The run was cut off by --run-deadline"
        case .listUnreadable: "The list could not be read completely"
        }
    }

    /// The reason why the run ended early, and its effect; `nil` for a complete run.
    var interruptionText: String? { interruption.map { "\($0): the remaining domains were not checked." } }

    /// The interruption and the warnings, which readers need before they trust the numbers of the run.
    var notices: [(code: String, message: String, isFailure: Bool)] {
        let interruption = interruptionText.map { text in
            (code: (cause ?? .interrupted).rawValue, message: text, isFailure: true)
        }
        return [interruption].compactMap(\.self)
            + warnings.map { (code: $0.code.rawValue, message: $0.message, isFailure: $0.isFailure) }
    }
}
