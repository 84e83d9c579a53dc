import Findings
import Testing
import Transport

@testable import Audit

struct TLSTests {
    @Test(arguments: cases)
    func judges(_ row: JudgeCase) { row.check() }

    private static let selfSigned = Seen.certificate(issuer: "CN=example.com", selfSigned: true)
    private static let expired = Seen.certificate(from: -100, to: -3)
    private static let root = Seen.authority("CN=Private Root", issuer: "CN=Private Root")

    static let cases: [JudgeCase] = [
        JudgeCase(
            "expired", Seen.settled(Seen.rejected(10, chain: [expired, Seen.authority()])), .fail,
            ["tls-certificate-expired error domain"], "nnn?"),
        JudgeCase(
            "not yet valid", Seen.settled(Seen.rejected(9, chain: [Seen.certificate(from: 5), Seen.authority()])),
            .fail, ["tls-certificate-not-yet-valid error domain"], "nnn?"),
        JudgeCase(
            "an expired intermediate",
            Seen.settled(Seen.rejected(10, depth: 1, chain: [Seen.certificate(), Seen.authority(to: -1)])), .fail,
            ["tls-certificate-expired error domain"], "nnn?"),
        JudgeCase(
            "another name", Seen.settled(Seen.rejected(nil, nameVerification: .failed)), .fail,
            ["tls-certificate-name-mismatch error domain"], "nnn?"),
        JudgeCase(
            "another name, as OpenSSL says it", Seen.settled(Seen.rejected(62, nameVerification: .failed)), .fail,
            ["tls-certificate-name-mismatch error domain"], "nnn?"),
        JudgeCase(
            "another address", Seen.settled(Seen.rejected(64, nameVerification: .failed)), .fail,
            ["tls-certificate-name-mismatch error domain"], "nnn?"),
        JudgeCase(
            "self-signed", Seen.settled(Seen.rejected(18, chain: [selfSigned])), .fail,
            ["tls-certificate-self-signed error domain"], "nnn?"),
        JudgeCase(
            "self-signed, expired and for another name",
            Seen.settled(
                Seen.rejected(
                    18, chain: [Seen.certificate(issuer: "CN=example.com", to: -2, selfSigned: true)],
                    nameVerification: .failed)),
            .fail, ["tls-certificate-self-signed error domain"], "nnn?"),
        JudgeCase(
            "an untrusted root that was sent",
            Seen.settled(
                Seen.rejected(
                    19, depth: 2, chain: [Seen.certificate(), Seen.authority(issuer: "CN=Private Root"), root])),
            .fail, ["tls-certificate-untrusted error domain"], "nnn?"),
        JudgeCase(
            "an untrusted root that was sent, told as a missing issuer",
            Seen.settled(Seen.rejected(20, chain: [Seen.certificate(issuer: "CN=Private Root"), root])), .fail,
            ["tls-certificate-untrusted error domain"], "nnn?"),
        JudgeCase(
            "a missing intermediate", Seen.settled(Seen.rejected(20, chain: [Seen.certificate()])), .fail,
            ["tls-chain-incomplete error domain"], "??n?"),
        JudgeCase(
            "a missing issuer further up", Seen.settled(Seen.rejected(2, depth: 1)), .fail,
            ["tls-chain-incomplete error domain"], "??n?"),
        JudgeCase(
            "a leaf that cannot be verified", Seen.settled(Seen.rejected(21, chain: [Seen.certificate()])), .fail,
            ["tls-chain-incomplete error domain"], "??n?"),
        JudgeCase(
            "revoked, as OpenSSL says it", Seen.settled(Seen.rejected(23)), .fail,
            ["tls-certificate-revoked error domain"], "????"),
        JudgeCase(
            "a weak key", Seen.settled(Seen.rejected(66, "EE certificate key too weak")), .fail,
            ["tls-handshake-failed error domain"], "????"),
        JudgeCase(
            "a weak digest", Seen.settled(Seen.rejected(68, depth: 1, "CA signature digest algorithm too weak")), .fail,
            ["tls-handshake-failed error domain"], "????"),
        JudgeCase(
            "an unsuitable purpose", Seen.settled(Seen.rejected(26, "unsuitable certificate purpose")), .fail,
            ["tls-handshake-failed error domain"], "????"),
        JudgeCase(
            "distrusted", Seen.settled(Seen.rejected(28, depth: 1)), .fail, ["tls-certificate-untrusted error domain"],
            "nnn?"),
        JudgeCase(
            "rejected without a word, but past its date", Seen.settled(Seen.rejected(nil, chain: [expired])), .fail,
            ["tls-certificate-expired error domain"], "nnn?"),
        JudgeCase(
            "rejected without a word", Seen.settled(Seen.rejected(nil)), .fail, ["tls-handshake-failed error domain"],
            "????"),
        JudgeCase(
            "revoked by a stapled answer", Seen.domain(Seen.answer(tls: Seen.tls(staple: .revoked))), .fail,
            ["tls-certificate-revoked error domain"], "???y"),
        JudgeCase(
            "a stapled answer that is good", Seen.domain(Seen.answer(tls: Seen.tls(staple: .good))), .pass, [], "yyyy"),
        JudgeCase(
            "a stapled answer that is unusable", Seen.domain(Seen.answer(tls: Seen.tls(staple: .unusable))), .pass, [],
            "yyyy"),
        JudgeCase(
            "14 days left", Seen.domain(Seen.answer(tls: Seen.tls([Seen.certificate(to: 14)]))), .pass, [], "yyyy"),
        JudgeCase(
            "under 14 days left", Seen.domain(Seen.answer(tls: Seen.tls([Seen.certificate(to: 13.9)]))), .warn,
            ["tls-certificate-expiring warning domain"], "yyyy"),
        JudgeCase(
            "under 30 days left, by a setting", Seen.domain(Seen.answer(tls: Seen.tls([Seen.certificate(to: 20)]))),
            .warn, ["tls-certificate-expiring warning domain"], settings: JudgeSettings(expiryDays: 30)),
        JudgeCase(
            "an intermediate that ends soon",
            Seen.domain(Seen.answer(tls: Seen.tls([Seen.certificate(), Seen.authority(to: 3)]))), .pass,
            ["tls-certificate-expiring info domain"], "yyyy"),
        JudgeCase(
            "a root that was sent and ends soon",
            Seen.domain(
                Seen.answer(
                    tls: Seen.tls([
                        Seen.certificate(issuer: "CN=Example Root"),
                        Seen.authority("CN=Example Root", issuer: "CN=Example Root", to: 3),
                    ]))), .pass, [], "yyyy"),
        JudgeCase(
            "a certificate beside the path that ends soon",
            Seen.domain(
                Seen.answer(tls: Seen.tls([Seen.certificate(), Seen.authority(), Seen.authority("CN=Stray", to: 1)]))),
            .pass, [], "yyyy"),
        JudgeCase(
            "expiring, and nothing there",
            Seen.domain(
                Seen.answer(404, "no", tls: Seen.tls([Seen.certificate(to: 3)])),
                root: Seen.answer(404, "no", tls: Seen.tls([Seen.certificate(to: 3)]))), .fail,
            ["file-missing error wellKnown", "tls-certificate-expiring warning domain"], "nnnn"),
        JudgeCase(
            "a client certificate, TLS 1.3", Seen.settled(Seen.failure(.clientCertificateRequired, .tls)), .fail,
            ["tls-client-certificate-required error domain"], "nnnn"),
        JudgeCase(
            "a client certificate, TLS 1.2",
            Seen.settled(
                Seen.failure(
                    .handshakeFailed, .tls, "sslv3 alert handshake failure", tls: Seen.tls(clientCertificate: true))),
            .fail, ["tls-client-certificate-required error domain"], "nnnn"),
        JudgeCase(
            "a client certificate, told after the handshake",
            Seen.settled(Seen.failure(.connectionClosed, .header, "tlsv13 alert certificate required")), .fail,
            ["tls-client-certificate-required error domain"], "nnnn"),
        JudgeCase(
            "a client certificate asked for, and served without",
            Seen.domain(Seen.answer(tls: Seen.tls(clientCertificate: true))), .pass, [], "yyyy"),
        JudgeCase(
            "closed after asking for a client certificate, without an alert",
            Seen.settled(
                Seen.failure(.connectionClosed, .tls, "reset by peer", tls: Seen.tls(clientCertificate: true))),
            .unreachable, ["connection-closed error domain"], "????"),
    ]

