package import Transport

/// The reason why a signed file cannot be read, or why its signature is invalid.
package enum SignedFileFailure: Error, Hashable, Sendable {
    /// It is not a CMS envelope, or uses an encoding that Apple's systems do not read.
    case wrongEncoding(SignedFile.Encoding)
    case tooLarge(bytes: Int, limit: Int)
    /// Too many parts, such as “signers”.
    case tooMany(String, limit: Int)
    /// The encoding is broken; contains OpenSSL's message.
    case malformed(String)
    /// It is an envelope of another kind, such as an encrypted one; contains the name of the kind.
    case otherContent(String)
    /// The content is not embedded (a detached signature).
    case detached
    case noSigner, signerCertificateMissing
    /// The signature does not match the content; contains OpenSSL's message.
    case doesNotVerify(String)
}

package struct Signer: Hashable, Sendable {
    /// Whether the certificate chain ends at a trusted root, regardless of dates.
    package enum Trust: Hashable, Sendable {
        case trusted
        /// Contains OpenSSL's message, and the certificate at which verification stopped.
        case untrusted(reason: String, at: CertificateFacts?)
        case notChecked
    }

    package enum Validity: Hashable, Sendable {
        /// The certificate is valid, and so are the certificates above it if the chain is trusted.
        case valid
        case expired(CertificateFacts)
        case notYetValid(CertificateFacts)
    }

    package enum NameMatch: Hashable, Sendable {
        case matches, differs, notChecked
    }

    package var certificate: CertificateFacts
    package var trust: Trust
    package var validity: Validity
    package var nameMatch: NameMatch
    /// Whether the signature also covers attributes, which Apple's instructions avoid (`-noattr`).
    package var hasSignedAttributes: Bool
}

package struct SignedFileReading: Hashable, Sendable {
    package var encoding: SignedFile.Encoding
    /// The reason why the file cannot be read or does not verify, or `nil` if the signature verifies.
    package var failure: SignedFileFailure?
    /// The content, even if the signature is invalid; `nil` if the content is not embedded or cannot be read.
    package var payload: [UInt8]?
    package var signers: [Signer] = []
    package var trailingByteCount = 0

    /// Whether the signature matches the content, regardless of the signer.
    package var isSignatureValid: Bool { failure == nil }
}
