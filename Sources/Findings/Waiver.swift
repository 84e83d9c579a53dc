/// Somebody's decision that a finding does not count for now.
public struct Waiver: Hashable, Sendable {
    /// Why, in the words of who decided.
    public var reason: String
    /// The last day on which it holds, as `yyyy-mm-dd` in UTC; `nil` when it has no end.
    public var until: String?

    /// Creates a waiver.
    public init(reason: String, until: String? = nil) {
        self.reason = reason
        self.until = until
    }
}
