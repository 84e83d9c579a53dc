import Audit
import Findings

/// The level of attention that a domain needs, by which it is filtered, counted and coloured.
///
/// Whether links open the app today is a separate question, which `LinkAnswer` answers: a domain with an error can open it, and
/// a domain whose error was accepted does not.
extension DomainStatus {
    /// The state as a label.
    var label: String { label(1) }

    /// The state as a label of `count` domains.
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

    /// The meaning of the state, for first-time readers.
    var meaning: String {
        switch self {
        case .fail: "an error to fix"
        case .warn: "worth a look"
        case .unreachable: "no response"
        case .invalid: "invalid entry"
        case .accepted: "known, accepted"
        case .pass: "nothing to fix"
        }
    }
}

extension DomainReport {
    /// The host of a name, and the port that follows it: the port of a host from right to left must not be taken for its
    /// beginning.
    static func nameParts(_ name: String) -> (host: String, port: String) {
        guard let colon = name.lastIndex(of: ":"), colon > name.startIndex,
            name[..<colon].first == "[" || !name[..<colon].contains(":"),
            (1...5).contains(name[colon...].dropFirst().count),
            name[colon...].dropFirst().allSatisfy({ $0.isASCII && $0.isNumber })
        else { return (name, "") }
        return (String(name[..<colon]), String(name[colon...]))
    }
}