    @Test(arguments: [400, 401, 403, 495, 496])
    func takesRefusalsAfterAskingForACertificate(_ status: Int) {
        var exchange = Seen.status(status)
        exchange.tls = Seen.tls(clientCertificate: true)
        JudgeCase(
            "\(status)", Seen.domain(exchange, root: exchange), .fail,
            ["tls-client-certificate-required error domain"], "nnnn"
        ).check()
    }

    @Test(arguments: [
        ("error:0A000102:SSL routines::unsupported protocol", "tls-protocol-unsupported"),
        ("error:0A00042E:SSL routines::tlsv1 alert protocol version", "tls-protocol-unsupported"),
        ("error:0A00010A:SSL routines::wrong ssl version", "tls-protocol-unsupported"),
        ("error:0A00010B:SSL routines::wrong version number", "tls-handshake-failed"),
        ("error:0A0000C6:SSL routines::packet length too long", "tls-handshake-failed"),
        ("error:0A000410:SSL routines::sslv3 alert handshake failure", "tls-handshake-failed"),
        ("", "tls-handshake-failed"),
    ])
    func tellsHandshakesApart(_ words: String, _ code: String) throws {
        let report = Judge().judge(Seen.settled(Seen.failure(.handshakeFailed, .tls, words)))
        #expect(report.findings.map(\.code.rawValue) == [code])
        #expect(report.status == .fail)
        #expect(report.findings.first?.location == .domain)
    }

