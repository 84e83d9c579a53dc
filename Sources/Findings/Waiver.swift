/// A decision that a finding temporarily does not count.
public struct Waiver: Hashable, Sendable {
    /// The reason, as given by the decision-maker.
    public var reason: String
    /// The last day of the waiver, as `yyyy-mm-dd` in UTC; `nil` if it has no end.
    public var until: String?

    /// Creates a waiver.
    public init(reason: String, until: String? = nil) {
        self.reason = reason
        self.until = until
    }
}
