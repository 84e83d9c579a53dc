import COpenSSL
package import Transport

package import struct Foundation.Date

/// Reads signed association files: a CMS envelope (RFC 5652) with JSON inside, as required by iOS 8.
package enum SignedFile {
    /// The encoding of an envelope, determined from the beginning of a file.
    package enum Encoding: String, Hashable, Sendable, CaseIterable {
        case none
        /// A CMS envelope in DER or BER, the only encoding that Apple's systems read (WWDC 2014, session 506).
        case der
        /// An envelope in base 64 between lines with dashes (RFC 7468).
        case pem
        /// An envelope as a mail message, the default output of `openssl smime -sign`.
        case mime
        case base64
    }

    /// The maximum size of a file, in bytes, which is far above the size of files that systems accept.
    package static let maxSize = 1 << 20

    /// Reads the content, verifies the signature and identifies the signers, with bounded work.
    ///
    /// Without `anchors`, trust is not checked; without `domain`, names are not checked. Dates are checked at `date`.
    package static func open(
        _ bytes: [UInt8], anchors: CertificateStore?, domain: String?, at date: Date
    ) -> SignedFileReading {
        ERR_clear_error()
        defer { ERR_clear_error() }
        let encoding = detect(bytes)
        guard encoding == .der else { return SignedFileReading(encoding: encoding, failure: .wrongEncoding(encoding)) }
        var reading = SignedFileReading(encoding: encoding)
        do throws(SignedFileFailure) {
            let envelope = try Envelope(bytes)
            try envelope.check(decodedFrom: bytes)
            reading.trailingByteCount = envelope.trailingByteCount
            reading.payload = envelope.payload
            guard envelope.signerCount > 0 else { throw SignedFileFailure.noSigner }
            guard reading.payload != nil else { throw SignedFileFailure.detached }
            let reader = SignerReader(
                anchors: anchors, intermediates: envelope.certificateStack, domain: domain, date: date)
            reading.signers = reader.read(try envelope.signers())
            try envelope.verify()
        } catch {
            reading.failure = error
        }
        return reading
    }
}
