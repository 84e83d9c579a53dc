/// The result of verifying one property of a server's certificate.
public enum VerificationResult: Hashable, Sendable {
    /// The verification succeeded.
    case passed
    /// The verification failed.
    case failed
    /// The handshake ended before the verification.
    case notMade

    /// Reads a result from JSON: a Boolean, or null if nothing was verified.
    public init(json flag: Bool?) { self = flag.map { $0 ? .passed : .failed } ?? .notMade }

    /// The result in JSON.
    public var json: Bool? {
        switch self {
        case .passed: true
        case .failed: false
        case .notMade: nil
        }
    }
}
