import COpenSSL
import SignedFile

import struct Foundation.Date

/// Opens anything as a signed file.
enum EnvelopeFuzzer {
    /// An owner of an empty store, which is never freed.
    private final class Nobody {}
    // Made once, before the only thread of the fuzzer uses it; read only after that.
    private nonisolated(unsafe) static let anchors = X509_STORE_new().map { TrustAnchors(store: $0, ownedBy: Nobody()) }

    static func check(_ bytes: [UInt8]) {
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        let reading = SignedFile.open(bytes, anchors: anchors, domain: "example.com", at: date)
        precondition(reading.isSignatureValid ? reading.payload != nil && !reading.signers.isEmpty : true)
        precondition(reading.signers.allSatisfy { $0.trust != .trusted }, "nothing can be trusted without anchors")
        precondition(reading.trailingBytes >= 0 && reading.trailingBytes <= bytes.count)
        precondition(ERR_peek_error() == 0, "an error was left in the queue")
    }
}
