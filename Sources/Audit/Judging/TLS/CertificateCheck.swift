import Basics
import Findings
import Transport

import struct Foundation.Date

/// A check for certificates that were not trusted because the verification of the chain or of the name failed.
/// Documented as transport.certificate-valid, transport.chain-complete
struct CertificateCheck: CauseCheck {
    func cause(of response: Response) -> Cause? {
        guard let failure = response.earlyFailure, failure.kind == .certificateRejected else { return nil }
        return Cause(outcome: .failed, finding: CertificateProblem(response, failure).finding)
    }
}

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
        (code, certificate) = Self.firstProblem(of: response.tls, path, now: response.observedAt)
    }

    /// Returns the first problem in the order of verification, or in the certificates if verification reported none;
    /// other problems count as a failed handshake.
    private static func firstProblem(
        of tls: TLSFacts?, _ path: CertificatePath, now: Date
    ) -> (code: FindingCode, certificate: CertificateFacts?) {
        guard let tls else { return (.tlsHandshakeFailed, nil) }
        let leaf = path.leaf
        let last = path.certificates.last
        guard let error = tls.verificationError else {
            if tls.nameVerification == .failed { return (.tlsCertificateNameMismatch, leaf) }
            return (leaf.flatMap { wrongDate(of: $0, now: now) } ?? .tlsHandshakeFailed, leaf)
        }
        switch error.problem {
        case .notYetValid:
            return (.tlsCertificateNotYetValid, misdated(error, path, tls) { ($0.notBefore ?? now) > now })
        case .expired: return (.tlsCertificateExpired, misdated(error, path, tls) { ($0.notAfter ?? now) < now })
        case .selfSigned: return (.tlsCertificateSelfSigned, leaf)
        case .missingIssuer:
            guard path.endsSelfSigned else { return (.tlsChainIncomplete, leaf) }
            return path.certificates.count == 1 ? (.tlsCertificateSelfSigned, leaf) : (.tlsCertificateUntrusted, last)
        case .untrusted: return (.tlsCertificateUntrusted, last)
        case .revoked: return (.tlsCertificateRevoked, leaf)
        case .nameMismatch: return (.tlsCertificateNameMismatch, leaf)
        case nil: return (.tlsHandshakeFailed, leaf)
        }
    }

    private static func wrongDate(of certificate: CertificateFacts, now: Date) -> FindingCode? {
        if let end = certificate.notAfter, end < now { return .tlsCertificateExpired }
        if let start = certificate.notBefore, start > now { return .tlsCertificateNotYetValid }
        return nil
    }

    /// Returns the certificate that `error` is about: at depth 0, the leaf; otherwise the one at the error's depth, or
    /// else the first above the leaf, for which `hasWrongDate` is true.
    private static func misdated(
        _ error: VerificationError, _ path: CertificatePath, _ tls: TLSFacts, hasWrongDate: (CertificateFacts) -> Bool
    ) -> CertificateFacts? {
        if error.depth == 0 { return path.leaf }
        if path.certificates.indices.contains(error.depth), hasWrongDate(path.certificates[error.depth]) {
            return path.certificates[error.depth]
        }
        return path.certificates.dropFirst().first(where: hasWrongDate)
            ?? tls.chain.dropFirst().first(where: hasWrongDate)
    }

    var finding: Finding {
        let others = otherProblems
        var evidence = evidence
        if !others.isEmpty { evidence["alsoWrong"] = .strings(others.map(\.code.rawValue)) }
        let message = ([message] + others.map(\.sentence)).joined(separator: " ")
        return Finding(code, location: response.location, message: message, remedy: remedy, evidence: evidence)
    }

    private var isAboutLeaf: Bool { (response.tls?.verificationError?.depth ?? 0) == 0 }

    /// The remedy, if the date allows a more specific one than the catalogue's.
    private var remedy: String? {
        guard code == .tlsCertificateNotYetValid, isAboutLeaf, let begin = certificate?.notBefore else { return nil }
        return """
            Check the date and time of the computer that runs this check. If they are right, the certificate becomes \
            valid on \(Wording.moment(begin)): wait until then, or ask the web server's administrators to install one \
            that is valid now.
            """
    }

    private var message: String {
        let name = response.name
        switch code {
        case .tlsCertificateExpired where isAboutLeaf:
            return "The certificate for \(name) \(expiry)." + otherNamesSentence
        case .tlsCertificateExpired:
            let isLeafExpired = (path.leaf?.notAfter ?? response.observedAt) < response.observedAt
            return "\(chainMember) \(expiry). The server's own certificate "
                + "\(isLeafExpired ? "also expired, on" : "is valid until") \(Wording.moment(path.leaf?.notAfter))."
        case .tlsCertificateNotYetValid:
            let subject = isAboutLeaf ? "The certificate for \(name)" : chainMember
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
            return """
                The certificate chain of \(name) is incomplete: the server sends \
                \(Phrase.count(response.tls?.certificateCount ?? 0, "certificate")), but not that of the issuer \
                \(quoted(path.missingIssuer)). This issuer is not a trusted authority: either its certificate is an \
                intermediate one, which the server must send, or it is a private authority.
                """
        case .tlsCertificateRevoked: return "The certificate for \(name) has been revoked."
        default:
            let reason = response.tls?.verificationError?.text ?? failure.detail
            return "The certificate for \(name) is not trusted: \(Wording.quote(reason))."
        }
    }

    /// Other problems of the server's certificate for the message, because fixing only one of them does not help.
    private var otherProblems: [(code: FindingCode, sentence: String)] {
        guard let leaf = path.leaf else { return [] }
        let sentences: [FindingCode: String] = [
            .tlsCertificateExpired: "It has also expired, on \(Wording.moment(leaf.notAfter)).",
            .tlsCertificateNotYetValid: "It is also not valid before \(Wording.moment(leaf.notBefore)).",
            .tlsCertificateNameMismatch: "It also does not cover this host: it was issued for \(names).",
        ]
        let wrongName: FindingCode? = response.tls?.nameVerification == .failed ? .tlsCertificateNameMismatch : nil
        let others = [Self.wrongDate(of: leaf, now: response.observedAt), wrongName].compactMap(\.self)
        return others.filter { $0 != code }.map { ($0, sentences[$0] ?? "") }
    }

    private var evidence: Evidence {
        let error = response.tls?.verificationError
        let missingIssuer = code == .tlsChainIncomplete ? path.missingIssuer : nil
        var evidence: Evidence = [
            "host": .string(response.target.host), "certificate": certificate.map { .object(Evidence($0)) },
            "missingIssuer": missingIssuer.map { .string($0) },
            "certificatesSent": response.tls.map { .integer($0.certificateCount) },
            "verificationCode": error.map { .integer($0.code) }, "verificationDepth": error.map { .integer($0.depth) },
            "verificationText": error.map { .string($0.text) },
        ]
        // A message that only repeats the verification error is omitted.
        let isRepetition = error.map { failure.detail.contains($0.text) } ?? false
        if !failure.detail.isEmpty, !isRepetition { evidence["detail"] = .string(String(failure.detail.prefix(1000))) }
        return evidence
    }

    /// A sentence about the certificate's names other than this host; empty if there are none, or if it lacks the host.
    private var otherNamesSentence: String {
        guard let leaf = path.leaf else { return "" }
        let others = leaf.subjectAltNames.filter { $0.lowercased() != response.target.host }
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
            ?? "A certificate in the chain of \(response.name), above those that the server sends,"
    }

    private func quoted(_ name: String?) -> String { name.map { Wording.quote($0) } ?? "an unknown name" }

    private var expiry: String {
        let date = "expired on \(Wording.moment(certificate?.notAfter))"
        guard let end = certificate?.notAfter, end < response.observedAt else { return date }
        return "\(date), \(Wording.duration(from: end, to: response.observedAt)) ago"
    }
}

