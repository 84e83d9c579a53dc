/// A decision that a finding does not count, either until a given day or without an end.
public struct Waiver: Hashable, Sendable, Codable {
    /// The reason for the decision.
    public var reason: String
    /// The last day of the waiver, as `yyyy-mm-dd` in UTC; `nil` if it has no end.
    public var until: String?
    /// The person or team that accepted the finding; `nil` if unknown.
    public var acceptedBy: String?

    /// Creates a waiver.
    public init(reason: String, until: String? = nil, acceptedBy: String? = nil) {
        self.reason = reason
        self.until = until
        self.acceptedBy = acceptedBy
    }

    /// Returns the author and the last day in words, such as `accepted by Dana until 2026-12-31`, both escaped.
    package func terms(_ escape: (String) -> String = { $0 }) -> String {
        (["accepted"] + details(escape)).joined(separator: " ")
    }

    /// Returns the author and the last day, as far as they are known, such as `by Dana` and `until 2026-12-31`.
    package func details(_ escape: (String) -> String = { $0 }) -> [String] {
        [acceptedBy.map { "by \(escape($0))" }, until.map { "until \(escape($0))" }].compactMap(\.self)
    }
}
