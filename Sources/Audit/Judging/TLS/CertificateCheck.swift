import Findings
import Transport

import struct Foundation.Date

/// Checks for certificates that were not trusted because verification or the comparison of names failed.
///
/// Rules: transport.certificate-valid, transport.chain-complete
struct CertificateCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard let failure = response.earlyFailure, failure.kind == .certificateRejected else { return nil }
        let problem = CertificateProblem.root(of: response.tls, now: response.now)
        let description = CertificateDescription(response: response, failure: failure)
        return Cause(stage: .tls, outcome: .failed, finding: description.finding(about: problem))
    }
}

/// A problem with a certificate or its chain.
enum CertificateProblem: Hashable {
    case expired(CertificateFacts?, isLeaf: Bool)
    case notYetValid(CertificateFacts?, isLeaf: Bool)
    case nameMismatch
    case selfSigned
    case untrusted
    case incomplete
    case revoked
    /// Any other problem, described only by OpenSSL's message.
    case other

    /// Returns the first problem in the order of verification; derived from the certificates if verification reported
    /// none.
    static func root(of tls: TLSFacts?, now: Date) -> CertificateProblem {
        guard let tls else { return .other }
        let path = CertificatePath(tls.chain)
        guard let error = tls.verificationError else {
            if tls.nameVerification == .failed { return .nameMismatch }
            if let dated = ofDates(path.leaf, now: now, isLeaf: true) { return dated }
            return .other
        }
        // X509_V_ERR_… of OpenSSL's x509_vfy.h.
        switch error.code {
        case 9, 13:
            return .notYetValid(dated(error, path, tls) { $0.notBefore.map { $0 > now } }, isLeaf: error.depth == 0)
        case 10, 14: return .expired(dated(error, path, tls) { $0.notAfter.map { $0 < now } }, isLeaf: error.depth == 0)
        case 18: return .selfSigned
        case 19: return .untrusted
        case 2, 20, 21:
            guard path.endsSelfSigned else { return .incomplete }
            return path.certificates.count == 1 ? .selfSigned : .untrusted
        case 23: return .revoked
        case 27, 28: return .untrusted
        case 62, 64: return .nameMismatch
        default: return .other
        }
    }

    /// Returns the problem with the dates of `certificate`, if any.
    static func ofDates(_ certificate: CertificateFacts?, now: Date, isLeaf: Bool) -> CertificateProblem? {
        guard let certificate else { return nil }
        if let end = certificate.notAfter, end < now { return .expired(certificate, isLeaf: isLeaf) }
        if let start = certificate.notBefore, start > now { return .notYetValid(certificate, isLeaf: isLeaf) }
        return nil
    }

    /// Returns the certificate that an error about dates refers to: the one at its depth, or else the first one with
    /// such dates.
    private static func dated(
        _ error: VerificationError, _ path: CertificatePath, _ tls: TLSFacts, fits: (CertificateFacts) -> Bool?
    ) -> CertificateFacts? {
        let atDepth = path.certificates.indices.contains(error.depth) ? path.certificates[error.depth] : nil
        if error.depth == 0 { return atDepth }
        if let atDepth, fits(atDepth) == true { return atDepth }
        return path.certificates.dropFirst().first { fits($0) == true }
            ?? tls.chain.dropFirst().first { fits($0) == true }
    }
}
