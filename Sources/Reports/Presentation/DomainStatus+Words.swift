import Audit

/// The level of attention that a domain needs, by which domains are filtered, counted and colored.
///
/// Whether links currently open the app is a separate question, which `LinkAnswer` answers: they may open the app on a
/// domain with an error, and may not on a domain whose error was accepted.
extension DomainStatus {
    var needsAttention: Bool { self != .pass && self != .accepted }

    var label: String { label(1) }

    /// Returns the label for `count` domains.
    func label(_ count: Int) -> String {
        switch self {
        case .fail: count == 1 ? "Error" : "Errors"
        case .warn: count == 1 ? "Warning" : "Warnings"
        case .unreachable: "Not checked"
        case .invalid: "Not a domain"
        case .accepted: "Accepted"
        case .pass: "OK"
        }
    }

    /// The level of attention that a domain needs, in a few words that can follow a number or a name.
    var words: String {
        switch self {
        case .pass: "OK"
        case .warn: "with warnings"
        case .fail: "with errors"
        case .unreachable: "not checked"
        case .invalid: "invalid"
        case .accepted: "with accepted problems"
        }
    }

    /// The meaning of the status, for first-time readers.
    var meaning: String {
        switch self {
        case .fail: "to be fixed"
        case .warn: "worth a look"
        case .unreachable: "no response"
        case .invalid: "invalid entry"
        case .accepted: "known, needs no action now"
        case .pass: "nothing to fix"
        }
    }
}
