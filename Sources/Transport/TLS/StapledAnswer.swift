import COpenSSL

/// Reads a stapled OCSP answer (RFC 6960).
enum StapledAnswer {
    /// What the server stapled says of its certificate; `nil` when it stapled nothing.
    static func status(_ ssl: OpaquePointer) -> StapledStatus? {
        var bytes: UnsafePointer<UInt8>?
        let count = aasa_SSL_get_stapled_ocsp(ssl, &bytes)
        guard count > 0, bytes != nil else { return nil }
        defer { ERR_clear_error() }
        guard let response = d2i_OCSP_RESPONSE(nil, &bytes, count) else { return .unusable }
        defer { OCSP_RESPONSE_free(response) }
        guard OCSP_response_status(response) == OCSP_RESPONSE_STATUS_SUCCESSFUL,
            let basic = OCSP_response_get1_basic(response)
        else { return .unusable }
        defer { OCSP_BASICRESP_free(basic) }
        return status(basic, ssl)
    }

    private static func status(_ basic: OpaquePointer, _ ssl: OpaquePointer) -> StapledStatus {
        guard let leaf = SSL_get0_peer_certificate(ssl), let sent = SSL_get_peer_cert_chain(ssl),
            let serial = X509_get0_serialNumber(leaf), let store = SSL_CTX_get_cert_store(SSL_get_SSL_CTX(ssl))
        else { return .unusable }
        var found: StapledStatus = .unusable
        for index in 0..<OCSP_resp_count(basic) {
            guard let single = OCSP_resp_get0(basic, index), let id = OCSP_SINGLERESP_get0_id(single) else { continue }
            var answered: UnsafeMutablePointer<ASN1_INTEGER>?
            guard OCSP_id_get0_info(nil, nil, nil, &answered, aasa_OCSP_CERTID(id)) == 1, let answered,
                ASN1_INTEGER_cmp(answered, serial) == 0
            else { continue }
            found = status(single)
        }
        // The signature costs a public-key operation: it is looked at only where the answer would be an accusation.
        guard found == .revoked else { return found }
        return OCSP_basic_verify(basic, sent, store, 0) == 1 ? .revoked : .unusable
    }

    private static func status(_ single: OpaquePointer) -> StapledStatus {
        var thisUpdate: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        var nextUpdate: UnsafeMutablePointer<ASN1_GENERALIZEDTIME>?
        let status = OCSP_single_get0_status(single, nil, nil, &thisUpdate, &nextUpdate)
        let fiveMinutes = 300
        guard OCSP_check_validity(thisUpdate, nextUpdate, fiveMinutes, -1) == 1 else { return .unusable }
        switch status {
        case V_OCSP_CERTSTATUS_GOOD: return .good
        case V_OCSP_CERTSTATUS_REVOKED: return .revoked
        default: return .unknown
        }
    }
}
