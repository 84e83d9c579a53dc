import Findings
import Testing
import Transport

@testable import Audit

/// The responses of a server to Apple's user agents, compared with those to this program.
struct UserAgentTests {
    /// Returns a domain with its responses to this program, to Apple's fetcher, and to a device.
    private static func seen(_ own: Exchange, _ cdn: Exchange?, _ device: Exchange?) -> Observation {
        var observation = Seen.domain(own)
        observation.userAgents = zip(AppleUserAgent.allCases, [cdn, device]).map { agent, exchange in
            UserAgentObservation(
                userAgent: agent,
                wellKnown: LocationObservation(
                    url: Seen.wellKnownURL, exchange: exchange, skip: exchange == nil ? .deadline : nil, attempts: 1))
        }
        return observation
    }

    private static let (file, refused, missing) = (Seen.answer(), Seen.status(403), Seen.status(404))
    private static let differ = "user-agents-differ info wellKnown"

    static let cases: [JudgeCase] = [
        JudgeCase("the file for all", seen(file, file, file), .pass, [], "yyyy"),
        JudgeCase("nothing for all", seen(missing, missing, missing), .fail, ["file-missing error wellKnown"], "nnnn"),
        JudgeCase(
            "a refusal for all", seen(refused, refused, refused), .fail, ["http-forbidden error wellKnown"], "nnnn"),
        JudgeCase("a refusal of Apple's fetcher", seen(file, refused, file), .pass, [differ], "yyyy"),
        JudgeCase(
            "a refusal of this program", seen(refused, file, file), .fail, [differ, "http-forbidden error wellKnown"],
            "????"),
        JudgeCase(
            "a login for this program", seen(Seen.status(401), file, file), .fail,
            [differ, "http-unauthorized error wellKnown"], "????"),
        JudgeCase(
            "a refusal, and no time left", seen(refused, nil, nil), .fail, ["http-forbidden error wellKnown"], "nnnn"),
        JudgeCase(
            "a refusal, and another one of Apple's", seen(refused, Seen.status(401), refused), .fail,
            [differ, "http-forbidden error wellKnown"], "nnnn"),
    ]

    @Test(arguments: cases) func judges(_ row: JudgeCase) { row.check() }

    @Test func reportsTheResponseToEachUserAgent() throws {
        let report = Judge().judge(Self.seen(Self.refused, Self.file, Self.refused))
        let finding = try #require(report.findings.first { $0.code == .userAgentsDiffer })
        #expect(
            finding.message == """
                \(Seen.wellKnownURL) responds differently to other user agents: no usable file (403, http-forbidden) \
                for this program; a usable file for “AASA-Bot/1.0.0”; no usable file (403, http-forbidden) for “swcd \
                (unknown version) CFNetwork/1410.0.3 Darwin/22.6.0”. All requests were sent from here: the responses \
                to Apple's own servers are not known.
                """)
        #expect(report.additionalChecks == [.userAgents])
    }

    @Test func saysThatAppleIsRefusedFromHereAsWell() throws {
        let report = Judge().judge(Self.seen(Self.refused, Self.refused, Self.refused))
        let finding = try #require(report.findings.first)
        #expect(finding.message.contains("Requests with Apple's user agents (“AASA-Bot/1.0.0” and “swcd"))
        #expect(finding.message.hasSuffix(" are refused from here as well."))
        guard case .array(let rows)? = finding.evidence["byUserAgent"] else {
            Issue.record("no evidence: \(finding.evidence)")
            return
        }
        #expect(rows.count == 2)
    }

    @Test func aLimitOnRequestsNamesTheFirewallThatItCameThrough() throws {
        let server = HeaderField(name: "Server", value: "cloudflare")
        let finding = try #require(Judge().judge(Seen.domain(Seen.status(429, [server]))).findings.first)
        #expect(finding.code == .httpRateLimited)
        #expect(finding.evidence["firewall"] == "Cloudflare")
        #expect(finding.message.contains("came through Cloudflare"))
    }
}
