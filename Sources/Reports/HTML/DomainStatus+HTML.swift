import Audit
import Findings

/// How much attention a domain needs: what it is filtered, counted and coloured by.
///
/// Whether links open the app today is another question, which `LinkAnswer` answers: a domain with an error can open
/// it, and one whose error somebody accepted does not.
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
        case .pass: "Fine"
        }
    }

    /// What the state means, for those who see it for the first time.
    var meaning: String {
        switch self {
        case .fail: "an error to fix"
        case .warn: "worth a look"
        case .unreachable: "gave no answer"
        case .invalid: "names no domain"
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