    @Test func saysThatThePortSpeaksPlainText() throws {
        let seen = Seen.settled(Seen.failure(.handshakeFailed, .tls, "wrong version number"))
        let report = Judge().judge(seen)
        let finding = try #require(report.findings.first)
        #expect(finding.message.contains("does not speak TLS on port 443"))
        #expect(report.verdicts.allSatisfy { $0.works == false })
    }

    @Test func namesTheCertificateThatExpired() throws {
        let leaf = try #require(Judge().judge(Seen.settled(Seen.rejected(10, chain: [Self.expired]))).findings.first)
        #expect(leaf.message.contains("expired on 2026-02-26 12:00 UTC, 3 days ago"))
        let chain = [Seen.certificate(), Seen.authority(to: -1)]
        let above = try #require(
            Judge().judge(Seen.settled(Seen.rejected(10, depth: 1, chain: chain))).findings.first)
        #expect(above.message.contains("CN=Example CA 1"))
        #expect(above.message.contains("valid until 2026-04-30 12:00 UTC"))
    }

    @Test(arguments: [
        (-0.01, "2026-03-01 11:45 UTC, less than an hour ago"), (-1.0 / 24, "2026-03-01 11:00 UTC, 1 hour ago"),
        (-14.0 / 24, "2026-02-28 22:00 UTC, 14 hours ago"), (-1.99, "2026-02-27 12:14 UTC, 47 hours ago"),
        (-2, "2026-02-27 12:00 UTC, 2 days ago"),
    ])
    func saysWhenACertificateExpired(days: Double, words: String) throws {
        let chain = [Seen.certificate(to: days)]
        let finding = try #require(Judge().judge(Seen.settled(Seen.rejected(10, chain: chain))).findings.first)
        #expect(
            finding.message == "The certificate for example.com expired on \(words). "
                + "It also names www.example.com: one new certificate can cover them all.")
    }

    @Test(arguments: [
        (13.9, "2026-03-15 09:36 UTC, in 13 days"), (1.5, "2026-03-03 00:00 UTC, in 36 hours"),
        (0.01, "2026-03-01 12:14 UTC, in less than an hour"),
    ])
    func saysWhenACertificateExpires(days: Double, words: String) throws {
        let seen = Seen.domain(Seen.answer(tls: Seen.tls([Seen.certificate(to: days)])))
        let finding = try #require(Judge().judge(seen).findings.first)
        #expect(finding.message == "The certificate for example.com expires on \(words).")
        #expect(finding.remedy.contains("renew the certificate before \(words.prefix(20)),"))
    }

    /// The evidence contains OpenSSL's text about a certificate once, without the words that curl adds.
    @Test func evidenceHasTheTextOfTheVerificationOnce() throws {
        let seen = Seen.settled(Seen.rejected(10, "certificate has expired", chain: [Self.expired]))
        let evidence = try #require(Judge().judge(seen).findings.first).evidence
        #expect(evidence["verificationText"] == "certificate has expired")
        #expect(evidence["detail"] == nil)
        let other = try #require(Judge().judge(Seen.settled(Seen.rejected(nil, "unknown"))).findings.first)
        #expect(other.evidence["detail"] == "SSL certificate problem: unknown")
    }

    @Test func doesNotCallACertificateValidThatHasExpiredToo() throws {
        let chain = [Seen.certificate(to: -2), Seen.authority(to: -1)]
        let finding = try #require(
            Judge().judge(Seen.settled(Seen.rejected(10, depth: 1, chain: chain))).findings.first)
        #expect(finding.message.contains("The server's own certificate also expired, on 2026-02-27 12:00 UTC."))
    }

    @Test func namesTheMissingIssuer() throws {
        // The chain is sent in the wrong order, with an unrelated certificate.
        let chain = [
            Seen.certificate(), Seen.authority("CN=Stray", issuer: "CN=Nobody"),
            Seen.authority(issuer: "CN=Missing CA"),
        ]
        let finding = try #require(
            Judge().judge(Seen.settled(Seen.rejected(20, depth: 1, chain: chain))).findings.first)
        #expect(finding.evidence["missingIssuer"] == "CN=Missing CA")
        #expect(finding.message.contains("private authority"))
    }

    @Test func listsTheNamesOfACertificate() throws {
        let names = (1...9).map { "host\($0).example.net" }
        let seen = Seen.settled(Seen.rejected(nil, chain: [Seen.certificate(names: names)], nameVerification: .failed))
        let finding = try #require(Judge().judge(seen).findings.first)
        #expect(finding.message.contains("host6.example.net and 3 more, not for example.com"))
    }

    @Test func countsNamesAndCertificatesThatWereNotKept() throws {
        var leaf = Seen.certificate(names: (0..<1000).map { "host\($0).example.net" })
        leaf.omittedNameCount = 32_001
        var seen = Seen.rejected(62, chain: [leaf], nameVerification: .failed)
        var finding = try #require(Judge().judge(Seen.settled(seen)).findings.first)
        #expect(finding.message.contains("host5.example.net and 32,995 more, not for example.com"))
        guard case .object(let evidence)? = finding.evidence["certificate"] else {
            Issue.record("no certificate in \(finding.evidence)")
            return
        }
        #expect(evidence["nameCount"] == 33_001)
        seen = Seen.rejected(20)
        seen.tls?.omittedCertificateCount = 75
        finding = try #require(Judge().judge(Seen.settled(seen)).findings.first)
        #expect(finding.message.contains("the server sends 77 certificates"))
        #expect(finding.evidence["certificatesSent"] == 77)
    }

    @Test func evidenceListsFurtherProblemsOfACertificate() throws {
        let chain = [Seen.certificate(issuer: "CN=example.com", to: -2, selfSigned: true)]
        let finding = try #require(
            Judge().judge(Seen.settled(Seen.rejected(18, chain: chain, nameVerification: .failed))).findings.first)
        #expect(
            finding.evidence["alsoWrong"] == ["tls-certificate-expired", "tls-certificate-name-mismatch"])
    }

    @Test func doesNotLoopInChainsThatVouchForEachOther() {
        let chain = [
            Seen.certificate("CN=a", issuer: "CN=b"), Seen.certificate("CN=b", issuer: "CN=c"),
            Seen.certificate("CN=c", issuer: "CN=b"),
        ]
        #expect(Judge().judge(Seen.settled(Seen.rejected(20, chain: chain))).status == .fail)
    }

    @Test func takesTLSFromTheConnectionThatWasReused() throws {
        var root = Seen.status(403)
        root.tls = nil
        root.connectionReused = true
        let seen = Seen.domain(Seen.answer(404, "no", tls: Seen.tls(clientCertificate: true)), root: root)
        // The failure at root is explained by the client certificate that was requested on the shared connection; the
        // file at the well-known location is missing nevertheless.
        let report = Judge().judge(seen)
        #expect(report.findings.map(\.code) == [.fileMissing])
        #expect(report.findings.first?.evidence["rootProblem"] == "tls-client-certificate-required")
    }
}
