import COpenSSL

extension VerificationError {
    /// The problem of a certificate, as far as it matters for the advice.
    package enum Problem {
        case notYetValid
        case expired
        /// The server's own certificate is self-signed.
        case selfSigned
        /// The certificate of an issuer is missing.
        case missingIssuer
        /// The chain ends at a root that is not trusted.
        case untrusted
        case revoked
        case nameMismatch
    }

    /// The problem that ``code`` reports; `nil` for other codes.
    package var problem: Problem? {
        switch Int32(clamping: code) {
        case X509_V_ERR_CERT_NOT_YET_VALID, X509_V_ERR_ERROR_IN_CERT_NOT_BEFORE_FIELD: .notYetValid
        case X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_ERROR_IN_CERT_NOT_AFTER_FIELD: .expired
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT: .selfSigned
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            .missingIssuer
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_CERT_UNTRUSTED, X509_V_ERR_CERT_REJECTED: .untrusted
        case X509_V_ERR_CERT_REVOKED: .revoked
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: .nameMismatch
        default: nil
        }
    }
}
