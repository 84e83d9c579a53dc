import Audit

extension DomainStatus {
    /// The level of attention that a domain needs, in a few words that can follow a number or a name.
    var words: String {
        switch self {
        case .pass: "fine"
        case .warn: "with warnings"
        case .fail: "with errors"
        case .unreachable: "could not be checked"
        case .invalid: "not understood"
        case .accepted: "accepted"
        }
    }
}
