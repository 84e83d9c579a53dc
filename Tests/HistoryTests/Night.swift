import Findings
import Foundation
import History
import Records
import Reports
import Testing
import Transport

@testable import Audit

/// Reports and runs for tests.
enum Night {
    /// The start of a night's run.
    static func start(_ number: Int) -> Date { Date(timeIntervalSince1970: 1_790_000_000 + Double(number) * 86_400) }

    static func facts(_ number: Int, rules: String = "2026.1") -> RunFacts {
        RunFacts(
            id: "0000000\(number % 10)-0000-4000-8000-\(String(format: "%012d", number))", startedAt: start(number),
            toolVersion: "1.0", rulesVersion: rules, options: ["maxRetries": 2])
    }

    static let series = "/lists/domains.txt"

    /// Records a complete run, and returns its reports as outputs receive them.
    @discardableResult
    static func record(
        _ number: Int, _ reports: [DomainReport], in database: RunDatabase, complete: Bool = true,
        settles: Bool = true, reports toWebhook: Bool = false,
        rules: String = "2026.1", warnings: [RunWarning] = []
    ) throws -> (reports: [DomainReport], recorder: RunRecorder) {
        let recorder = try RunRecorder(facts(number, rules: rules), of: series, in: database)
        var summary = RunSummary()
        var result: [DomainReport] = []
        for (place, report) in reports.enumerated() {
            let annotated = recorder.record(report, at: place).report
            summary.add(annotated)
            result.append(annotated)
        }
        var aliases = Aliases()
        aliases.add("again", at: 0)
        recorder.end(
            at: start(number).addingTimeInterval(60), complete: complete, summary: summary, aliases: aliases,
            settles: settles, outgoing: toWebhook ? OutgoingMessages() : nil,
            warnings: warnings)
        return (result, recorder)
    }

    static let file = Array(
        #"{"applinks":{"apps":[],"details":[{"appIDs":["A1B2C3D4E5.com.acme.app"],"components":[{"/":"/shop/*"}]}]}}"#
            .utf8)

    /// A report of a domain that serves `file`, as an audit makes it.
    static func good(
        _ name: String, file: [UInt8] = Night.file, night: Int = 1, certificate: String = "aa",
        address: String = "93.184.216.34", expecting expectations: Expectations? = nil,
        findings: [Finding] = []
    ) -> DomainReport {
        var report = judged(
            name, file: file, night: night, certificate: certificate, address: address, expectations)
        report.findings += findings
        if findings.contains(where: { $0.severity == .error }) {
            report.status = .fail
        } else if findings.contains(where: { $0.severity == .warning }) {
            report.status = .warn
        }
        return report
    }

    static func finding(_ code: FindingCode, _ location: FindingLocation = .wellKnown, message: String = "Seen.")
        -> Finding
    {
        Finding(code, location: location, message: message)
    }

    /// A report of a domain that could not be checked.
    static func down(_ name: String, night: Int = 1) -> DomainReport {
        let failure = ExchangeFailure(kind: .connectRefused, phase: .connect, curlCode: 7, detail: "Connection refused")
        let exchange = Exchange(
            url: "https://\(name)\(path)", startedAt: start(night), addresses: ["93.184.216.34"], failure: failure)
        return audited(
            Observation(
                target: Target(input: name, domain: DomainID(host: name)), startedAt: start(night),
                wellKnown: LocationObservation(url: exchange.url, exchange: exchange, attempts: 3),
                root: LocationObservation(url: "https://\(name)/apple-app-site-association", skip: .unnecessary)))
    }

    /// A report of a domain with an expired certificate, so that the file could not be checked.
    static func expired(_ name: String, night: Int = 1) -> DomainReport {
        let failure = ExchangeFailure(kind: .certificateRejected, phase: .tls, curlCode: 60, detail: "expired")
        let tls = TLSFacts(
            version: "TLSv1.3", verification: .failed,
            verificationError: VerificationError(code: 10, depth: 0, text: "certificate has expired"),
            nameVerification: .passed,
            chain: [leaf(name, "aa", notAfter: start(night - 1))])
        let exchange = Exchange(
            url: "https://\(name)\(path)", startedAt: start(night), addresses: ["93.184.216.34"],
            address: "93.184.216.34", tls: tls,
            failure: failure)
        return audited(
            Observation(
                target: Target(input: name, domain: DomainID(host: name)), startedAt: start(night),
                wellKnown: LocationObservation(url: exchange.url, exchange: exchange, attempts: 1),
                root: LocationObservation(url: "https://\(name)/apple-app-site-association", skip: .unnecessary)))
    }

