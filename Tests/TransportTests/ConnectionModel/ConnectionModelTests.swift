import Foundation
import Platform
import TestSupport
import Testing

@testable import Transport

@Suite(.inTurn(minutes: 5)) struct ConnectionModelTests {
    /// Every search and attempt ends once, by its deadline, with the expected result, and releases all resources.
    ///
    /// TEST_NETWORKS is the number of networks for longer runs, TEST_NETWORK the seed of a single network.
    @Test func keepsItsPromisesInRandomNetworks() async {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["TEST_NETWORK"].flatMap { UInt64($0) }
        let count = seed == nil ? environment["TEST_NETWORKS"].flatMap { UInt64($0) } ?? 2_000 : 1
        let first = seed ?? UInt64.random(in: 0...(.max / 2))
        let workers = UInt64(ProcessInfo.processInfo.activeProcessorCount)
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    for seed in stride(from: first + worker, to: first + count, by: Int(workers)) {
                        let model = ConnectionModel(ModelNetwork(seed: seed), seed: seed)
                        model.run()
                        if let problem = model.problem { return Self.report(seed, problem) }
                    }
                }
            }
        }
    }

    /// A domain, and its expected outcome.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The addresses of a.test, each with its behaviour and delay in milliseconds.
        var addresses: [String: String]
        var outcome: String
        /// The families for which the name servers respond: `true` for IPv6.
        var answered = [false, true]
        var proxy: String?
        /// Whether a proxy receives only names that are known to be public.
        var isStrict = false
        var timeLimits: [String: Duration] = [:]
    }

    static let rows: [Row] = [
        Row(
            testDescription: "an address that answers late has all the time when no other is left",
            addresses: ["9.9.9.1": "answers 7000", "2a00::1": "silent"], outcome: "connected to 9.9.9.1"),
        Row(
            testDescription: "so it has where the other one fails at once",
            addresses: ["9.9.9.1": "answers 7000", "2a00::1": "fails 0"], outcome: "connected to 9.9.9.1"),
        Row(
            testDescription: "a silent one leaves time for the next",
            addresses: ["9.9.9.1": "silent", "9.9.9.2": "answers 4000"], outcome: "connected to 9.9.9.2"),
        Row(
            testDescription: "an address that fails at once does not stop the clock",
            addresses: ["9.9.9.1": "silent", "2a00::1": "fails 0"], outcome: "connectTimeout"),
        Row(
            testDescription: "IPv4 is enough where the question for IPv6 has no answer",
            addresses: ["9.9.9.1": "answers 1"], outcome: "connected to 9.9.9.1", answered: [false]),
        Row(
            testDescription: "a server cannot lead to the proxy itself",
            addresses: ["10.0.0.1": "answers 1", "fd00::1": "silent"], outcome: "addressBlocked",
            proxy: "http://a.test:1000"),
        Row(
            testDescription: "a proxy may know a name for which no name server answers here",
            addresses: ["9.9.9.1": "answers 1"], outcome: "connected to 9.9.9.1", answered: [],
            proxy: "http://9.9.9.1:1000"),
        Row(
            testDescription: "so it may where one family has no answer",
            addresses: ["9.9.9.1": "answers 1"], outcome: "connected to 9.9.9.1", answered: [false],
            proxy: "http://9.9.9.1:1000"),
        Row(
            testDescription: "but not where every address has to be public",
            addresses: ["9.9.9.1": "answers 1"], outcome: "resolverTimeout", answered: [false],
            proxy: "http://9.9.9.1:1000", isStrict: true),
        Row(
            testDescription: "one address that is not public is enough to refuse a proxy the name",
            addresses: ["9.9.9.1": "answers 1", "fd00::1": "silent"], outcome: "addressBlocked",
            proxy: "http://9.9.9.1:1000"),
        Row(
            testDescription: "an address with less time of its own leaves the rest to the next",
            addresses: ["9.9.9.1": "silent", "9.9.9.2": "answers 7000"], outcome: "connected to 9.9.9.2",
            timeLimits: ["9.9.9.1": .seconds(2)]),
        Row(
            testDescription: "so it is for the last address",
            addresses: ["9.9.9.1": "answers 3000"], outcome: "connectTimeout", timeLimits: ["9.9.9.1": .seconds(2)]),
    ]

    @Test(arguments: rows) func endsAsTheNetworkImplies(row: Row) {
        var network = ModelNetwork()
        var answers: [Bool: [IPAddress]] = [:]
        for (text, behaviour) in row.addresses {
            guard let address = IPAddress(text) else { continue }
            answers[address.isIPv6, default: []].append(address)
            let words = behaviour.split(separator: " ")
            let delay = Duration.milliseconds(words.last.flatMap { Int($0) } ?? 0)
            switch words[0] {
            case "answers": network.behaviours[address] = .answers(after: delay)
            case "fails": network.behaviours[address] = .fails(errno: ENETUNREACH, after: delay)
            default: network.behaviours[address] = .silent
            }
        }
        for (text, limit) in row.timeLimits {
            if let address = IPAddress(text) { network.timeLimits[address] = limit }
        }
        for isIPv6 in row.answered {
            let addresses = answers[isIPv6, default: []].sorted { $0.low < $1.low }
            network.replies[ModelNetwork.Question(name: "a.test", isIPv6: isIPv6)] = ModelNetwork.Reply(
                delay: .milliseconds(5), answer: .addresses(addresses))
        }
        network.domains = [
            ModelNetwork.Domain(
                plan: ModelNetwork.plan(
                    "https://a.test:1000/",
                    row.proxy == nil ? .any : .publicOnly(except: nil, allowsUnresolved: !row.isStrict),
                    proxy: row.proxy))
        ]
        let model = ConnectionModel(network)
        model.run()
        #expect(model.problem == nil)
        #expect(model.domains[0].outcome == row.outcome)
    }

    private static func report(_ seed: UInt64, _ problem: String) {
        Issue.record("\(problem); repeated by TEST_NETWORK=\(seed)")
    }
}
