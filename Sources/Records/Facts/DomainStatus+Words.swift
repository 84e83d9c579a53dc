package import Audit

extension DomainStatus {
    /// The level of attention that a domain needs, in a few words that can follow a number or a name.
    package var words: String {
        switch self {
        case .pass: "OK"
        case .warn: "with warnings"
        case .fail: "with errors"
        case .unreachable: "not checked"
        case .invalid: "invalid"
        case .accepted: "accepted"
        }
    }
}
