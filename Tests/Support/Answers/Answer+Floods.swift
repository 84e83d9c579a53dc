/// Endless bytes that are part of neither header nor body.
///
/// | answer | what is sent |
/// | --- | --- |
/// | `endlessKeyUpdates` | messages of TLS 1.3 instead of a response |
/// | `endlessFrames(kind)` | frames of HTTP/2: for a site with `HandshakeFault.claimsHTTP2` |
extension Answer {
    /// Endless messages of TLS 1.3.
    public static let endlessKeyUpdates = script("endless key updates") { connection, _ in
        guard let tls = connection.tls else { return }
        while true { try tls.sendKeyUpdates() }
    }

    /// A flood of frames of one kind.
    public enum FrameFlood: Hashable, Sendable, CaseIterable {
        case settings, ping, priority, windowUpdate, reset, continuation, emptyData, unknown, informational

        /// The frames before the flood, and the one that is repeated.
        fileprivate var frames: (first: [UInt8], repeated: [UInt8]) {
            // `:status: 200` and `:status: 103` (RFC 7541).
            let ok: [UInt8] = [0x88]
            let earlyHints: [UInt8] = [0x48, 0x03] + Array("103".utf8)
            return switch self {
            case .settings: ([], Self.frame(4))
            case .ping: ([], Self.frame(6, payload: [UInt8](repeating: 7, count: 8)))
            case .priority: ([], Self.frame(2, stream: 1, payload: [0, 0, 0, 0, 16]))
            case .windowUpdate: ([], Self.frame(8, payload: [0, 0, 0, 1]))
            case .reset: ([], Self.frame(3, stream: 1, payload: [0, 0, 0, 8]))
            case .continuation: (Self.frame(1, stream: 1, payload: ok), Self.frame(9, stream: 1))
            case .emptyData: (Self.frame(1, flags: 4, stream: 1, payload: ok), Self.frame(0, stream: 1))
            case .unknown: ([], Self.frame(0x42))
            case .informational: ([], Self.frame(1, flags: 4, stream: 1, payload: earlyHints))
            }
        }

        private static func frame(_ type: UInt8, flags: UInt8 = 0, stream: UInt8 = 0, payload: [UInt8] = []) -> [UInt8]
        {
            [0, 0, UInt8(payload.count), type, flags, 0, 0, 0, stream] + payload
        }
    }

    /// Endless HTTP/2 frames.
    public static func endlessFrames(_ kind: FrameFlood) -> Answer {
        let settings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]
        let (first, repeated) = kind.frames
        return Answer("endless frames: \(kind)", [.bytes(settings + first), .repeated(repeated, times: nil)])
    }
}
