import Basics
import Findings
import Transport

import struct Foundation.Date

/// Checks for certificates that were not trusted because the verification of the chain or of the name failed.
///
/// Rules: transport.certificate-valid, transport.chain-complete
struct CertificateCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard let failure = response.earlyFailure, failure.kind == .certificateRejected else { return nil }
        return Cause(stage: .tls, outcome: .failed, finding: CertificateProblem(response, failure).finding)
    }
}

/// A problem with a certificate or its chain.
private struct CertificateProblem {
    private let response: Response
    private let failure: ExchangeFailure
    private let path: CertificatePath
    private let code: FindingCode
    /// The certificate that has the problem, if it was sent.
    private let certificate: CertificateFacts?

    init(_ response: Response, _ failure: ExchangeFailure) {
        self.response = response
        self.failure = failure
        path = CertificatePath(response.tls?.chain ?? [])
        (code, certificate) = Self.firstProblem(of: response.tls, path, now: response.now)
    }

    /// Returns the first problem in the order of verification, or one derived from the certificates if verification
    /// reported none.
    ///
    /// Problems without their own code count as a failed handshake, with OpenSSL's message.
    private static func firstProblem(
        of tls: TLSFacts?, _ path: CertificatePath, now: Date
    ) -> (code: FindingCode, certificate: CertificateFacts?) {
        let leaf = path.leaf
        let last = path.certificates.last
        guard let tls else { return (.tlsHandshakeFailed, nil) }
        guard let error = tls.verificationError else {
            if tls.nameVerification == .failed { return (.tlsCertificateNameMismatch, leaf) }
            return (leaf.flatMap { wrongDate(of: $0, now: now) } ?? .tlsHandshakeFailed, leaf)
        }
        // X509_V_ERR_… of OpenSSL's x509_vfy.h.
        switch error.code {
        case 9, 13: return (.tlsCertificateNotYetValid, misdated(error, path, tls) { ($0.notBefore ?? now) > now })
        case 10, 14: return (.tlsCertificateExpired, misdated(error, path, tls) { ($0.notAfter ?? now) < now })
        case 18: return (.tlsCertificateSelfSigned, leaf)
        case 2, 20, 21:
            guard path.endsSelfSigned else { return (.tlsChainIncomplete, leaf) }
            let isAlone = path.certificates.count == 1
            return isAlone ? (.tlsCertificateSelfSigned, leaf) : (.tlsCertificateUntrusted, last)
        case 19, 27, 28: return (.tlsCertificateUntrusted, last)
        case 23: return (.tlsCertificateRevoked, leaf)
        case 62, 64: return (.tlsCertificateNameMismatch, leaf)
        default: return (.tlsHandshakeFailed, leaf)
        }
    }

    private static func wrongDate(of certificate: CertificateFacts, now: Date) -> FindingCode? {
        if let end = certificate.notAfter, end < now { return .tlsCertificateExpired }
        if let start = certificate.notBefore, start > now { return .tlsCertificateNotYetValid }
        return nil
    }

    /// Returns the certificate that an error about dates refers to: the certificate at its depth, or the first one with
    /// such dates.
    private static func misdated(
        _ error: VerificationError, _ path: CertificatePath, _ tls: TLSFacts, fits: (CertificateFacts) -> Bool
    ) -> CertificateFacts? {
        let atDepth = path.certificates.indices.contains(error.depth) ? path.certificates[error.depth] : nil
        if error.depth == 0 { return atDepth }
        if let atDepth, fits(atDepth) { return atDepth }
        return path.certificates.dropFirst().first(where: fits) ?? tls.chain.dropFirst().first(where: fits)
    }

    /// The finding; its message includes other problems of the same certificate.
    var finding: Finding {
        let others = otherProblems
        var evidence = evidence
        if !others.isEmpty { evidence["alsoWrong"] = .strings(others.map(\.code.rawValue)) }
        let message = ([message] + others.map(\.sentence)).joined(separator: " ")
        return Finding(code, location: response.location, message: message, remedy: remedy, evidence: evidence)
    }

    /// Whether the verification error concerns the server's own certificate.
    private var isLeaf: Bool { (response.tls?.verificationError?.depth ?? 0) == 0 }

    /// The remedy, if the date allows a more specific one than the catalogue's.
    private var remedy: String? {
        guard code == .tlsCertificateNotYetValid, isLeaf, let begin = certificate?.notBefore else { return nil }
        return """
            Check the date and time of the checking computer. If they are right, the certificate becomes valid on \
            \(Wording.moment(begin)): wait until then, or ask the web server's administrators to install one that is \
            valid now.
            """
    }

