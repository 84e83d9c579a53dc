import COpenSSL
import Transport

import struct Foundation.Date

/// Reads the certificates of signers, and checks their trust, dates and names, but no signatures of content.
struct SignerReader {
    let anchors: CertificateStore?
    /// A `STACK_OF(X509)` to build chains from.
    let intermediates: OpaquePointer?
    let domain: String?
    let date: Date

    /// Reads each certificate once, because a hostile envelope can use one large certificate for every signer.
    func read(_ infos: [Envelope.SignerInfo]) -> [Signer] {
        var signerOfCertificate: [OpaquePointer: Signer] = [:]
        var signers: [Signer] = []
        for info in infos {
            var signer = signerOfCertificate[info.certificate] ?? readSigner(with: info.certificate)
            signerOfCertificate[info.certificate] = signer
            signer.hasSignedAttributes = info.hasSignedAttributes
            signers.append(signer)
        }
        return signers
    }

    private func readSigner(with pointer: OpaquePointer) -> Signer {
        let certificate = CertificateReader.facts(of: pointer)
        var signer = Signer(
            certificate: certificate, trust: .notChecked, validity: validity(of: [certificate]),
            nameMatch: .notChecked, hasSignedAttributes: false)
        if let domain { signer.nameMatch = CertificateReader.matches(pointer, host: domain) ? .matches : .differs }
        guard let anchors else { return signer }
        // Chain and dates are separate results: a chain that fails only because of dates is trusted.
        let dated = ChainCheck(pointer, anchors, intermediates: intermediates, time: secondsSince1970)
        guard let datedProblem = dated.problem else {
            signer.trust = .trusted
            signer.validity = .valid
            return signer
        }
        let undated = ChainCheck(pointer, anchors, intermediates: intermediates, time: nil)
        if let problem = undated.problem {
            signer.trust = .untrusted(reason: problem, at: undated.stoppedAt)
            return signer
        }
        signer.validity = validity(of: undated.chain)
        // If verification with dates failed although all dates are valid, OpenSSL's error is reported.
        signer.trust = signer.validity == .valid ? .untrusted(reason: datedProblem, at: dated.stoppedAt) : .trusted
        return signer
    }

    /// The date, clamped to the years that certificates can represent.
    private var secondsSince1970: Int {
        let seconds = date.timeIntervalSince1970
        return seconds.isNaN ? 0 : Int(min(max(seconds, -62_135_596_800), 253_402_300_799))
    }

    /// Returns the problem with the dates of the first expired or not yet valid certificate; `.valid` if there is none.
    private func validity(of chain: [CertificateFacts]) -> Signer.Validity {
        for certificate in chain {
            if let notAfter = certificate.notAfter, notAfter < date { return .expired(certificate) }
            if let notBefore = certificate.notBefore, notBefore > date { return .notYetValid(certificate) }
        }
        return .valid
    }
}

private struct ChainCheck {
    /// OpenSSL's message; `nil` if the chain ends at an anchor.
    var problem: String?
    /// The certificate at which verification stopped; `nil` if there is no problem, or no such certificate.
    var stoppedAt: CertificateFacts?
    /// The chain, from the signer upwards, as far as it was built.
    var chain: [CertificateFacts] = []

    /// Verifies at `time`, in seconds since 1970; if it is `nil`, regardless of dates.
    init(_ certificate: OpaquePointer, _ anchors: CertificateStore, intermediates: OpaquePointer?, time: Int?) {
        guard let context = X509_STORE_CTX_new() else {
            problem = "out of memory"
            return
        }
        defer { withExtendedLifetime(anchors) { X509_STORE_CTX_free(context) } }
        guard X509_STORE_CTX_init(context, anchors.pointer, certificate, intermediates) == 1 else {
            problem = OpenSSLErrors.takeText()
            return
        }
        let parameters = X509_STORE_CTX_get0_param(context)
        // The certificates are those of TLS servers (WWDC 2014, session 506), which match no purpose of OpenSSL.
        X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_ANY)
        if let time {
            X509_VERIFY_PARAM_set_time(parameters, time)
        } else {
            X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_NO_CHECK_TIME))
        }
        if X509_verify_cert(context) != 1 {
            let error = X509_STORE_CTX_get_error(context)
            problem = X509_verify_cert_error_string(Int(error)).map { String(cString: $0) } ?? "error \(error)"
            stoppedAt = X509_STORE_CTX_get_current_cert(context).map(CertificateReader.facts)
        }
        if let built = X509_STORE_CTX_get0_chain(context) {
            chain = (0..<aasa_sk_X509_num(built)).compactMap { aasa_sk_X509_value(built, $0) }
                .map(CertificateReader.facts)
        }
        ERR_clear_error()
    }
}
