package import Transport

/// The reason why a signed file cannot be read, or why its signature is invalid.
package enum SignedFileFailure: Error, Hashable, Sendable {
    /// It is not a CMS envelope, or uses an encoding that Apple's systems do not read.
    case wrongEncoding(SignedFile.Encoding)
    /// It is larger than the limit.
    case tooLarge(bytes: Int, limit: Int)
    /// It has more parts of one kind than the limit.
    case tooMany(String, limit: Int)
    /// The encoding is broken; contains OpenSSL's message.
    case malformed(String)
    /// It is an envelope of another kind, such as an encrypted one; contains the name of the kind.
    case otherContent(String)
    /// The content is not embedded (a detached signature).
    case detached
    /// There is no signature.
    case noSigner
    /// The certificate of a signer is not embedded.
    case signerCertificateMissing
    /// The signature does not match the content; contains OpenSSL's message.
    case doesNotVerify(String)
}

/// The results of checking one signer.
package struct Signer: Hashable, Sendable {
    /// Whether the certificate chain ends at a trusted root, apart from dates.
    package enum Trust: Hashable, Sendable {
        /// The chain ends at a trusted root.
        case trusted
        /// It does not; contains OpenSSL's message, and the certificate at which verification stopped.
        case untrusted(reason: String, at: CertificateFacts?)
        /// There were no trusted roots.
        case notChecked
    }

    /// Whether a certificate is valid at the given date.
    package enum Validity: Hashable, Sendable {
        /// The certificate is valid, and with a trusted chain, so are the certificates above it.
        case valid
        /// This certificate has expired.
        case expired(CertificateFacts)
        /// This certificate is not valid yet.
        case notYetValid(CertificateFacts)
    }

    /// Whether a certificate was issued for the domain.
    package enum Name: Hashable, Sendable {
        case matches
        case differs
        /// No domain was specified.
        case notChecked
    }

    /// The certificate.
    package var certificate: CertificateFacts
    /// Whether its chain is trusted.
    package var trust: Trust
    /// Whether it is valid at the given date.
    package var validity: Validity
    /// Whether it was issued for the domain.
    package var name: Name
    /// Whether the signature covers attributes in addition to the content, which Apple's instructions avoid
    /// (`-noattr`).
    package var hasSignedAttributes: Bool
}

/// The result of opening a signed file.
package struct SignedFileReading: Hashable, Sendable {
    /// The encoding of the envelope, determined from the beginning of the file.
    package var encoding: SignedFile.Encoding
    /// The reason why the file cannot be read or does not verify, or `nil` if the signature verifies.
    package var failure: SignedFileFailure?
    /// The content, even if the signature does not verify; `nil` if the content is not inside or cannot be reached.
    package var payload: [UInt8]?
    /// The signers, in the order of the envelope.
    package var signers: [Signer] = []
    /// The number of bytes after the envelope.
    package var trailingBytes = 0

    /// Whether the signature matches the content, regardless of the signer.
    package var isSignatureValid: Bool { failure == nil }
}
