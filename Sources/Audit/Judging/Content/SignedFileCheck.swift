import Basics
import Findings
import SignedFile
import Transport

import struct Foundation.Date

/// A check of the envelope of a signed file: `signature-invalid`, `-untrusted`, `-expired`, `-obsolete`.
/// Documented as signed.form, signed.signer, signed.deprecated
struct SignedFileCheck {
    let reading: SignedFileReading
    let location: FindingLocation
    /// The host name for which signers' certificates must be valid.
    let domain: String?
    let date: Date

    var findings: [Finding] { [invalidFinding, untrustedFinding, expiredFinding, obsoleteFinding].compactMap(\.self) }

    private var invalidFinding: Finding? {
        guard let failure = reading.failure else { return nil }
        let description = FailureDescription.of(failure)
        return Finding(
            .signatureInvalid, location: location, message: description.message, remedy: description.remedy,
            evidence: [
                "reason": .string(description.reason), "form": .string(reading.encoding.rawValue),
                "detail": description.detail.map { .string(String($0.prefix(500))) }, "signers": signers,
            ])
    }

    private var untrustedFinding: Finding? {
        let sentences = reading.signers.flatMap { signer -> [String] in
            [chainSentence(signer), nameSentence(signer)].compactMap(\.self)
        }
        guard !sentences.isEmpty else { return nil }
        var evidence: Evidence = ["domain": domain.map { .string($0) }]
        // The evidence describes the first signer that is not trusted.
        for case .untrusted(let reason, let certificate) in reading.signers.map(\.trust) {
            evidence["detail"] = .string(String(reason.prefix(500)))
            evidence["stoppedAt"] = certificate.map { .string($0.subject) }
            break
        }
        evidence["signers"] = signers
        return Finding(.signatureUntrusted, location: location, message: Self.joined(sentences), evidence: evidence)
    }

    private func chainSentence(_ signer: Signer) -> String? {
        guard case .untrusted(let reason, let certificate) = signer.trust else { return nil }
        let other = certificate == signer.certificate ? nil : certificate
        let end = other.map { " at \(Wording.quote($0.subject))" } ?? ""
        return "\(subject(of: signer.certificate, signer)) was not issued by a trusted authority: "
            + "\(Wording.quote(reason))\(end)."
    }

    private func nameSentence(_ signer: Signer) -> String? {
        guard let domain, signer.nameMatch == .differs else { return nil }
        let names = signer.certificate.subjectAltNames.map { Wording.excerpt($0) }
        let list = Wording.list(names, of: signer.certificate.nameCount)
        let issued = names.isEmpty ? "covers no matching host" : "was issued for \(list)"
        return "\(subject(of: signer.certificate, signer)) \(issued), not for \(Wording.excerpt(domain))."
    }

    private var expiredFinding: Finding? {
        let sentences = reading.signers.compactMap(dateSentence)
        guard !sentences.isEmpty else { return nil }
        return Finding(
            .signatureExpired, location: location, message: Self.joined(sentences),
            evidence: ["checkedAt": .string(date.secondText), "signers": signers])
    }

    private func dateSentence(_ signer: Signer) -> String? {
        switch signer.validity {
        case .valid: nil
        case .expired(let certificate):
            "\(subject(of: certificate, signer)) expired on \(Wording.moment(certificate.notAfter))."
        case .notYetValid(let certificate):
            "\(subject(of: certificate, signer)) is not valid before \(Wording.moment(certificate.notBefore))."
        }
    }

    private func subject(of certificate: CertificateFacts, _ signer: Signer) -> String {
        let subject = Wording.quote(certificate.subject)
        return certificate == signer.certificate
            ? "The certificate that signed the file, \(subject)," : "\(subject), in the chain of the signer,"
    }

    private var obsoleteFinding: Finding {
        let names = reading.signers.map { Wording.quote($0.certificate.subject) }
        let trailingByteCount = reading.trailingByteCount > 0 ? reading.trailingByteCount : nil
        let hasSignedAttributes = reading.signers.contains(where: \.hasSignedAttributes)
        return Finding(
            .signatureObsolete, location: location,
            message: "The file is signed (CMS)\(names.isEmpty ? "" : ", by \(Wording.list(names))"), "
                + "which no system since iOS 9 needs.",
            evidence: [
                "form": .string(reading.encoding.rawValue),
                "payloadBytes": reading.payload.map { .integer($0.count) },
                "trailingBytes": trailingByteCount.map { .integer($0) },
                "signedAttributes": hasSignedAttributes ? .boolean(true) : nil, "signers": signers,
            ])
    }

    private var signers: EvidenceValue? {
        reading.signers.isEmpty ? nil : .array(reading.signers.map { .object(Evidence($0.certificate)) })
    }

    /// Joins the first three sentences, because a malicious envelope could cause many.
    private static func joined(_ sentences: [String]) -> String {
        let shown = sentences.prefix(3).joined(separator: " ")
        let more = sentences.count - 3
        return more > 0 ? "\(shown) There \(more == 1 ? "is 1" : "are \(more)") more of this kind." : shown
    }
}

private struct FailureDescription {
    var reason: String
    var message: String
    var detail: String?
    var remedy: String?

    private static let signAgain = """
        Ask the file's maintainers to serve the plain JSON instead; since iOS 9, no system needs a signature. If iOS 8 \
        matters, sign it again with the content included and in binary format: openssl smime -sign -nodetach -noattr \
        -outform DER -signer CERTIFICATE -inkey KEY -certfile INTERMEDIATES -in FILE.
        """

    static func of(_ failure: SignedFileFailure) -> FailureDescription {
        switch failure {
        case .wrongEncoding(let form):
            .init(
                reason: "form",
                message: "The signed file is stored as \(name(of: form)); only the binary format (DER) is read.",
                remedy: signAgain)
        case .tooLarge(let bytes, let limit):
            .init(
                reason: "tooLarge",
                message:
                    "The signed file has \(Wording.bytes(bytes)); more than \(Wording.bytes(limit)) are not opened.")
        case .tooMany(let items, let limit):
            .init(reason: "tooMany", message: "The signed file has more than \(limit) \(items), and was not opened.")
        case .malformed(let error):
            .init(
                reason: "malformed",
                message: "The signed file cannot be decoded\(error.isEmpty ? "" : ": \(Wording.quote(error))").",
                detail: error)
        case .otherContent(let kind):
            .init(
                reason: "otherContent",
                message: "The file is a CMS envelope of another kind, \(Wording.quote(kind)), and not signed data.",
                detail: kind)
        case .detached:
            .init(
                reason: "detached",
                message: "The signed file contains only a signature: the signed content is not included (detached).",
                remedy: signAgain)
        case .noSigner:
            .init(reason: "noSigner", message: "The signed file identifies no signer.")
        case .signerCertificateMissing:
            .init(
                reason: "signerCertificateMissing",
                message:
                    "The certificate that signed the file is not included, so the signature cannot be verified.")
        case .doesNotVerify(let error):
            .init(
                reason: "doesNotVerify",
                message: "The signature does not match the content: \(Wording.quote(error)).", detail: error)
        }
    }

    private static func name(of form: SignedFile.Encoding) -> String {
        switch form {
        case .none, .der: "bytes of an unknown format"
        case .pem: "text between dashed lines (PEM)"
        case .mime: "a mail message (S/MIME)"
        case .base64: "Base64 text"
        }
    }
}