    private var message: String {
        let name = response.name
        switch code {
        case .tlsCertificateExpired where isLeaf:
            return "The certificate for \(name) expired on \(Wording.moment(certificate?.notAfter))\(age)." + alsoNamed
        case .tlsCertificateExpired:
            let isLeafExpired = (path.leaf?.notAfter ?? response.now) < response.now
            return
                "\(chainMember) expired on \(Wording.moment(certificate?.notAfter))\(age). "
                + "The server's own certificate \(isLeafExpired ? "also expired, on" : "is valid until") "
                + "\(Wording.moment(path.leaf?.notAfter))."
        case .tlsCertificateNotYetValid:
            let subject = isLeaf ? "The certificate for \(name)" : chainMember
            return "\(subject) is not valid before \(Wording.moment(certificate?.notBefore))."
        case .tlsCertificateNameMismatch:
            return "The certificate was issued for \(names), not for \(name)."
        case .tlsCertificateSelfSigned:
            return
                "The certificate for \(name) (\(quoted(certificate?.subject))) is self-signed: no authority issued it."
        case .tlsCertificateUntrusted:
            return "The certificate chain of \(name) ends at \(quoted(certificate?.issuer)), "
                + "which is not a trusted authority."
        case .tlsChainIncomplete:
            return "The certificate chain of \(name) is incomplete: the server sends "
                + "\(Phrase.count(response.tls?.sentCount ?? 0, "certificate")), but not that of the issuer "
                + "\(quoted(path.missingIssuer)). This issuer is not a trusted authority: either its certificate "
                + "is an intermediate one, which the server must send, or it is a private authority."
        case .tlsCertificateRevoked:
            return "The certificate for \(name) has been revoked."
        default:
            let words = response.tls?.verificationError?.text ?? failure.detail
            return "The certificate for \(name) is not trusted: \(Wording.quote(words))."
        }
    }

    /// Other problems of the same certificate for the message, because fixing only one of them does not help.
    private var otherProblems: [(code: FindingCode, sentence: String)] {
        guard let leaf = path.leaf else { return [] }
        var problems: [(code: FindingCode, sentence: String)] = []
        let date = Self.wrongDate(of: leaf, now: response.now)
        if date == .tlsCertificateExpired {
            problems.append((.tlsCertificateExpired, "It also expired on \(Wording.moment(leaf.notAfter))."))
        } else if date == .tlsCertificateNotYetValid {
            problems.append(
                (.tlsCertificateNotYetValid, "It is also not valid before \(Wording.moment(leaf.notBefore))."))
        }
        if response.tls?.nameVerification == .failed {
            problems.append((.tlsCertificateNameMismatch, "It was also issued for other names: \(names)."))
        }
        return problems.filter { $0.code != code }
    }

    private var evidence: Evidence {
        var evidence: Evidence = ["host": .string(response.target.domain.host)]
        evidence["certificate"] = certificate.map { .object(Evidence($0)) }
        if code == .tlsChainIncomplete { evidence["missingIssuer"] = path.missingIssuer.map { .string($0) } }
        // The message is omitted if it only repeats the verification error.
        var isRepetition = false
        if let tls = response.tls {
            evidence["certificatesSent"] = .integer(tls.sentCount)
            if let error = tls.verificationError {
                evidence["verificationCode"] = .integer(error.code)
                evidence["verificationDepth"] = .integer(error.depth)
                evidence["verificationText"] = .string(error.text)
                isRepetition = failure.detail.contains(error.text)
            }
        }
        if !failure.detail.isEmpty, !isRepetition { evidence["detail"] = .string(String(failure.detail.prefix(1000))) }
        return evidence
    }

    /// A sentence about other names that the certificate covers, which benefit from a new certificate as well.
    private var alsoNamed: String {
        guard let leaf = path.leaf else { return "" }
        let host = response.target.domain.host
        let others = leaf.subjectAltNames.filter { $0.lowercased() != host }
        guard others.count < leaf.subjectAltNames.count, !others.isEmpty else { return "" }
        let list = Wording.list(others.map { Wording.excerpt($0) }, of: leaf.nameCount - 1)
        return " It also names \(list): one new certificate can cover them all."
    }

    private var names: String {
        guard let leaf = path.leaf, leaf.nameCount > 0 else { return "no host name at all" }
        return Wording.list(leaf.subjectAltNames.map { Wording.excerpt($0) }, of: leaf.nameCount)
    }

    private var chainMember: String {
        certificate.map { "A certificate in the chain of \(response.name), \(quoted($0.subject))," }
            ?? "A certificate above those that \(response.name) sends"
    }

    private func quoted(_ name: String?) -> String { name.map { Wording.quote($0) } ?? "an unknown name" }

    private var age: String {
        guard let end = certificate?.notAfter, end < response.now else { return "" }
        return ", \(Wording.duration(from: end, to: response.now)) ago"
    }
}
