import Audit
import Findings
import Foundation
import Transport

/// Fictitious domains with realistic behaviour: in each night, only a few of them change.
struct FictitiousDomains {
    let judge = Judge()
    let start = Date(timeIntervalSince1970: 1_790_000_000)

    func startOfNight(_ night: Int) -> Date { start.addingTimeInterval(Double(night) * 86_400) }

    /// Returns the report of an audit of domain `number` in a night, which depends only on the arguments.
    func report(_ number: Int, night: Int) -> DomainReport {
        var random = Mixer(seed: UInt64(number) &* 1_000_003 &+ UInt64(night))
        let name = "host-\(number).estate\(number % 97).example"
        let date = startOfNight(night).addingTimeInterval(Double(number) / 50)
        // In each night, one of two hundred domains is down; one of twenty always has errors.
        let observation =
            random.next(200) == 0
            ? down(name, date)
            : answered(name, number, night, date, isBroken: Mixer(seed: UInt64(number)).first(20) == 0, &random)
        return judge.judge(observation)
    }

    private func down(_ name: String, _ date: Date) -> Observation {
        let failure = ExchangeFailure(
            kind: .connectTimeout, phase: .connect, curlCode: 28,
            detail: "Connection timed out after 10001 milliseconds")
        let url = "https://\(name)/.well-known/apple-app-site-association"
        let exchange = Exchange(url: url, startedAt: date, addresses: ["93.184.216.34"], failure: failure)
        var observation = Observation(
            target: Target(input: name, domain: DomainID(host: name)), startedAt: date,
            wellKnown: LocationObservation(url: url, exchange: exchange, attempts: 3),
            root: LocationObservation(url: "https://\(name)/apple-app-site-association", skip: .unnecessary))
        observation.totalMs = 30_120
        return observation
    }

    private func answered(
        _ name: String, _ number: Int, _ night: Int, _ date: Date, isBroken: Bool, _ random: inout Mixer
    ) -> Observation {
        // A certificate is valid for sixty nights; a file changes about once a year.
        let issue = (number % 60 + night) / 60
        let file = self.file(number, version: (number % 365 + night) / 365)
        let tls = TLSFacts(
            version: "TLSv1.3", cipher: "TLS_AES_256_GCM_SHA384", verification: .passed, nameVerification: .passed,
            chain: [leaf(name, number, issue), intermediate])
        let address = "93.184.\(number % 250).\(1 + random.next(4))"
        func exchange(_ path: String, reused: Bool) -> Exchange {
            let body = isBroken ? [] : file.bytes
            let first = 20 + Double(random.next(8_000)) / 100
            return Exchange(
                url: "https://\(name)\(path)", startedAt: date, addresses: [address], address: address,
                connectionReused: reused,
                timings: ExchangeTimings(
                    dnsMs: reused ? nil : Double(random.next(900)) / 100, connectMs: reused ? nil : first / 3,
                    tlsMs: reused ? nil : first / 2, firstByteMs: first, totalMs: first + 0.5),
                httpVersion: "2", status: isBroken ? 404 : 200,
                headerFields: fields(file.bytes.count, date, &random), tls: tls, body: body,
                bodySHA256: body.isEmpty ? nil : file.sha256, wireBytes: body.count)
        }
        var observation = Observation(
            target: Target(input: name, domain: DomainID(host: name)), startedAt: date,
            wellKnown: LocationObservation(
                url: "https://\(name)/.well-known/apple-app-site-association",
                exchange: exchange("/.well-known/apple-app-site-association", reused: false), attempts: 1),
            root: LocationObservation(
                url: "https://\(name)/apple-app-site-association",
                exchange: exchange("/apple-app-site-association", reused: true), attempts: 1))
        observation.totalMs = 60 + Double(random.next(9_000)) / 100
        return observation
    }

    private func fields(_ length: Int, _ date: Date, _ random: inout Mixer) -> [HeaderField] {
        [
            HeaderField(name: "date", value: "\(Int(date.timeIntervalSince1970)) GMT"),
            HeaderField(name: "content-type", value: "application/json"),
            HeaderField(name: "content-length", value: "\(length)"),
            HeaderField(name: "server", value: "cloudflare"),
            HeaderField(name: "cache-control", value: "public, max-age=14400"),
            HeaderField(name: "etag", value: "\"\(length)-5f3a\""),
            HeaderField(name: "age", value: "\(random.next(14_400))"),
            HeaderField(name: "cf-ray", value: String(random.next(1 << 60), radix: 16) + "-FRA"),
            HeaderField(name: "strict-transport-security", value: "max-age=31536000; includeSubDomains"),
            HeaderField(name: "x-content-type-options", value: "nosniff"),
        ]
    }

    /// Returns a domain's file: a third of all domains serve that of a hosting platform, the others their own.
    private func file(_ number: Int, version: Int) -> (bytes: [UInt8], sha256: String) {
        let owner = number % 3 == 0 ? number % 40 : number
        let rules = (0..<(3 + owner % 9)).map { #"{"/":"/section\#($0)/\#(version)/*","comment":"Opens part \#($0)"}"# }
        let text =
            #"{"applinks":{"apps":[],"details":[{"appIDs":["A1B2C3D4E5.com.owner\#(owner).app"],"components":["#
            + rules.joined(separator: ",") + #"]}]},"webcredentials":{"apps":["A1B2C3D4E5.com.owner\#(owner).app"]}}"#
        let bytes = Array(text.utf8)
        return (bytes, SHA256.hexadecimal(bytes))
    }

    private func leaf(_ name: String, _ number: Int, _ issue: Int) -> CertificateFacts {
        let begin = start.addingTimeInterval(Double(issue * 60 - number % 60) * 86_400)
        return CertificateFacts(
            subject: "CN=\(name)", issuer: "CN=R11,O=Let's Encrypt,C=US", notBefore: begin,
            notAfter: begin.addingTimeInterval(90 * 86_400), subjectAltNames: [name, "www.\(name)"],
            isSelfSigned: false, sha256: SHA256.hexadecimal(Array("\(name) \(issue)".utf8)))
    }

    private let intermediate = CertificateFacts(
        subject: "CN=R11,O=Let's Encrypt,C=US", issuer: "CN=ISRG Root X1,O=Internet Security Research Group,C=US",
        notBefore: Date(timeIntervalSince1970: 1_700_000_000), notAfter: Date(timeIntervalSince1970: 1_950_000_000),
        subjectAltNames: [], isSelfSigned: false,
        sha256: "591e9ce6c863d3a079e9fabe1478c7339a26b21269dde795211361024ae31a44")
}

/// Reproducible random numbers (SplitMix64).
struct Mixer {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }

    /// The first number.
    func first(_ bound: Int) -> Int {
        var mixer = self
        return mixer.next(bound)
    }
}
