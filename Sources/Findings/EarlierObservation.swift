public import struct Foundation.Date

/// The observation of the last run before a finding appeared.
public struct EarlierObservation: Hashable, Sendable {
    /// The start of that run; `nil` if no earlier run checked the domain.
    public var runAt: Date?
    /// The observation, as a complete sentence that names the run.
    public var text: String

    /// Creates the observation of an earlier run.
    public init(runAt: Date?, text: String) {
        self.runAt = runAt
        self.text = text
    }
}
