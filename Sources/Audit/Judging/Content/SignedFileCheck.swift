import Basics
import Findings
import SignedFile
import Transport

import struct Foundation.Date

/// A check of the envelope of a signed file: `signature-invalid`, `-untrusted`, `-expired`, `-obsolete`.
///
/// Rules: signed.form, signed.signer, signed.deprecated
struct SignedFileCheck {
    let reading: SignedFileReading
    let location: FindingLocation
    /// The host name for which signers' certificates must be valid.
    let domain: String?
    let date: Date

    var findings: [Finding] { [invalid, untrusted, expired, obsolete].compactMap(\.self) }

    private var invalid: Finding? {
        guard let failure = reading.failure else { return nil }
        let description = FailureDescription(failure)
        var evidence: Evidence = ["reason": .string(description.reason), "form": .string(reading.encoding.rawValue)]
        if let detail = description.detail { evidence["detail"] = .string(String(detail.prefix(500))) }
        addSigners(to: &evidence)
        return Finding(
            .signatureInvalid, location: location, message: description.message, remedy: description.remedy,
            evidence: evidence)
    }

    private var untrusted: Finding? {
        let sentences = reading.signers.flatMap { signer -> [String] in
            [chainSentence(signer), nameSentence(signer)].compactMap(\.self)
        }
        guard !sentences.isEmpty else { return nil }
        var evidence: Evidence = [:]
        if let domain { evidence["domain"] = .string(domain) }
        for case .untrusted(let reason, let certificate) in reading.signers.map(\.trust) {
            evidence["detail"] = .string(String(reason.prefix(500)))
            if let certificate { evidence["stoppedAt"] = .string(certificate.subject) }
            break
        }
        addSigners(to: &evidence)
        return Finding(
            .signatureUntrusted, location: location, message: Self.joined(sentences), evidence: evidence)
    }

    private func chainSentence(_ signer: Signer) -> String? {
        guard case .untrusted(let reason, let certificate) = signer.trust else { return nil }
        var subject = ""
        if let certificate, certificate != signer.certificate {
            subject = " at \(Wording.quote(certificate.subject))"
        }
        return
            "The certificate that signed the file, \(Wording.quote(signer.certificate.subject)), was not issued by a "
            + "trusted authority: \(Wording.quote(reason))\(subject)."
    }

    private func nameSentence(_ signer: Signer) -> String? {
        guard let domain, signer.nameMatch == .differs else { return nil }
        let names = signer.certificate.subjectAltNames.map { Wording.excerpt($0) }
        let issued =
            names.isEmpty
            ? "covers no matching host" : "was issued for \(Wording.list(names, of: signer.certificate.nameCount))"
        return "The certificate that signed the file, \(Wording.quote(signer.certificate.subject)), \(issued), "
            + "not for \(Wording.excerpt(domain))."
    }

    private var expired: Finding? {
        let sentences = reading.signers.compactMap(dateSentence)
        guard !sentences.isEmpty else { return nil }
        var evidence: Evidence = [:]
        if let moment = UTCTime(date) { evidence["checkedAt"] = .string(moment.secondText) }
        addSigners(to: &evidence)
        return Finding(.signatureExpired, location: location, message: Self.joined(sentences), evidence: evidence)
    }

    private func dateSentence(_ signer: Signer) -> String? {
        switch signer.validity {
        case .valid: return nil
        case .expired(let certificate):
            return "\(role(of: certificate, signer)) expired on \(Wording.moment(certificate.notAfter))."
        case .notYetValid(let certificate):
            return "\(role(of: certificate, signer)) is not valid before \(Wording.moment(certificate.notBefore))."
        }
    }

    private func role(of certificate: CertificateFacts, _ signer: Signer) -> String {
        let subject = Wording.quote(certificate.subject)
        return certificate == signer.certificate
            ? "The certificate that signed the file, \(subject)," : "\(subject), in the chain of the signer,"
    }

    private var obsolete: Finding {
        var evidence: Evidence = ["form": .string(reading.encoding.rawValue)]
        if let payload = reading.payload { evidence["payloadBytes"] = .integer(payload.count) }
        if reading.trailingBytes > 0 { evidence["trailingBytes"] = .integer(reading.trailingBytes) }
        if reading.signers.contains(where: \.hasSignedAttributes) { evidence["signedAttributes"] = true }
        addSigners(to: &evidence)
        let signers = reading.signers.map { Wording.quote($0.certificate.subject) }
        let signatories = signers.isEmpty ? "" : ", by \(Wording.list(signers))"
        return Finding(
            .signatureObsolete, location: location,
            message: "The file is signed (CMS)\(signatories), which no system since iOS 9 needs.", evidence: evidence)
    }

    private func addSigners(to evidence: inout Evidence) {
        guard !reading.signers.isEmpty else { return }
        evidence["signers"] = .array(reading.signers.map { .object(Evidence($0.certificate)) })
    }

    /// Joins the first three sentences, because a malicious envelope could cause many.
    private static func joined(_ sentences: [String]) -> String {
        let shown = sentences.prefix(3).joined(separator: " ")
        let more = sentences.count - 3
        return more > 0 ? "\(shown) There \(more == 1 ? "is 1" : "are \(more)") more of this kind." : shown
    }
}

/// Descriptions of the reason why a signed file cannot be read.
private struct FailureDescription {
    var reason: String
    var message: String
    var detail: String?
    /// The remedy, if it differs from that of the catalogue.
    var remedy: String?

    private static let signAgain = """
        Ask the file's maintainers to serve the plain JSON instead; since iOS 9, no system needs a signature. If iOS 8 \
        matters, sign it again with the content included and in binary format: openssl smime -sign -nodetach -noattr \
        -outform DER -signer CERTIFICATE -inkey KEY -certfile INTERMEDIATES -in FILE.
        """

    init(_ failure: SignedFileFailure) {
        switch failure {
        case .wrongEncoding(let form):
            reason = "form"
            message = "The signed file is stored as \(Self.name(of: form)); only the binary format (DER) is read."
            remedy = Self.signAgain
        case .tooLarge(let bytes, let limit):
            reason = "tooLarge"
            message = "The signed file has \(Wording.bytes(bytes)); more than \(Wording.bytes(limit)) are not opened."
        case .tooMany(let what, let limit):
            reason = "tooMany"
            message = "The signed file has more than \(limit) \(what), and was not opened."
        case .malformed(let words):
            reason = "malformed"
            message = "The signed file cannot be decoded\(words.isEmpty ? "" : ": \(Wording.quote(words))")."
            detail = words
        case .otherContent(let kind):
            reason = "otherContent"
            message = "The file is a CMS envelope of another kind, \(Wording.quote(kind)), and not signed data."
            detail = kind
        case .detached:
            reason = "detached"
            message = "The signed file contains only a signature: the signed content is not included (detached)."
            remedy = Self.signAgain
        case .noSigner:
            reason = "noSigner"
            message = "The signed file identifies no signer."
        case .signerCertificateMissing:
            reason = "signerCertificateMissing"
            message = "The certificate that signed the file is not included, so the signature cannot be verified."
        case .doesNotVerify(let words):
            reason = "doesNotVerify"
            message = "The signature does not match the content: \(Wording.quote(words))."
            detail = words
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
