import COpenSSL
import Platform

/// An X.509 certificate that was made here.
// @unchecked: the X509 is not changed after `init`; what OpenSSL caches inside it is under OpenSSL's own lock.
final class Certificate: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Creates a certificate for `key`, signed by `issuer`, or self-signed if `issuer` is `nil`.
    init(_ profile: CertificateProfile, key: PrivateKey, issuer: Issuer?) throws {
        pointer = try check(X509_new(), "a certificate")
        do {
            try fill(profile, key: key, issuer: issuer)
        } catch {
            X509_free(pointer)
            throw error
        }
    }

    deinit {
        X509_free(pointer)
    }

    func pem() throws -> String {
        try textThroughBIO("a certificate as PEM") { PEM_write_bio_X509($0, pointer) }
    }

    private func fill(_ profile: CertificateProfile, key: PrivateKey, issuer: Issuer?) throws {
        try check(X509_set_version(pointer, 2), "version 3")
        let serial = UInt64.random(in: 1...UInt64(Int64.max))
        try check(ASN1_INTEGER_set_uint64(X509_get_serialNumber(pointer), serial), "a serial number")
        let now = time(nil)
        _ = try check(ASN1_TIME_set(X509_getm_notBefore(pointer), now + profile.startsIn), "notBefore")
        _ = try check(ASN1_TIME_set(X509_getm_notAfter(pointer), now + profile.endsIn), "notAfter")
        try check(X509_set_pubkey(pointer, key.pointer), "the public key")
        let subject = try check(X509_get_subject_name(pointer), "the subject")
        if let organisation = profile.organisation { try addEntry("O", organisation, to: subject) }
        try addEntry("CN", profile.commonName, to: subject)
        let issuerName = issuer.map { X509_get_subject_name($0.certificate.pointer) } ?? subject
        try check(X509_set_issuer_name(pointer, issuerName), "the issuer's name")
        try addExtensions(profile, issuer: issuer)
        let digest = profile.digest == .sha1 ? EVP_sha1() : EVP_sha256()
        try check(X509_sign(pointer, (issuer?.key ?? key).pointer, digest), "a signature")
    }

    private func addEntry(_ field: String, _ value: String, to name: OpaquePointer) throws {
        let bytes = Array(value.utf8)
        // Uses UTF8String explicitly, because automatic selection would reject malformed text.
        try check(
            X509_NAME_add_entry_by_txt(name, field, V_ASN1_UTF8STRING, bytes, Int32(bytes.count), -1, 0),
            "\(field) of a name")
    }

    private func addExtensions(_ profile: CertificateProfile, issuer: Issuer?) throws {
        switch profile.role {
        case .authority:
            try addExtension(NID_basic_constraints, "critical,CA:TRUE", issuer)
            try addExtension(NID_key_usage, "critical,keyCertSign,cRLSign,digitalSignature", issuer)
        case .server:
            try addExtension(NID_basic_constraints, "critical,CA:FALSE", issuer)
            try addExtension(NID_key_usage, "critical,digitalSignature,keyEncipherment", issuer)
            try addExtension(NID_ext_key_usage, "serverAuth", issuer)
        case .responder:
            try addExtension(NID_basic_constraints, "critical,CA:FALSE", issuer)
            try addExtension(NID_key_usage, "critical,digitalSignature", issuer)
            try addExtension(NID_ext_key_usage, "OCSPSigning", issuer)
        }
        try addExtension(NID_subject_key_identifier, "hash", issuer)
        if issuer != nil { try addExtension(NID_authority_key_identifier, "keyid:always", issuer) }
        if !profile.names.isEmpty { try addAlternativeNames(profile.names) }
    }

    private func addExtension(_ kind: Int32, _ value: String, _ issuer: Issuer?) throws {
        var context = X509V3_CTX()
        X509V3_set_ctx(&context, issuer?.certificate.pointer ?? pointer, pointer, nil, nil, 0)
        let made = try check(X509V3_EXT_conf_nid(nil, &context, kind, value), "extension \(value)")
        defer { X509_EXTENSION_free(made) }
        try check(X509_add_ext(pointer, made, -1), "extension \(value)")
    }

    private func addAlternativeNames(_ names: [CertificateProfile.Name]) throws {
        let stack = try check(GENERAL_NAMES_new(), "a list of names")
        defer { GENERAL_NAMES_free(stack) }
        for name in names {
            let entry = try check(GENERAL_NAME_new(), "a name")
            let (kind, stringKind, bytes) =
                switch name {
                case .dns(let bytes): (GEN_DNS, V_ASN1_IA5STRING, bytes)
                case .address(let bytes): (GEN_IPADD, V_ASN1_OCTET_STRING, bytes)
                case .uri(let text): (GEN_URI, V_ASN1_IA5STRING, Array(text.utf8))
                }
            guard let string = ASN1_STRING_type_new(stringKind),
                ASN1_STRING_set(string, bytes, Int32(bytes.count)) > 0
            else {
                GENERAL_NAME_free(entry)
                throw SupportError("OpenSSL: a name: \(drainOpenSSLErrors())")
            }
            GENERAL_NAME_set0_value(entry, kind, string)
            guard aasa_sk_GENERAL_NAME_push(stack, entry) > 0 else {
                GENERAL_NAME_free(entry)
                throw SupportError("OpenSSL: a list of names: \(drainOpenSSLErrors())")
            }
        }
        try check(X509_add1_ext_i2d(pointer, NID_subject_alt_name, UnsafeMutableRawPointer(stack), 0, 0), "the names")
    }
}

/// The signer of certificates.
struct Issuer: Sendable {
    let certificate: Certificate
    let key: PrivateKey

    init(certificate: Certificate, key: PrivateKey) {
        self.certificate = certificate
        self.key = key
    }

    /// Creates an issuer that is self-signed if `parent` is `nil`.
    init(
        commonName: String, parent: Issuer?, startsIn: Int = -10 * 86_400, endsIn: Int = 3650 * 86_400
    ) throws {
        let profile = CertificateProfile(
            commonName: commonName, organisation: "aasa-audit tests", startsIn: startsIn, endsIn: endsIn,
            role: .authority)
        key = try PrivateKey(.p256)
        certificate = try Certificate(profile, key: key, issuer: parent)
    }
}
