import Platform
import TestSupport

@testable import Transport

/// A network for ``ConnectionModel``: the behaviour of name servers, addresses and the system, and the domains that use them.
struct ModelNetwork {
    /// A question for the addresses of a name in one family.
    struct Question: Hashable {
        let name: String
        let isIPv6: Bool
    }

    /// The answer of the name servers, and the time until it arrives; zero for an immediate answer.
    struct Reply {
        let delay: Duration
        let answer: NameResult
    }

    /// The reaction of an address to connection attempts; zero time means during the call that begins the attempt.
    enum Behaviour {
        case answers(after: Duration)
        case fails(errno: Int32, after: Duration)
        case silent
    }

    /// A domain that finds its route and connects.
    struct Domain {
        let plan: RoutePlan
        var start: Duration = .zero
        /// The time for the whole domain, without the time of waiting for a claim.
        var timeout: Duration = .seconds(20)
        /// The time after the start at which its owner gives up.
        var patience: Duration?
    }

    var addressFamily = TransportSettings.AddressFamily.any
    var prefersIPv6 = false
    var hosts = HostsFile(text: "")
    var nameTimeout: Duration = .seconds(10)
    var connectTimeout: Duration = .seconds(10)
    /// Questions without a reply are never answered.
    var replies: [Question: Reply] = [:]
    var behaviours: [IPAddress: Behaviour] = [:]
    /// The number of claims for each address with a limit.
    var places: [IPAddress: Int] = [:]
    /// Whether claims are refused at random, as if other domains waited for them.
    var refusesPlaces = false
    /// The maximum times for attempts at addresses with an unusual limit.
    var timeLimits: [IPAddress: Duration] = [:]
    /// The maximum number of open sockets.
    var socketLimit = Int.max
    /// The maximum delay of the event loop.
    var lateness: Duration = .zero
    /// The time at which the event loop is stopped.
    var stop: Duration?
    var domains: [Domain] = []

    /// The name of domains whose addresses are only checked, for a proxy that can connect to addresses of any family.
    private static let judgedName = "judged.test"

    /// Returns the families of `name` that are requested.
    func families(of name: String) -> [Bool] {
        if name == Self.judgedName { return [false, true] }
        return switch addressFamily {
        case .any: [false, true]
        case .ipv4: [false]
        case .ipv6: [true]
        }
    }

    /// Returns the port of a domain's connections, which identifies its sockets.
    static func port(of domain: Int) -> Int { 1_000 + domain }
}

// MARK: Random networks

extension ModelNetwork {
    private static let publicFours = (1...4).compactMap { IPAddress("9.9.9.\($0)") }
    private static let publicSixes = (1...4).compactMap { IPAddress("2a00::\($0)") }
    private static let privateFours = (1...2).compactMap { IPAddress("10.0.0.\($0)") }
    private static let privateSixes = (1...2).compactMap { IPAddress("fd00::\($0)") }
    private static let names = ["a.test", "b.test", "p.test", judgedName]
    /// The addresses that the guard rejects.
    static let privateAddresses = Set(privateFours + privateSixes)

    /// Creates a random network from `seed`.
    init(seed: UInt64) {
        var dice = Dice(seed)
        addressFamily = dice.oneOf([.any, .any, .any, .any, .any, .any, .ipv4, .ipv6])
        prefersIPv6 = dice.once(in: 2)
        if dice.once(in: 8) { hosts = HostsFile(text: "9.9.9.1 a.test\n2a00::1 a.test\n10.0.0.1 p.test") }
        nameTimeout = max(dice.time(upTo: .seconds(10)), .milliseconds(1))
        connectTimeout = max(dice.time(upTo: .seconds(10)), .milliseconds(1))
        for name in Self.names {
            for isIPv6 in [false, true] where !dice.once(in: 10) {
                replies[Question(name: name, isIPv6: isIPv6)] = Self.reply(isIPv6, &dice)
            }
        }
        for address in Self.publicFours + Self.publicSixes + Self.privateAddresses.sorted(by: { $0.low < $1.low }) {
            behaviours[address] = Self.behaviour(&dice)
        }
        if dice.once(in: 3) { places = behaviours.mapValues { _ in 1 } }
        if dice.once(in: 3) {
            for address in behaviours.keys.sorted(by: { $0.description < $1.description }) where dice.once(in: 2) {
                timeLimits[address] = dice.time(upTo: .seconds(10))
            }
        }
        refusesPlaces = dice.once(in: 4)
        if dice.once(in: 5) { socketLimit = dice.number(1...3) }
        lateness = dice.oneOf([.zero, .zero, .milliseconds(30), .seconds(2)])
        if dice.once(in: 10) { stop = dice.time(upTo: .seconds(10)) }
        domains = (0..<dice.number(1...4)).map { Self.domain($0, addressFamily, &dice) }
    }