    static let path = "/.well-known/apple-app-site-association"

    private static func judged(
        _ name: String, file: [UInt8], night: Int, certificate: String, address: String, _ expectations: Expectations?
    ) -> DomainReport {
        var target = Target(input: name, domain: DomainID(host: name))
        target.expectations = expectations
        func exchange(_ path: String, reused: Bool) -> Exchange {
            Exchange(
                url: "https://\(name)\(path)", startedAt: start(night), addresses: [address], address: address,
                connectionReused: reused,
                timings: ExchangeTimings(
                    dnsMs: 1.25, connectMs: 2, tlsMs: 3, firstByteMs: 10 + Double(night), totalMs: 12),
                httpVersion: "2", status: 200,
                headerFields: [
                    HeaderField(name: "Content-Type", value: "application/json"),
                    HeaderField(name: "Server", value: "nginx"),
                    HeaderField(name: "Date", value: "Mon, 2\(night % 10) Sep 2026 01:00:00 GMT"),
                ],
                tls: TLSFacts(
                    version: "TLSv1.3", cipher: "TLS_AES_128_GCM_SHA256", verification: .passed,
                    nameVerification: .passed,
                    chain: [leaf(name, certificate, notAfter: start(400))]),
                body: file, bodySHA256: SHA256.hexadecimal(file), wireBytes: file.count)
        }
        return audited(
            Observation(
                target: target, startedAt: start(night),
                wellKnown: LocationObservation(
                    url: "https://\(name)\(path)", exchange: exchange(path, reused: false), attempts: 1),
                root: LocationObservation(
                    url: "https://\(name)/apple-app-site-association",
                    exchange: exchange("/apple-app-site-association", reused: true), attempts: 1),
                totalMs: 20 + Double(night)))
    }

    private static func leaf(_ name: String, _ sha256: String, notAfter: Date) -> CertificateFacts {
        CertificateFacts(
            subject: "CN=\(name)", issuer: "CN=Test CA", notBefore: start(-100), notAfter: notAfter,
            subjectAltNames: [name],
            isSelfSigned: false, sha256: sha256)
    }

    static func audited(_ observation: Observation) -> DomainReport {
        Judge().judge(observation)
    }
}

extension RunRecorder {
    /// Resumes the newest run; `nil` if there is none.
    ///
    /// Without a date, the age of the run is ignored.
    static func resumed(
        options: Evidence, at date: Date = .distantPast, in database: RunDatabase
    ) throws -> RunRecorder? {
        switch try resume(Night.series, options: options, at: date, in: database) {
        case .resumed(let recorder): recorder
        case .refused: nil
        }
    }

    /// All steps of a run's end.
    func end(
        at date: Date, complete: Bool, summary: RunSummary = RunSummary(), aliases: Aliases = Aliases(),
        settles: Bool = true, outgoing report: OutgoingMessages? = nil, warnings: [RunWarning] = []
    ) {
        let ending = RunEnding(isComplete: complete, warnings: warnings)
        compare(aliases: aliases, ending)
        finish(at: date, ending, summary: summary, outgoing: report)
        if settles { settle(at: date) }
    }
}

/// Runs `body` with a database in a temporary folder.
func withDatabase(_ body: (RunDatabase) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = try RunDatabase(
        path: folder.appending(path: "runs.sqlite").path, access: .writing, makesFolder: true)
    try body(database)
    #expect(try database.problems() == [])
    database.close()
}

extension DomainReport {
    /// The line of the report with other inputs for the same target, as in a stored document.
    func line(_ bodies: FileTextPolicy = .findings) -> [UInt8] {
        DomainLine(self, bodies: bodies).bytes(with: aliases)
    }
}
