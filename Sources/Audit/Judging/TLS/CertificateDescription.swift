import Basics
import Findings
import Transport

import struct Foundation.Date

/// Describes problems of certificates.
struct CertificateDescription {
    let response: Response
    let failure: ExchangeFailure

    private var path: CertificatePath { CertificatePath(response.tls?.chain ?? []) }

    /// Returns the finding about `problem`; its message includes other problems of the same certificate.
    func finding(about problem: CertificateProblem) -> Finding {
        let code = Self.code(of: problem)
        let others = otherProblems(beside: code)
        var evidence = evidence(about: problem)
        if !others.isEmpty { evidence["alsoWrong"] = .strings(others.map(\.code.rawValue)) }
        let message = ([message(about: problem)] + others.map(\.sentence)).joined(separator: " ")
        return Finding(
            code, location: response.location, message: message, remedy: remedy(for: problem), evidence: evidence)
    }

    /// Returns the remedy for `problem` if its date allows a more specific one than that of the catalogue.
    private func remedy(for problem: CertificateProblem) -> String? {
        guard case .notYetValid(let certificate, isLeaf: true) = problem, let begin = certificate?.notBefore else {
            return nil
        }
        return """
            Check the date and time of the computer that runs this check. If they are right, the certificate becomes \
            valid on \(Wording.moment(begin)): wait until then, or ask the web server's administrators to install one \
            that is valid now.
            """
    }

    private static func code(of problem: CertificateProblem) -> FindingCode {
        switch problem {
        case .expired: .tlsCertificateExpired
        case .notYetValid: .tlsCertificateNotYetValid
        case .nameMismatch: .tlsCertificateNameMismatch
        case .selfSigned: .tlsCertificateSelfSigned
        case .untrusted: .tlsCertificateUntrusted
        case .incomplete: .tlsChainIncomplete
        case .revoked: .tlsCertificateRevoked
        case .other: .tlsHandshakeFailed
        }
    }

    private func message(about problem: CertificateProblem) -> String {
        let name = response.name
        switch problem {
        case .expired(let certificate, isLeaf: true):
            return "The certificate for \(name) expired on \(Wording.moment(certificate?.notAfter))\(age(certificate))."
                + shared
        case .expired(let certificate, isLeaf: false):
            let isOver = path.leaf?.notAfter.map { $0 < response.now } ?? false
            return
                "\(chainMember(certificate)) expired on \(Wording.moment(certificate?.notAfter))\(age(certificate)). "
                + "The server's own certificate \(isOver ? "also expired, on" : "is valid until") "
                + "\(Wording.moment(path.leaf?.notAfter))."
        case .notYetValid(let certificate, isLeaf: true):
            return "The certificate for \(name) is not valid before \(Wording.moment(certificate?.notBefore))."
        case .notYetValid(let certificate, isLeaf: false):
            return "\(chainMember(certificate)) is not valid before \(Wording.moment(certificate?.notBefore))."
        case .nameMismatch:
            return "The certificate was issued for \(names), not for \(name)."
        case .selfSigned:
            return
                "The certificate for \(name) (\(quoted(path.leaf?.subject))) is self-signed: no authority issued it."
        case .untrusted:
            return "The certificate chain of \(name) ends at \(quoted(path.certificates.last?.issuer)), "
                + "which is not a trusted authority."
        case .incomplete:
            return "The certificate chain of \(name) is incomplete: the server sends "
                + "\(Phrase.count(response.tls?.sentCount ?? 0, "certificate")), but not that of the issuer "
                + "\(quoted(path.missingIssuer)), which is not a trusted authority itself. "
                + "Either an intermediate certificate is missing, or the issuer is a private authority."
        case .revoked:
            return "The certificate for \(name) has been revoked."
        case .other:
            let words = response.tls?.verificationError?.text ?? failure.detail
            return "The certificate for \(name) is not trusted: \(Wording.quote(words))."
        }
    }

    /// Returns independent problems of the same certificate, for the message: fixing only one of them does not help.
    private func otherProblems(beside code: FindingCode) -> [(code: FindingCode, sentence: String)] {
        guard let leaf = path.leaf else { return [] }
        var problems: [(code: FindingCode, sentence: String)] = []
        switch CertificateProblem.ofDates(leaf, now: response.now, isLeaf: true) {
        case .expired?:
            problems.append((.tlsCertificateExpired, "It also expired on \(Wording.moment(leaf.notAfter))."))
        case .notYetValid?:
            problems.append(
                (.tlsCertificateNotYetValid, "It is also not valid before \(Wording.moment(leaf.notBefore))."))
        default: break
        }
        if response.tls?.nameVerification == .failed {
            problems.append((.tlsCertificateNameMismatch, "It was also issued for other names: \(names)."))
        }
        return problems.filter { $0.code != code }
    }

    private func evidence(about problem: CertificateProblem) -> Evidence {
        var evidence: Evidence = ["host": .string(response.target.domain.host)]
        let shown: CertificateFacts? =
            switch problem {
            case .expired(let certificate, isLeaf: false), .notYetValid(let certificate, isLeaf: false): certificate
            case .untrusted: path.certificates.last
            default: path.leaf
            }
        if let shown { evidence["certificate"] = .object(Evidence(shown)) }
        if case .incomplete = problem, let issuer = path.missingIssuer { evidence["missingIssuer"] = .string(issuer) }
        if let tls = response.tls {
            evidence["certificatesSent"] = .integer(tls.sentCount)
            if let error = tls.verificationError {
                evidence["verificationCode"] = .integer(error.code)
                evidence["verificationDepth"] = .integer(error.depth)
                evidence["verificationText"] = .string(error.text)
            }
        }
        // The library's message repeats the verification error and adds little.
        if !failure.detail.isEmpty, response.tls?.verificationError.map({ failure.detail.contains($0.text) }) != true {
            evidence["detail"] = .string(String(failure.detail.prefix(1000)))
        }
        return evidence
    }

    /// A description of other names for which a new certificate helps.
    private var shared: String {
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

    private func chainMember(_ certificate: CertificateFacts?) -> String {
        certificate.map { "A certificate in the chain of \(response.name), \(quoted($0.subject))," }
            ?? "A certificate above those that \(response.name) sends"
    }

    private func quoted(_ name: String?) -> String { name.map { Wording.quote($0) } ?? "an unknown name" }

    private func age(_ certificate: CertificateFacts?) -> String {
        guard let end = certificate?.notAfter, end < response.now else { return "" }
        return ", \(Wording.duration(from: end, to: response.now)) ago"
    }
}
