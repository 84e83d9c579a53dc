package import struct Foundation.Date

/// Reads signed association files: a CMS envelope (RFC 5652) with the JSON inside, as iOS 8 demanded it.
package enum SignedFile {
    /// The encoding of an envelope, determined from the beginning of a file.
    package enum Encoding: String, Hashable, Sendable, CaseIterable {
        /// Not like a CMS envelope.
        case none
        /// A CMS envelope in DER or BER, the only encoding that Apple's systems read (WWDC 2014, session 506).
        case der
        /// The same as text, between lines with dashes (RFC 7468).
        case pem
        /// The same as a mail message, which is what `openssl smime -sign` writes when nothing else is asked for.
        case mime
        /// The same as plain base 64.
        case base64
    }

    /// The largest file that is opened, in bytes: far above what any system accepts as a file.
    package static let sizeLimit = 1 << 20

    /// Detects the encoding from how `bytes` begin, whether or not the rest can be read.
    package static func detect(_ bytes: some Collection<UInt8>) -> Encoding {
        // Nearly every file begins with a brace: that is seen without a copy.
        guard EnvelopeStart.isPossible(bytes.prefix(1024)) else { return .none }
        let start = Array(bytes.prefix(1024))
        if EnvelopeStart.isEnvelope(start) { return .der }
        guard let text = EnvelopeStart.text(start) else { return .none }
        return EnvelopeStart.encoding(of: text)
    }

    /// Opens an envelope: the content, whether the signature fits it, and who signed it.
    ///
    /// A pure function of its arguments. Whatever the bytes are, it ends in a value: sizes and numbers of parts are
    /// bounded, and so is the work.
    /// - Parameters:
    ///   - bytes: the file.
    ///   - anchors: the trusted roots; without them, nothing is said about trust.
    ///   - domain: the host name that the signers' certificates are held to; without one, nothing is said about names.
    ///   - date: the moment for which the certificates must be valid.
    /// - Returns: what was found out, as far as that was possible.
    package static func open(
        _ bytes: [UInt8], anchors: TrustAnchors?, domain: String?, at date: Date
    ) -> SignedFileReading {
        OpenSSLWords.clear()
        defer { OpenSSLWords.clear() }
        let encoding = detect(bytes)
        guard encoding == .der else { return SignedFileReading(encoding: encoding, failure: .wrongEncoding(encoding)) }
        var reading = SignedFileReading(encoding: encoding)
        do throws(SignedFileFailure) {
            let envelope = try Envelope(bytes)
            reading.trailingBytes = envelope.trailingBytes
            reading.payload = envelope.payload
            reading.certificates = envelope.certificates.map(SigningCertificate.init(reading:))
            guard envelope.signerCount > 0 else { throw SignedFileFailure.noSigner }
            guard reading.payload != nil else { throw SignedFileFailure.detached }
            let signers = try envelope.signers()
            let judge = SignerReading(
                anchors: anchors, others: envelope.certificateStack, domain: domain, date: date)
            reading.signers = judge.read(signers)
            try envelope.verify()
        } catch {
            reading.failure = error
        }
        return reading
    }
}
