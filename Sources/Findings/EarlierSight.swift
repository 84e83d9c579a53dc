public import struct Foundation.Date

/// What the last run before a finding saw in its place.
public struct EarlierSight: Hashable, Sendable {
    /// When that run began; `nil` where no earlier run looked at the domain.
    public var runAt: Date?
    /// What it saw, in a whole sentence that names the run.
    public var text: String

    /// Creates what an earlier run saw.
    public init(runAt: Date?, text: String) {
        self.runAt = runAt
        self.text = text
    }
}
