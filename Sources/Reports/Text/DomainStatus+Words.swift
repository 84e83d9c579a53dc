import Audit

extension DomainStatus {
    /// The state of a domain in a few words, as they follow a number or a name.
    var words: String {
        switch self {
        case .pass: "fine"
        case .warn: "with warnings"
        case .fail: "broken"
        case .unreachable: "could not be checked"
        case .invalid: "not understood"
        case .accepted: "accepted"
        }
    }
}