/// The path from the server's own certificate towards a root, as far as the server sent its certificates.
struct CertificatePath {
    let certificates: [CertificateFacts]

    /// Follows the issuers' names through `chain`, regardless of its order.
    init(_ chain: [CertificateFacts]) {
        var bySubject: [String: Int] = [:]
        for (index, certificate) in chain.enumerated() where bySubject[certificate.subject] == nil {
            bySubject[certificate.subject] = index
        }
        var path: [CertificateFacts] = []
        var visited: Set<Int> = []
        var next = chain.isEmpty ? nil : 0
        while let index = next, visited.insert(index).inserted {
            path.append(chain[index])
            next = chain[index].isSelfSigned ? nil : bySubject[chain[index].issuer]
        }
        certificates = path
    }

    var leaf: CertificateFacts? { certificates.first }
    var endsSelfSigned: Bool { certificates.last?.isSelfSigned ?? false }

    /// The name of the issuer whose certificate was not sent; `nil` if the path ends at a self-signed certificate.
    var missingIssuer: String? { endsSelfSigned ? nil : certificates.last?.issuer }
}

extension Evidence {
    init(_ certificate: CertificateFacts) {
        // The report lists more names with the certificates of the location.
        let names = certificate.subjectAltNames.prefix(100)
        let nameCount = certificate.nameCount > 100 ? certificate.nameCount : nil
        self = [
            "subject": .string(certificate.subject), "issuer": .string(certificate.issuer),
            "notBefore": certificate.notBefore.map { .string($0.secondText) },
            "notAfter": certificate.notAfter.map { .string($0.secondText) },
            "names": names.isEmpty ? nil : .strings(names),
            "nameCount": nameCount.map { .integer($0) }, "sha256": .string(certificate.sha256),
        ]
    }
}