    private static func reply(_ isIPv6: Bool, _ dice: inout Dice) -> Reply {
        let delay = dice.time(upTo: .seconds(15))
        let count = dice.number(0...9)
        guard count < 8 else {
            let kind = dice.oneOf([ExchangeFailure.Kind.nameNotFound, .noAddress, .resolverFailed, .resolverTimeout])
            return Reply(delay: delay, answer: .failure(kind, detail: "\(kind)"))
        }
        let pool = isIPv6 ? publicSixes + privateSixes : publicFours + privateFours
        let most = dice.once(in: 4) ? pool.count : pool.count - 2
        return Reply(delay: delay, answer: .addresses(Array(dice.shuffled(pool.prefix(most)).prefix(count / 2))))
    }

    private static func behaviour(_ dice: inout Dice) -> Behaviour {
        let delay = dice.time(upTo: .seconds(12))
        switch dice.number(0...5) {
        case 0, 1: return .answers(after: delay)
        case 2, 3:
            let reasons = [ECONNREFUSED, ECONNRESET, ENETUNREACH, EHOSTUNREACH, ETIMEDOUT, EAFNOSUPPORT]
            return .fails(errno: dice.oneOf(reasons), after: delay)
        default: return .silent
        }
    }

    private static func domain(
        _ number: Int, _ addressFamily: TransportSettings.AddressFamily, _ dice: inout Dice
    ) -> Domain {
        let port = port(of: number)
        let address = dice.oneOf(publicFours + publicSixes + privateFours + privateSixes)
        let literal = address.isIPv6 ? "[\(address)]" : "\(address)"
        var settings = TransportSettings(userAgent: "tests")
        var host = dice.oneOf(["a.test", "b.test"])
        var proxy: String?
        switch dice.number(0...11) {
        case 0: host = literal
        case 1:
            let addresses = dice.shuffled(publicFours + privateSixes).prefix(3).map(\.description)
            settings.resolveOverrides = [ResolveOverride(host: host, port: port, addresses: addresses)]
        case 2:
            let target = dice.oneOf(["p.test", address.description, ""])
            settings.connectToOverrides = [ConnectToOverride(host: "", port: nil, targetHost: target, targetPort: nil)]
        case 3, 4:
            let scheme = dice.oneOf(["http", "socks5", "socks5h"])
            let ownName = scheme != "socks5" && addressFamily != .any ? "p.test" : host
            proxy = "\(scheme)://\(dice.oneOf(["p.test", "p.test", ownName, literal])):\(port)"
            // A name is resolved either to connect to it or to check it, because the questions do not distinguish this.
            if ownName != host { host = Self.judgedName }
            if dice.once(in: 6) { host = literal }
        default: break
        }
        let known = Request.KnownServer(host: host, port: port, address: address.description)
        let addressGuard: Request.AddressGuard = dice.oneOf([
            .any, .any, .publicOnly(except: nil, allowsUnresolved: true),
            .publicOnly(except: known, allowsUnresolved: true),
            .publicOnly(except: nil, allowsUnresolved: false),
        ])
        return Domain(
            plan: plan("https://\(host):\(port)/", addressGuard, proxy: proxy, settings),
            start: dice.once(in: 4) ? dice.time(upTo: .seconds(60)) : dice.time(upTo: .milliseconds(200)),
            timeout: dice.time(upTo: .seconds(20)), patience: dice.once(in: 4) ? dice.time(upTo: .seconds(10)) : nil)
    }

    /// Returns the plan of a route to `text`.
    static func plan(
        _ text: String, _ addressGuard: Request.AddressGuard = .any, proxy: String? = nil,
        _ settings: TransportSettings = TransportSettings(userAgent: "tests")
    ) -> RoutePlan {
        guard let url = AbsoluteURL(text) else { preconditionFailure("\(text) is no URL") }
        return RoutePlan(
            url, addressGuard: addressGuard, proxy: proxy.flatMap { try? ProxyURL($0) }, settings: settings)
    }
}

/// Random choices from a seed.
struct Dice {
    private var generator: SeededGenerator

    init(_ seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(generator.next() % UInt64(range.count))
    }
    mutating func once(in count: Int) -> Bool { number(1...count) == 1 }
    mutating func oneOf<Value>(_ values: [Value]) -> Value { values[number(0...values.count - 1)] }
    mutating func shuffled(_ values: some Sequence<IPAddress>) -> [IPAddress] { values.shuffled(using: &generator) }

    /// Returns no time, a short time or a long time, at most `limit`.
    mutating func time(upTo limit: Duration) -> Duration {
        let longest = Int(limit / .milliseconds(1))
        return .milliseconds(number(0...oneOf([0, 60, 1_000, longest, longest].filter { $0 <= longest })))
    }
}
