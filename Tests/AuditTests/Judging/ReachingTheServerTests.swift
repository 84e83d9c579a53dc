import Audit
import Findings
import Testing
import Transport

struct ReachingTheServerTests {
    @Test(arguments: cases)
    func judges(_ row: JudgeCase) { row.check() }

    @Test func saysWhyASilentAddressWasTriedOnce() throws {
        var observation = Seen.settled(Seen.failure(.connectTimeout, .connect))
        let alone = try #require(Judge().judge(observation).findings.first)
        #expect(!alone.message.contains("only once") && alone.evidence["otherDomainsUnanswered"] == nil)
        observation.wellKnown.otherDomainsUnanswered = 3
        let oneOfMany = try #require(Judge().judge(observation).findings.first)
        #expect(oneOfMany.code == .connectTimeout)
        #expect(
            oneOfMany.message.hasSuffix(
                " It was tried only once, because 3 other domains at this address had just timed out."))
        #expect(oneOfMany.evidence["otherDomainsUnanswered"] == .integer(3))
        observation.wellKnown.connectLimitMs = 2_000
        let brief = try #require(Judge().judge(observation).findings.first)
        #expect(
            brief.message.hasSuffix(
                " It was tried only once, and for only 2.0 s, because 3 other domains at this address had just timed out."
            ),
            "\(brief.message)")
    }

    @Test func saysWhyASilentAddressWasNotTried() throws {
        var observation = Seen.settled(Seen.failure(.notTried, .connect))
        observation.wellKnown.otherDomainsUnanswered = 7
        let report = Judge().judge(observation)
        let finding = try #require(report.findings.first)
        #expect(finding.code == .connectTimeout && report.status == .unreachable)
        #expect(
            finding.message.contains("was not tried at ")
                && finding.message.hasSuffix(" because 7 other domains at this address had just timed out."),
            "\(finding.message)")
    }

    static let cases: [JudgeCase] = [
        JudgeCase("a good domain", Seen.domain(Seen.answer()), .pass, [], "yyyy"),
        JudgeCase(
            "NXDOMAIN", Seen.settled(Seen.failure(.nameNotFound, .dns, addresses: [])), .fail,
            ["dns-not-found error domain"], "nnnn"),
        JudgeCase(
            "no address", Seen.settled(Seen.failure(.noAddress, .dns, addresses: [])), .fail,
            ["dns-not-found error domain"], "nnnn"),
        JudgeCase(
            "SERVFAIL", Seen.settled(Seen.failure(.resolverFailed, .dns, "SERVFAIL", addresses: [])), .unreachable,
            ["dns-failure error domain"], "????"),
        JudgeCase(
            "silent resolver", Seen.settled(Seen.failure(.resolverTimeout, .dns, addresses: [])), .unreachable,
            ["dns-failure error domain"], "????"),
        JudgeCase(
            "refused", Seen.settled(Seen.failure(.connectRefused, .connect)), .unreachable,
            ["connect-refused error domain"], "????"),
        JudgeCase(
            "silent host", Seen.settled(Seen.failure(.connectTimeout, .connect)), .unreachable,
            ["connect-timeout error domain"], "????"),
        JudgeCase(
            "no route", Seen.settled(Seen.failure(.connectFailed, .connect, "No route to host")), .unreachable,
            ["connect-failed error domain"], "????"),
        JudgeCase(
            "proxy", Seen.settled(Seen.failure(.proxyFailed, .proxy, "407")), .unreachable,
            ["proxy-failed error domain"], "????"),
        JudgeCase(
            "our own fault", Seen.settled(Seen.failure(.internalError, .connect, "out of memory")), .unreachable,
            ["connect-failed error domain"], "????"),
        JudgeCase(
            "cancelled", Seen.settled(Seen.failure(.cancelled, .header)), .unreachable, ["timeout error domain"], "????"
        ),
        JudgeCase(
            "guarded address", Seen.settled(Seen.failure(.addressBlocked, .connect, addresses: ["10.0.0.1"])),
            .unreachable, ["address-excluded error domain"], "????"),
        JudgeCase(
            "guarded address, one of two",
            Seen.settled(Seen.failure(.addressBlocked, .connect, addresses: ["93.184.216.34", "10.0.0.1"])),
            .unreachable, ["address-excluded error domain"], "????"),
        JudgeCase(
            "a name that is not known here", Seen.settled(Seen.failure(.addressUnknown, .dns, addresses: [])),
            .unreachable, ["address-excluded error domain"], "????"),
        JudgeCase(
            "stall in the handshake", Seen.settled(Seen.failure(.timeout, .tls)), .unreachable,
            ["timeout error domain"], "????"),
        JudgeCase(
            "stall before the header, at both",
            Seen.domain(Seen.failure(.timeout, .header), root: Seen.failure(.timeout, .header)),
            .unreachable, ["timeout error domain"], "????"),
        JudgeCase(
            "stall in the body", Seen.domain(Seen.broken(.timeout)), .unreachable, ["timeout error wellKnown"], "????"),
        JudgeCase(
            "stall in the body of a 404", Seen.domain(Seen.broken(.timeout, status: 404)), .fail,
            ["file-missing error wellKnown"], "nnnn"),
        JudgeCase(
            "reset in the handshake", Seen.settled(Seen.failure(.connectionClosed, .tls, "reset")), .unreachable,
            ["connection-closed error domain"], "????"),
        JudgeCase(
            "closed before the header, root serves",
            Seen.domain(Seen.failure(.connectionClosed, .header), root: Seen.answer()), .unreachable,
            ["connection-closed error wellKnown"], "????"),
        JudgeCase(
            "timeout at well-known, root serves with an error of its own",
            Seen.domain(Seen.failure(.timeout, .header), root: Seen.answer(200, "{}")), .unreachable,
            ["timeout error wellKnown", "service-none error root"], "????"),
        JudgeCase(
            "truncated before the header", Seen.settled(Seen.failure(.bodyTruncated, .body)), .unreachable,
            ["connection-closed error domain"], "????"),
        JudgeCase(
            "timeout at well-known, 403 at root", Seen.domain(Seen.failure(.timeout, .header), root: Seen.status(403)),
            .unreachable, ["timeout error wellKnown", "http-forbidden info root"], "????"),
        JudgeCase(
            "refused at well-known, timeout at root",
            Seen.domain(Seen.failure(.connectRefused, .connect), root: Seen.failure(.timeout, .header)), .unreachable,
            ["connect-refused error wellKnown", "timeout info root"], "????"),
        JudgeCase(
            "root alone times out", Seen.domain(Seen.answer(), root: Seen.failure(.timeout, .header)), .pass,
            ["timeout info root"], "yyyy"),
        JudgeCase(
            "root alone is closed", Seen.domain(Seen.answer(), root: Seen.failure(.connectionClosed, .header)), .pass,
            ["connection-closed info root"], "yyyy"),
        JudgeCase(
            "the deadline came first", Seen.domain(nil, root: nil, rootSkip: .deadline), .unreachable,
            ["timeout error wellKnown"], "????"),
        JudgeCase(
            "the deadline came before root", Seen.domain(Seen.answer(), root: nil, rootSkip: .deadline), .pass, [],
            "yyyy"),
        JudgeCase(
            "the deadline came before root, 404 at well-known",
            Seen.domain(Seen.status(404), root: nil, rootSkip: .deadline), .fail, ["file-missing error wellKnown"],
            "??nn"),
        JudgeCase(
            "private address", Seen.domain(Seen.answer(addresses: ["10.1.2.3"])), .fail,
            ["address-not-public error domain"], "yyny"),
        JudgeCase(
            "loopback and unique local", Seen.domain(Seen.answer(addresses: ["127.0.0.1", "fd00::1"])), .fail,
            ["address-not-public error domain"], "yyny"),
        JudgeCase(
            "one public address", Seen.domain(Seen.answer(addresses: ["10.1.2.3", "2606:2800::1"])), .pass, [], "yyyy"),
        JudgeCase(
            "private address that the user chose", Seen.domain(Seen.answer(addresses: ["127.0.0.1"], chosen: true)),
            .pass, [], "yyyy"),
        JudgeCase("through a proxy", Seen.domain(Seen.answer(proxy: true)), .pass, [], "yyyy"),
        JudgeCase(
            "an address literal",
            Seen.domain(
                Seen.answer(addresses: ["192.168.0.1"]),
                target: Target(input: "192.168.0.1", domain: DomainID(host: "192.168.0.1"))),
            .fail, ["address-not-public error domain"], "yyny"),
        JudgeCase(
            "private address, and refused",
            Seen.settled(Seen.failure(.connectRefused, .connect, addresses: ["10.0.0.1"])), .fail,
            ["address-not-public error domain", "connect-refused error domain"], "??n?"),
        JudgeCase(
            "another port",
            Seen.domain(
                Seen.answer(),
                target: Target(input: "example.com:8443", domain: DomainID(host: "example.com", port: 8443))),
            .warn, ["port-unusual warning domain"], "yyyy"),
        JudgeCase(
            "not HTTP",
            Seen.domain(
                Seen.failure(.malformedAnswer, .header, "bad status line"),
                root: Seen.failure(.malformedAnswer, .header)),
            .fail, ["http-malformed error wellKnown"], "????"),
        JudgeCase(
            "not HTTP in the body", Seen.domain(Seen.broken(.malformedAnswer)), .fail,
            ["http-malformed error wellKnown"], "????"),
    ]

    @Test(arguments: [
        (ExchangePhase.tls, "TLS handshake"), (.header, "header"), (.connect, "being established"), (.proxy, "proxy"),
    ])
    func namesThePhaseOfAClosedConnection(_ phase: ExchangePhase, _ words: String) throws {
        let report = Judge().judge(Seen.settled(Seen.failure(.connectionClosed, phase)))
        let finding = try #require(report.findings.first)
        #expect(finding.code == .connectionClosed)
        #expect(finding.evidence["phase"] == .string(phase.rawValue))
        #expect(finding.message.contains(words))
    }

    @Test func saysWhichPortRefused() throws {
        let finding = try #require(
            Judge().judge(Seen.settled(Seen.failure(.connectRefused, .connect))).findings.first)
        #expect(finding.message.contains("93.184.216.34, port 443"))
        // --connect-to can use another port, which the technical detail contains.
        var exchange = Seen.failure(.connectRefused, .connect)
        exchange.addressesChosen = true
        let chosen = try #require(Judge().judge(Seen.settled(exchange)).findings.first)
        #expect(chosen.message.contains("at 93.184.216.34:") && !chosen.message.contains("443"), "\(chosen.message)")
    }

    @Test func namesInternationalDomainsBothWays() throws {
        let target = Target(
            input: "münchen.example", domain: DomainID(host: "xn--mnchen-3ya.example", displayHost: "münchen.example"))
        let seen = Seen.domain(Seen.failure(.nameNotFound, .dns, addresses: []), root: nil, target: target)
        let finding = try #require(Judge().judge(seen).findings.first)
        #expect(finding.message.contains("münchen.example (xn--mnchen-3ya.example)"))
    }

    @Test func takesForeignWordsAsWords() throws {
        let seen = Seen.settled(
            Seen.failure(.connectFailed, .connect, "\u{1b}[31m\u{202e}" + String(repeating: "x", count: 9000)))
        let finding = try #require(Judge().judge(seen).findings.first)
        #expect(!finding.message.unicodeScalars.contains("\u{1b}"))
        #expect(!finding.message.unicodeScalars.contains("\u{202e}"))
        #expect(finding.message.count < 600)
    }
}
