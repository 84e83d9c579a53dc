import Findings
import Testing
import Transport

@testable import Audit

/// The responses of a name's addresses, compared with that of the address that responded first.
struct AddressDifferenceTests {
    private static let app = "A1B2C3D4E5.com.acme.app"
    private static let file = file("/buy/*")
    private static let first = "93.184.216.34"
    private static let second = "93.184.216.35"

    private static func file(_ path: String) -> String {
        #"{"applinks":{"apps":[],"details":[{"appID":"\#(app)","paths":["\#(path)"]}]}}"#
    }

    /// Returns a domain with responses of further addresses; root has no file.
    private static func seen(
        _ wellKnown: Exchange = Seen.answer(200, file), others: [Exchange?], omitted: Int = 0
    ) -> Observation {
        var observation = Seen.domain(wellKnown, root: Seen.status(404))
        observation.addresses = AddressObservations(
            entries: others.enumerated().map { index, exchange in
                var exchange = exchange
                let address = index == 0 ? second : "2001:db8::\(index)"
                exchange?.address = address
                let isMissing = exchange?.status == 404
                return .init(
                    address: address,
                    observation: AdditionalObservation(
                        wellKnown: LocationObservation(
                            url: Seen.wellKnownURL, exchange: exchange, skip: exchange == nil ? .deadline : nil,
                            attempts: 1),
                        root: isMissing
                            ? LocationObservation(url: Seen.rootURL, exchange: Seen.status(404), attempts: 1) : nil))
            }, omittedCount: omitted)
        return observation
    }

    private static let expired = Seen.rejected(10, chain: [Seen.certificate(from: -100, to: -3), Seen.authority()])

    /// Returns a row; the file of the first address has only the old form.
    private static func row(
        _ name: String, _ seen: Observation, _ status: DomainStatus, _ findings: [String], _ verdicts: String
    ) -> JudgeCase {
        let isServed = seen.wellKnown.exchange?.status == 200
        return JudgeCase(
            name, seen, status, findings + (isServed ? ["detail-legacy-only info wellKnown"] : []), verdicts)
    }

    static let cases: [JudgeCase] = [
        row("the same file", seen(others: [Seen.answer(200, file), Seen.answer(200, file)]), .pass, [], "yyyy"),
        row(
            "the same file with other white space", seen(others: [Seen.answer(200, " " + file + "\n")]), .pass, [],
            "yyyy"),
        row(
            "no file at one", seen(others: [Seen.answer(200, file), Seen.status(404)]), .fail,
            ["address-inconsistent error domain"], "????"),
        row(
            "the file at the other one only", seen(Seen.status(404), others: [Seen.answer(200, file)]), .fail,
            ["address-inconsistent error domain", "file-missing error wellKnown"], "????"),
        row(
            "another file at one", seen(others: [Seen.answer(200, file("/sell/*"))]), .fail,
            ["address-inconsistent error domain"], "yyyy"),
        row(
            "a file that opens nothing at one", seen(others: [Seen.answer(200, file("NOT *"))]), .fail,
            ["address-inconsistent error domain"], "????"),
        row(
            "an expired certificate at one", seen(others: [expired]), .fail, ["address-inconsistent error domain"],
            "????"),
        row(
            "a server error at one", seen(others: [Seen.status(503)]), .fail, ["address-inconsistent error domain"],
            "????"),
        row(
            "one that closes the connection", seen(others: [Seen.failure(.connectionClosed, .header)]), .fail,
            ["address-inconsistent error domain"], "????"),
        row(
            "one that refuses connections", seen(others: [Seen.failure(.connectRefused, .connect)]), .warn,
            ["address-inconsistent warning domain"], "yyyy"),
        row(
            "one that cannot be reached from here", seen(others: [Seen.failure(.connectFailed, .connect)]), .pass,
            ["address-not-checked info domain"], "yyyy"),
        row(
            "one for which no time was left", seen(others: [nil]), .pass, ["address-not-checked info domain"], "yyyy"),
        row(
            "more than are asked", seen(others: [Seen.answer(200, file)], omitted: 30), .pass,
            ["address-not-checked info domain"], "yyyy"),
        row(
            "no file anywhere, for two reasons", seen(Seen.status(404), others: [Seen.status(403)]), .fail,
            ["address-inconsistent info domain", "file-missing error wellKnown"], "nnnn"),
        row(
            "no file anywhere", seen(Seen.status(404), others: [Seen.status(410)]), .fail,
            ["file-missing error wellKnown"], "nnnn"),
    ]

    @Test(arguments: cases) func judges(_ row: JudgeCase) { row.check() }

    @Test func reportsTheResponseOfEachAddress() throws {
        let report = Judge().judge(Self.seen(others: [Seen.status(404), Seen.answer(200, Self.file), Self.expired]))
        let finding = try #require(report.findings.first)
        #expect(finding.code == .addressInconsistent)
        #expect(
            finding.message == """
                The addresses of example.com do not serve the same file: a usable file at 93.184.216.34 and \
                2001:db8::1; no file (404) at 93.184.216.35; no usable file (tls-certificate-expired) at 2001:db8::2.
                """)
        guard case .array(let rows)? = finding.evidence["byAddress"], case .object(let last)? = rows.last else {
            Issue.record("no evidence by address: \(finding.evidence)")
            return
        }
        #expect(rows.count == 4)
        #expect(last["address"] == "2001:db8::2")
        #expect(last["problem"] == "tls-certificate-expired")
        #expect(report.additionalChecks == [.addresses])
    }

    @Test func saysHowTwoFilesDiffer() throws {
        let report = Judge().judge(Self.seen(others: [Seen.answer(200, Self.file("/sell/*"))]))
        let message = try #require(report.findings.first).message
        #expect(message.contains("a usable file at 93.184.216.34; a usable file at 93.184.216.35."), "\(message)")
        #expect(message.contains("according to the file of 93.184.216.3"), "\(message)")
    }

    @Test func reportsUnreachableAndOmittedAddresses() throws {
        let report = Judge().judge(Self.seen(others: [nil, Seen.answer(200, Self.file)], omitted: 1))
        #expect(
            try #require(report.findings.first).message == """
                Not all of the 4 addresses of example.com were checked: 93.184.216.35 could not be reached from this \
                computer, or not in time; 1 further address was left out (the limit is 16).
                """)
    }
}
