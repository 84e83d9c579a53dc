import COpenSSL
import SignedFile
import Transport

import struct Foundation.Date

/// Opens any bytes as a signed file.
enum EnvelopeFuzzer {
    /// The system's authorities, which have not signed any input.
    private static let anchors = try? CertificateStore(file: nil, environment: [:], defaultFile: nil)

    static func check(_ bytes: [UInt8]) {
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        let reading = SignedFile.open(bytes, anchors: anchors, domain: "example.com", at: date)
        precondition(reading.isSignatureValid ? reading.payload != nil && !reading.signers.isEmpty : true)
        precondition(reading.signers.allSatisfy { $0.trust != .trusted }, "no system authority signs any input")
        precondition(reading.trailingByteCount >= 0 && reading.trailingByteCount <= bytes.count)
        precondition(ERR_peek_error() == 0, "an error was left in the queue")
    }
}
