import Basics
import COpenSSL
import Platform

import struct Foundation.Date

/// Reads the facts of a certificate through OpenSSL; malformed fields are never an error.
///
/// No signature is verified here, because a server can send a key that was constructed so that one operation takes ten
/// milliseconds. The signatures of trusted certificates were already verified in the handshake.
package enum CertificateReader {
    package static func facts(of certificate: OpaquePointer) -> CertificateFacts {
        let (names, omittedNameCount) = subjectAltNames(of: certificate)
        return CertificateFacts(
            subject: name(X509_get_subject_name(certificate)),
            issuer: name(X509_get_issuer_name(certificate)),
            notBefore: date(X509_get0_notBefore(certificate)),
            notAfter: date(X509_get0_notAfter(certificate)),
            subjectAltNames: names, omittedNameCount: omittedNameCount,
            isSelfSigned: X509_self_signed(certificate, 0) == 1,
            sha256: fingerprint(of: certificate))
    }

    package static func matches(_ certificate: OpaquePointer, host: String) -> Bool {
        if IPAddress(host) != nil { return X509_check_ip_asc(certificate, host, 0) == 1 }
        return X509_check_host(certificate, host, host.utf8.count, 0, nil) == 1
    }

    private static func name(_ name: OpaquePointer?) -> String {
        guard let name, let bio = BIO_new(BIO_s_mem()) else { return "" }
        defer { BIO_free(bio) }
        aasa_X509_NAME_print(bio, name)
        var bytes: UnsafeMutablePointer<CChar>?
        let count = aasa_BIO_get_mem_data(bio, &bytes)
        guard let bytes, count > 0 else { return "" }
        return UnsafeBufferPointer(start: bytes, count: count).withMemoryRebound(to: UInt8.self) { text($0) }
    }

    /// Returns text from a certificate, truncated if it is longer than any meaningful value.
    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        let maxCount = CertificateFacts.maxNameBytes
        return String(decoding: bytes.prefix(maxCount), as: UTF8.self) + (bytes.count > maxCount ? "…" : "")
    }

    private static func date(_ time: UnsafePointer<ASN1_TIME>?) -> Date? {
        guard let time else { return nil }
        var fields = tm()
        guard ASN1_TIME_to_tm(time, &fields) == 1 else { return nil }
        return Date(
            utc: Int(fields.tm_year) + 1900, Int(fields.tm_mon) + 1, Int(fields.tm_mday), Int(fields.tm_hour),
            Int(fields.tm_min), Int(fields.tm_sec))
    }

    /// Returns the first names and addresses, and the number of the others.
    private static func subjectAltNames(of certificate: OpaquePointer) -> (names: [String], omittedCount: Int) {
        guard let extensionValue = X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil) else { return ([], 0) }
        let list = OpaquePointer(extensionValue)
        defer { GENERAL_NAMES_free(list) }
        var names: [String] = []
        var omittedCount = 0
        for index in 0..<aasa_sk_GENERAL_NAME_num(list) {
            guard let name = aasa_sk_GENERAL_NAME_value(list, index)?.pointee,
                name.type == GEN_DNS || name.type == GEN_IPADD
            else { continue }
            if names.count >= CertificateFacts.maxNames {
                omittedCount += 1
            } else if name.type == GEN_DNS {
                names.append(text(bytes(of: name.d.dNSName)))
            } else if let address = IPAddress(bytes: Array(bytes(of: name.d.iPAddress))) {
                names.append(address.description)
            }
        }
        return (names, omittedCount)
    }

    /// Returns the bytes of `string`, which are valid as long as it is.
    private static func bytes(of string: UnsafePointer<ASN1_STRING>?) -> UnsafeBufferPointer<UInt8> {
        let data = string.flatMap { ASN1_STRING_get0_data($0) }
        return UnsafeBufferPointer(start: data, count: data == nil ? 0 : Int(ASN1_STRING_length(string)))
    }

    private static func fingerprint(of certificate: OpaquePointer) -> String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(EVP_MAX_MD_SIZE)) { digest in
            var count: UInt32 = 0
            guard X509_digest(certificate, EVP_sha256(), digest.baseAddress, &count) == 1 else { return "" }
            return Hexadecimal.digits(Array(digest[..<Int(count)]))
        }
    }
}

/// The facts of recently seen certificates.
///
/// Most servers send the same few intermediates, and the domains of a company often share a certificate. Used on the
/// thread of one event loop.
final class KnownCertificates {
    private static let maxCount = 40
    /// The certificates, in order from the least to the most recently seen.
    private var entries: [(certificate: OpaquePointer, facts: CertificateFacts)] = []

    deinit { for entry in entries { X509_free(entry.certificate) } }

    func facts(of certificate: OpaquePointer) -> CertificateFacts {
        // `X509_cmp` compares digests first, then every byte.
        if let index = entries.firstIndex(where: { X509_cmp($0.certificate, certificate) == 0 }) {
            entries.append(entries.remove(at: index))
        } else {
            let facts = CertificateReader.facts(of: certificate)
            guard X509_up_ref(certificate) == 1 else { return facts }
            if entries.count == Self.maxCount { X509_free(entries.removeFirst().certificate) }
            entries.append((certificate, facts))
        }
        return entries[entries.count - 1].facts
    }
}
