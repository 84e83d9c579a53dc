/// The result of verifying something about a server's certificate.
public enum VerificationResult: Hashable, Sendable {
    /// It is right.
    case passed
    /// It is not.
    case failed
    /// The handshake did not come that far.
    case notMade

    /// Reads a result as JSON has it: a truth value, or nothing where nothing was verified.
    public init(json flag: Bool?) { self = flag.map { $0 ? .passed : .failed } ?? .notMade }

    /// The result as JSON has it.
    public var json: Bool? {
        switch self {
        case .passed: true
        case .failed: false
        case .notMade: nil
        }
    }
}
