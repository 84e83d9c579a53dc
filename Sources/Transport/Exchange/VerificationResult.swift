/// What it came to when something about a server's certificate was verified.
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

extension KeyedEncodingContainer {
    /// Writes a member that is left out where nothing was verified.
    mutating func encode(_ result: VerificationResult, forKey key: Key) throws {
        try encodeIfPresent(result.json, forKey: key)
    }
}

extension KeyedDecodingContainer {
    /// Reads a member that is left out where nothing was verified.
    func decode(_: VerificationResult.Type, forKey key: Key) throws -> VerificationResult {
        VerificationResult(json: try decodeIfPresent(Bool.self, forKey: key))
    }
}

// What an object does with it is above; by itself it is a truth value or null.
extension VerificationResult: Codable {
    /// Reads a result.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        self.init(json: value.decodeNil() ? nil : try value.decode(Bool.self))
    }

    /// Writes the result.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        if let json { try value.encode(json) } else { try value.encodeNil() }
    }
}
