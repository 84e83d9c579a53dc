import COpenSSL
import Transport

import struct Foundation.Date

struct SignerReading {
    let anchors: CertificateStore?
    /// A `STACK_OF(X509)` to build chains from.
    let others: OpaquePointer?
    let domain: String?
    let date: Date

    /// Reads all signers, but each certificate only once, because a hostile envelope can use one large certificate for
    /// every signer.
    func read(_ infos: [Envelope.SignerInfo]) -> [Signer] {
        var known: [OpaquePointer: Signer] = [:]
        return infos.map { info in
            var signer = known[info.certificate] ?? read(info.certificate)
            known[info.certificate] = signer
            signer.hasSignedAttributes = info.hasSignedAttributes
            return signer
        }
    }

    private func read(_ pointer: OpaquePointer) -> Signer {
        let certificate = CertificateReader.facts(of: pointer)
        var signer = Signer(
            certificate: certificate, trust: .notChecked, validity: validity(of: [certificate]),
            name: domain.map { CertificateReader.matches(pointer, host: $0) ? .matches : .differs } ?? .notChecked,
            hasSignedAttributes: false)
        guard let anchors else { return signer }
        // Chain and dates are separate results: a chain that fails only because of dates is trusted.
        let dated = ChainCheck(pointer, anchors, others: others, time: time)
        guard dated.problem != nil else {
            signer.trust = .trusted
            signer.validity = .valid
            return signer
        }
        let undated = ChainCheck(pointer, anchors, others: others, time: nil)
        if let problem = undated.problem {
            signer.trust = .untrusted(reason: problem, at: undated.stoppedAt)
            return signer
        }
        signer.validity = validity(of: undated.chain)
        signer.trust = .trusted
        if signer.validity == .valid, let problem = dated.problem {
            // Verification with dates failed although all dates are valid: OpenSSL's error is reported.
            signer.trust = .untrusted(reason: problem, at: dated.stoppedAt)
        }
        return signer
    }

    /// Seconds since 1970, clamped to the years that certificates can represent.
    private var time: Int {
        let seconds = date.timeIntervalSince1970
        return seconds.isNaN ? 0 : Int(min(max(seconds, -62_135_596_800), 253_402_300_799))
    }

    /// Returns the problem with the dates of the first invalid certificate in a chain; `.valid` if none.
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
    var stoppedAt: CertificateFacts?
    /// The chain, from the signer upwards, as far as it was built.
    var chain: [CertificateFacts] = []

    /// Verifies at `time`, in seconds since 1970, or regardless of dates.
    init(_ certificate: OpaquePointer, _ anchors: CertificateStore, others: OpaquePointer?, time: Int?) {
        guard let context = X509_STORE_CTX_new() else {
            problem = "out of memory"
            return
        }
        defer { withExtendedLifetime(anchors) { X509_STORE_CTX_free(context) } }
        guard X509_STORE_CTX_init(context, anchors.pointer, certificate, others) == 1 else {
            problem = OpenSSLErrors.text()
            return
        }
        let parameters = X509_STORE_CTX_get0_param(context)
        // These files are signed with certificates of TLS servers (WWDC 2014, session 506), which match no purpose of
        // OpenSSL.
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
