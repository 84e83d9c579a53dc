import Basics
import Findings
import Transport

extension Evidence {
    /// The maximum number of names in evidence; the certificates of the location in the report contain more.
    private static let maxNames = 100

    init(_ certificate: CertificateFacts) {
        self = ["subject": .string(certificate.subject), "issuer": .string(certificate.issuer)]
        self["notBefore"] = certificate.notBefore.flatMap(UTCTime.init).map { .string($0.secondText) }
        self["notAfter"] = certificate.notAfter.flatMap(UTCTime.init).map { .string($0.secondText) }
        let names = certificate.subjectAltNames
        if !names.isEmpty { self["names"] = .strings(names.prefix(Self.maxNames)) }
        if certificate.nameCount > Self.maxNames { self["nameCount"] = .integer(certificate.nameCount) }
        self["sha256"] = .string(certificate.sha256)
    }
}
