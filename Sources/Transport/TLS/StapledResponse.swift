import COpenSSL

/// Reads a stapled OCSP response (RFC 6960).
///
/// Anyone can create a response, so a response without a valid signature is not used. To bound the work, the signature
/// is verified only if the response concerns the server's certificate and is in date. Verification takes one
/// public-key operation if the issuer signed the response, or those of a short chain if the issuer delegated signing.
enum StapledResponse {
    /// The maximum size of a response in bytes; one or two kilobytes are usual, or three with a signer's certificate.
    private static let maxBytes = 8 * 1024

    /// Returns the status of the server's certificate in the stapled response; `nil` if the server stapled nothing.
    static func status(_ ssl: OpaquePointer) -> StapledStatus? {
        var bytes: UnsafePointer<UInt8>?
        let count = aasa_SSL_get_stapled_ocsp(ssl, &bytes)
        guard count > 0, bytes != nil else { return nil }
        defer { ERR_clear_error() }
        guard count <= maxBytes, let response = d2i_OCSP_RESPONSE(nil, &bytes, count) else { return .unusable }
        defer { OCSP_RESPONSE_free(response) }
        guard OCSP_response_status(response) == OCSP_RESPONSE_STATUS_SUCCESSFUL,
            let basic = OCSP_response_get1_basic(response)
        else { return .unusable }
        defer { OCSP_BASICRESP_free(basic) }
        // A certificate that is trusted itself has no issuer in the chain that could sign responses.
        guard let chain = SSL_get0_verified_chain(ssl), let leaf = aasa_sk_X509_value(chain, 0),
            let issuer = aasa_sk_X509_value(chain, 1), let store = SSL_CTX_get_cert_store(SSL_get_SSL_CTX(ssl)),
            let single = singleResponse(in: basic, on: leaf, issuedBy: issuer), let status = validStatus(of: single),
            isSigned(basic, by: issuer, store)
        else { return .unusable }
        return status
    }

    private static func singleResponse(
        in basic: OpaquePointer, on leaf: OpaquePointer, issuedBy issuer: OpaquePointer
    ) -> OpaquePointer? {
        (0..<OCSP_resp_count(basic)).lazy.compactMap { OCSP_resp_get0(basic, $0) }
            .first { concerns(leaf, issuedBy: issuer, $0) }
    }

    private static func concerns(
        _ leaf: OpaquePointer, issuedBy issuer: OpaquePointer, _ single: OpaquePointer
    ) -> Bool {
        guard let id = OCSP_SINGLERESP_get0_id(single) else { return false }
        var algorithm: OpaquePointer?
        var serial: UnsafeMutablePointer<ASN1_INTEGER>?
        guard OCSP_id_get0_info(nil, &algorithm, nil, &serial, id) == 1, let algorithm, let serial,
            ASN1_INTEGER_cmp(serial, X509_get0_serialNumber(leaf)) == 0,
            let digest = aasa_EVP_get_digestbyobj(algorithm), let expected = OCSP_cert_to_id(digest, leaf, issuer)
        else { return false }
        defer { OCSP_CERTID_free(expected) }
        return OCSP_id_cmp(expected, id) == 0
    }

    /// Returns the status; `nil` if the response is not in date.
    private static func validStatus(of single: OpaquePointer) -> StapledStatus? {
        var thisUpdate: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        var nextUpdate: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        let status = OCSP_single_get0_status(single, nil, nil, &thisUpdate, &nextUpdate)
        let clockToleranceSeconds = 300
        let noMaxAge = -1
        guard OCSP_check_validity(thisUpdate, nextUpdate, clockToleranceSeconds, noMaxAge) == 1 else { return nil }
        switch status {
        case V_OCSP_CERTSTATUS_GOOD: return .good
        case V_OCSP_CERTSTATUS_REVOKED: return .revoked
        default: return .unknown
        }
    }

    /// Returns whether `basic` was signed by the issuer or by a responder to which the issuer delegated signing.
    private static func isSigned(_ basic: OpaquePointer, by issuer: OpaquePointer, _ store: OpaquePointer) -> Bool {
        guard let issuers = aasa_sk_X509_new() else { return false }
        defer { aasa_sk_X509_free(issuers) }
        guard aasa_sk_X509_push(issuers, issuer) > 0 else { return false }
        // The issuer is already trusted; a chain is only built for other signers.
        return OCSP_basic_verify(basic, issuers, store, UInt(OCSP_TRUSTOTHER)) == 1
    }
}
