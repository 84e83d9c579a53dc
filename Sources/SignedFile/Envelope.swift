import Basics
import COpenSSL
import Transport

/// A decoded SignedData, not copyable, so that OpenSSL's objects are freed exactly once.
struct Envelope: ~Copyable {
    // Real envelopes have one signer, one digest algorithm and up to four certificates.
    private static let maxSigners = 16
    private static let maxDigestAlgorithms = 16
    private static let maxCertificates = 64

    struct SignerInfo {
        let certificate: OpaquePointer
        let hasSignedAttributes: Bool
    }

    private let pointer: OpaquePointer
    /// A `STACK_OF(X509)` with the embedded certificates; `nil` if none.
    let certificateStack: OpaquePointer?
    let trailingByteCount: Int

    init(_ bytes: [UInt8]) throws(SignedFileFailure) {
        guard bytes.count <= SignedFile.maxSize else {
            throw .tooLarge(bytes: bytes.count, limit: SignedFile.maxSize)
        }
        let (decoded, used) = bytes.withUnsafeBufferPointer { buffer -> (OpaquePointer?, Int) in
            var position = buffer.baseAddress
            let decoded = d2i_CMS_ContentInfo(nil, &position, buffer.count)
            guard let start = buffer.baseAddress, let end = position else { return (decoded, 0) }
            return (decoded, end - start)
        }
        guard let decoded else { throw .malformed(OpenSSLErrors.takeText()) }
        pointer = decoded
        certificateStack = CMS_get1_certs(decoded)
        trailingByteCount = bytes.count - used
    }

    deinit {
        if let certificateStack { aasa_sk_X509_pop_free(certificateStack) }
        CMS_ContentInfo_free(pointer)
    }

    /// Checks the kind of the envelope and the limits for its content; must be called before the content is used.
    func check(decodedFrom bytes: [UInt8]) throws(SignedFileFailure) {
        let kind = OBJ_obj2nid(CMS_get0_type(pointer))
        guard kind == NID_pkcs7_signed else {
            throw .otherContent(OBJ_nid2ln(kind).map { String(cString: $0) } ?? "unknown")
        }
        let elements = EncodedElements(bytes: bytes)
        guard let algorithmCount = elements.digestAlgorithmCount(limit: Self.maxDigestAlgorithms) else {
            throw .malformed("the list of digest algorithms cannot be read")
        }
        let parts = [
            ("digest algorithms", algorithmCount, Self.maxDigestAlgorithms),
            ("signers", Int(signerCount), Self.maxSigners),
            ("certificates", certificateStack.map { Int(aasa_sk_X509_num($0)) } ?? 0, Self.maxCertificates),
        ]
        for (name, count, limit) in parts where count > limit { throw .tooMany(name, limit: limit) }
    }

    /// The content; `nil` if it is not embedded.
    var payload: [UInt8]? {
        guard CMS_is_detached(pointer) == 0, let content = CMS_get0_content(pointer)?.pointee else { return nil }
        guard let data = ASN1_STRING_get0_data(content) else { return [] }
        return Array(UnsafeBufferPointer(start: data, count: Int(ASN1_STRING_length(content))))
    }

    var signerCount: Int32 { max(0, aasa_sk_CMS_SignerInfo_num(CMS_get0_SignerInfos(pointer))) }

    func signers() throws(SignedFileFailure) -> [SignerInfo] {
        let infos = CMS_get0_SignerInfos(pointer)
        // Finds the certificates of the signers in the envelope.
        CMS_set1_signers_certs(pointer, nil, 0)
        var signers: [SignerInfo] = []
        for index in 0..<signerCount {
            guard let info = aasa_sk_CMS_SignerInfo_value(infos, index) else { continue }
            var certificate: OpaquePointer?
            CMS_SignerInfo_get0_algs(info, nil, &certificate, nil, nil)
            guard let certificate else { throw .signerCertificateMissing }
            let hasSignedAttributes = CMS_signed_get_attr_count(info) > 0
            signers.append(SignerInfo(certificate: certificate, hasSignedAttributes: hasSignedAttributes))
        }
        return signers
    }

    /// Verifies the signatures of all signers over the content, regardless of trust.
    func verify() throws(SignedFileFailure) {
        ERR_clear_error()
        let flags = UInt32(CMS_BINARY) | UInt32(CMS_NO_SIGNER_CERT_VERIFY)
        guard CMS_verify(pointer, nil, nil, nil, nil, flags) == 1 else {
            let message = OpenSSLErrors.takeText()
            throw .doesNotVerify(message.isEmpty ? "verification failed" : message)
        }
    }
}

extension OpenSSLErrors {
    /// Removes the messages from the queue, and returns the oldest ones on one line.
    static func takeText() -> String { take().unique.prefix(3).joined(separator: "; ") }
}
