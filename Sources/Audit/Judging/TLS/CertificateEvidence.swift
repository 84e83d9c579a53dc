import Basics
import Findings
import SignedFile
import Transport

import struct Foundation.Date

extension Evidence {
    /// The maximum number of names of a certificate; the certificates of the location contain more.
    private static let namesKept = 100

    /// Creates the evidence of a certificate of a connection.
    init(_ certificate: CertificateFacts) {
        self.init(
            certificate.subject, certificate.issuer, certificate.notBefore, certificate.notAfter,
            names: certificate.subjectAltNames, certificate.nameCount)
        self["sha256"] = .string(certificate.sha256)
    }

    /// Creates the evidence of a certificate of a signed file.
    init(_ certificate: SigningCertificate) {
        self.init(
            certificate.subject, certificate.issuer, certificate.notBefore, certificate.notAfter,
            names: certificate.names, certificate.nameCount)
    }

    private init(
        _ subject: String, _ issuer: String, _ notBefore: Date?, _ notAfter: Date?, names: [String], _ nameCount: Int
    ) {
        self = ["subject": .string(subject), "issuer": .string(issuer)]
        self["notBefore"] = notBefore.flatMap(UTCTime.init).map { .string($0.secondText) }
        self["notAfter"] = notAfter.flatMap(UTCTime.init).map { .string($0.secondText) }
        if !names.isEmpty { self["names"] = .strings(names.prefix(Self.namesKept)) }
        if nameCount > Self.namesKept { self["nameCount"] = .integer(nameCount) }
    }
}
