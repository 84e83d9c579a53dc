import COpenSSL

import struct Foundation.Date

extension SigningCertificate {
    /// The maximum number of names that are read, because more would only make a report longer.
    private static let nameLimit = 1000
    /// The maximum number of bytes of one name that are read; “…” replaces the rest.
    private static let textLimit = 1024

    /// Reads the facts of an `X509`; malformed fields are never an error.
    init(reading certificate: OpaquePointer) {
        let (names, count) = Self.names(of: certificate)
        self.init(
            subject: Self.text(X509_get_subject_name(certificate)),
            issuer: Self.text(X509_get_issuer_name(certificate)),
            notBefore: Self.date(X509_get0_notBefore(certificate)),
            notAfter: Self.date(X509_get0_notAfter(certificate)), names: names, nameCount: count)
    }

    private static func text(_ name: OpaquePointer?) -> String {
        guard let name, let bio = BIO_new(BIO_s_mem()) else { return "" }
        defer { BIO_free(bio) }
        aasa_X509_NAME_print(bio, name)
        var bytes: UnsafeMutablePointer<CChar>?
        let count = aasa_BIO_get_mem_data(bio, &bytes)
        guard let bytes, count > 0 else { return "" }
        return UnsafeRawBufferPointer(start: bytes, count: count).withMemoryRebound(to: UInt8.self) { text($0) }
    }

    private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
        String(decoding: bytes.prefix(textLimit), as: UTF8.self) + (bytes.count > textLimit ? "…" : "")
    }

    private static func date(_ time: UnsafePointer<ASN1_TIME>?) -> Date? {
        guard let time, let epoch = ASN1_TIME_set(nil, 0) else { return nil }
        defer { ASN1_TIME_free(epoch) }
        var days: Int32 = 0
        var seconds: Int32 = 0
        guard ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return nil }
        return Date(timeIntervalSince1970: Double(days) * 86_400 + Double(seconds))
    }

    /// Returns the first DNS names, and their total number.
    private static func names(of certificate: OpaquePointer) -> (names: [String], count: Int) {
        guard let found = X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil) else { return ([], 0) }
        let list = OpaquePointer(found)
        defer { GENERAL_NAMES_free(list) }
        var names: [String] = []
        var count = 0
        for index in 0..<aasa_sk_GENERAL_NAME_num(list) {
            guard let name = aasa_sk_GENERAL_NAME_value(list, index), name.pointee.type == GEN_DNS,
                let string = name.pointee.d.dNSName, let data = ASN1_STRING_get0_data(string)
            else { continue }
            count += 1
            guard names.count < nameLimit else { continue }
            names.append(text(UnsafeBufferPointer(start: data, count: Int(ASN1_STRING_length(string)))))
        }
        return (names, count)
    }
}
