import COpenSSL
import Platform

/// The response that a server staples to its handshake (OCSP, RFC 6960).
public enum Staple: Hashable, Sendable, CaseIterable {
    /// Good, signed by the issuer, for this week.
    case good
    /// Good, signed by a responder to which the issuer delegated signing.
    case goodDelegated
    /// Good, signed by the issuer, but only valid until yesterday.
    case goodOutOfDate
    /// Good, but signed by an unrelated authority.
    case goodForged
    /// Good, but signed with a certificate of the issuer for another purpose.
    case goodFromServer
    /// Good, but for another certificate.
    case goodOtherCertificate
    /// Good, for the same serial number of another issuer, which signed it.
    case goodOtherIssuer
    /// Revoked for key compromise an hour ago, signed by the issuer.
    case revoked
    /// Unknown to the issuer.
    case unknown
    /// Unknown, but signed by an unrelated authority.
    case unknownForged
    /// Revoked, but only valid until yesterday.
    case revokedOutOfDate
    /// Revoked, but signed by an unrelated authority.
    case revokedForged
    /// Revoked, but for another certificate.
    case revokedOtherCertificate
    /// A response with only the status "try later".
    case tryLater
    /// Good, but larger than any real response.
    case oversized
    /// Bytes that are not an OCSP response.
    case garbage
    /// No bytes.
    case empty

    func bytes(for leaf: Certificate, issuer: Issuer) throws -> [UInt8] {
        switch self {
        case .good: try ocspAnswer(V_OCSP_CERTSTATUS_GOOD, leaf, issuer)
        case .goodDelegated: try ocspAnswer(V_OCSP_CERTSTATUS_GOOD, leaf, issuer, signer: responder(.responder, issuer))
        case .goodOutOfDate: try ocspAnswer(V_OCSP_CERTSTATUS_GOOD, leaf, issuer, age: 8 * 86_400)
        case .goodForged: try ocspAnswer(V_OCSP_CERTSTATUS_GOOD, leaf, issuer, signer: forger())
        case .goodFromServer: try ocspAnswer(V_OCSP_CERTSTATUS_GOOD, leaf, issuer, signer: responder(.server, issuer))
        case .goodOtherCertificate: try ocspAnswer(V_OCSP_CERTSTATUS_GOOD, other(issuer), issuer)
        case .goodOtherIssuer: try ocspAnswer(V_OCSP_CERTSTATUS_GOOD, leaf, CertificateAuthority.shared().root)
        case .oversized: try ocspAnswer(V_OCSP_CERTSTATUS_GOOD, leaf, issuer, copies: 100)
        case .revoked: try ocspAnswer(V_OCSP_CERTSTATUS_REVOKED, leaf, issuer)
        case .unknown: try ocspAnswer(V_OCSP_CERTSTATUS_UNKNOWN, leaf, issuer)
        case .unknownForged: try ocspAnswer(V_OCSP_CERTSTATUS_UNKNOWN, leaf, issuer, signer: forger())
        case .revokedOutOfDate: try ocspAnswer(V_OCSP_CERTSTATUS_REVOKED, leaf, issuer, age: 8 * 86_400)
        case .revokedForged: try ocspAnswer(V_OCSP_CERTSTATUS_REVOKED, leaf, issuer, signer: forger())
        case .revokedOtherCertificate: try ocspAnswer(V_OCSP_CERTSTATUS_REVOKED, other(issuer), issuer)
        // OCSPResponse { responseStatus tryLater(3) }
        case .tryLater: [0x30, 0x03, 0x0A, 0x01, 0x03]
        case .garbage: Array("\u{1B}[31m this is no OCSP answer".utf8)
        case .empty: []
        }
    }

    private func forger() throws -> Issuer { try Issuer(commonName: "Forger", parent: nil) }

    private func other(_ issuer: Issuer) throws -> Certificate {
        try Certificate(.server("other.test"), key: PrivateKey(.p256), issuer: issuer)
    }

    /// Returns a responder with a certificate of `issuer`.
    private func responder(_ role: CertificateProfile.Role, _ issuer: Issuer) throws -> Issuer {
        let key = try PrivateKey(.p256)
        let profile = CertificateProfile(commonName: "Responder", role: role)
        return Issuer(certificate: try Certificate(profile, key: key, issuer: issuer), key: key)
    }
}

/// Returns a signed response about one certificate in DER; `age` is in seconds, and its content is repeated.
private func ocspAnswer(
    _ status: Int32, _ leaf: Certificate, _ issuer: Issuer, signer: Issuer? = nil, age: Int = 3600, copies: Int = 1
) throws -> [UInt8] {
    let signer = signer ?? issuer
    let issued = time(nil) - age
    let basic = try check(OCSP_BASICRESP_new(), "an OCSP answer")
    defer { OCSP_BASICRESP_free(basic) }
    let id = try check(OCSP_cert_to_id(EVP_sha1(), leaf.pointer, issuer.certificate.pointer), "an OCSP certificate id")
    defer { OCSP_CERTID_free(id) }
    let revokedAt = ASN1_TIME_set(nil, issued)
    let thisUpdate = ASN1_TIME_set(nil, issued)
    let nextUpdate = ASN1_TIME_set(nil, issued + 7 * 86_400)
    defer { for time in [revokedAt, thisUpdate, nextUpdate] { ASN1_TIME_free(time) } }
    let isRevoked = status == V_OCSP_CERTSTATUS_REVOKED
    for _ in 0..<copies {
        _ = try check(
            OCSP_basic_add1_status(
                basic, id, status, OCSP_REVOKED_STATUS_KEYCOMPROMISE, isRevoked ? revokedAt : nil, thisUpdate,
                nextUpdate),
            "an OCSP status")
    }
    try check(
        OCSP_basic_sign(basic, signer.certificate.pointer, signer.key.pointer, EVP_sha256(), nil, 0),
        "an OCSP signature")
    let answer = try check(OCSP_response_create(OCSP_RESPONSE_STATUS_SUCCESSFUL, basic), "an OCSP answer")
    defer { OCSP_RESPONSE_free(answer) }
    var encoded: UnsafeMutablePointer<UInt8>?
    let count = i2d_OCSP_RESPONSE(answer, &encoded)
    try check(count, "an OCSP answer as DER")
    defer { CRYPTO_free(encoded, #file, #line) }
    return Array(UnsafeBufferPointer(start: encoded, count: Int(count)))
}
