import Audit
import Findings

/// How much attention a domain needs: what it is filtered, counted and coloured by.
///
/// Whether links open the app today is another question, which ``LinkAnswer`` answers: a domain with an error can open
/// it, and one whose error somebody accepted does not.
extension DomainStatus {
    /// The state as a label.
    var label: String { label(1) }

    /// The state as a label of `count` domains.
    func label(_ count: Int) -> String {
        switch self {
        case .fail: "Broken"
        case .warn: count == 1 ? "Warning" : "Warnings"
        case .unreachable: "Not checked"
        case .invalid: "Not a domain"
        case .accepted: "Accepted"
        case .pass: "Working"
        }
    }

    /// What the state means, for those who see it for the first time.
    var meaning: String {
        switch self {
        case .fail: "at least one error to mend"
        case .warn: "no error, but something is fragile or likely a mistake"
        case .unreachable: "no answer to judge; it may be well"
        case .invalid: "the entry cannot be understood as a domain"
        case .accepted: "what is wrong is known and was accepted"
        case .pass: "neither errors nor warnings"
        }
    }
}

/// Whether links open the app on one generation of systems.
enum LinkAnswer: String {
    case yes
    case no
    case unknown

    /// What a verdict says; unknown without one.
    init(_ verdict: Verdict?) {
        self =
            switch verdict?.outcome {
            case .works: .yes
            case .doesNotWork: .no
            case .unknown, nil: .unknown
            }
    }

    /// The answer as a word.
    var word: String { self == .unknown ? "not known" : rawValue }
}

extension DomainReport {
    /// What a system does with links.
    func answer(on system: AppleSystem) -> LinkAnswer { LinkAnswer(verdicts.first { $0.system == system }) }

    /// The host for people, and what follows it where the port is not 443.
    var nameParts: (host: String, port: String) {
        guard let domain, domain.port != 443, name.hasSuffix(":\(domain.port)") else { return (name, "") }
        let suffix = ":\(domain.port)"
        return (String(name.dropLast(suffix.count)), suffix)
    }
}

extension Waiver {
    /// The decision in one line.
    var sentence: String { "Accepted\(until.map { " until \($0)" } ?? ""): \(reason)" }
}
