import Foundation
import Synchronization
import TestSupport

/// The environment of the program: the list of domains, and the behaviour of their servers.
struct World: Sendable {
    /// A row of the list.
    struct Row: Sendable {
        var name: String
        var team: String
        var owner: String
        var app = ""
    }

    /// The behaviour of a server.
    enum Behaviour: Sendable {
        case file
        case fileOfAnotherApp
        case page
        case brokenJSON
        case redirect(to: String)
        case status(Int)
        /// Nothing is listening.
        case refuses
        /// There is never a response.
        case stalls
        /// Each request for the file is answered when the next gate opens.
        case waits([Gate])
    }

    var list: [Row]
    /// The behaviour of each server; a file for all others.
    var servers: [String: Behaviour] = [:]
    /// Whether names of domains can be resolved; that of the receiver of messages always can.
    var namesAreFound = true

    /// The list as a file.
    var csv: String {
        "domain,team,owner,expected_app_ids\n"
            + list.map { "\($0.name),\($0.team),\($0.owner),\($0.app)\n" }.joined()
    }

    /// Returns the hosts that are connected to the servers at a port, for `--connect-to`; other names are resolved.
    func routes(to port: UInt16) -> String {
        let dead = servers.filter { if case .refuses = $0.value { true } else { false } }.keys.sorted()
        let hosts = namesAreFound ? dead.map { ($0, WorldServers.deadAddress) } + [("", "127.0.0.1")] : []
        return ([(WorldServers.hooks, "127.0.0.1")] + hosts).map { "\($0):443:\($1):\(port)" }.joined(separator: "\n")
    }
}

/// The servers of all domains, of Apple's CDN and of the receiver, which behave according to the current world.
final class WorldServers: Sendable {
    static let shop = (1...7).map { "shop0\($0).test" }
    static let news = (1...5).map { "news0\($0).test" }
    static let web = (1...5).map { "web0\($0).test" }
    static let names = shop + news + web
    static let cdn = "app-site-association.cdn-apple.com"
    static let hooks = "hooks.test"
    /// An address at which nothing is listening.
    static let deadAddress = "127.0.0.2"

    private struct State {
        var world: World
        var time = ""
    }

    private let state: Mutex<State>

    init(_ world: World) { state = Mutex(State(world: world)) }

    var world: World {
        get { state.withLock { $0.world } }
        set { state.withLock { $0.world = newValue } }
    }

    /// Sets the clocks of all servers, to a time such as `2026-11-03 02:00:00`.
    func setClocks(_ time: String) { state.withLock { $0.time = time } }

    /// Returns the sites for a server, with certificates that are valid from 1 October 2026 to 30 June 2027.
    func sites() -> [String: Site] {
        let all = Self.names + ["www.shop05.test", Self.cdn, Self.hooks]
        return Dictionary(
            uniqueKeysWithValues: all.map { name in
                (name, Site.everywhere(answer(name), certificate: Self.certificate(name)))
            })
    }

    /// Returns an authority whose certificates are valid both during the play and at the real time.
    static func authority() throws -> CertificateAuthority {
        try CertificateAuthority(
            startsIn: seconds(until: "2026-09-01 12:00:30"), endsIn: seconds(until: "2036-09-01 12:00:30"))
    }

    private static func certificate(_ name: String) -> ServerCertificate {
        .profile(
            CertificateProfile(
                commonName: name, names: [.dns(name == "web02.test" ? "www.web02.test" : name)],
                startsIn: seconds(until: "2026-10-01 12:00:30"),
                endsIn: seconds(until: name == "shop04.test" ? "2026-10-25 12:00:30" : "2027-06-30 12:00:30")))
    }

    /// Returns the number of seconds from now until a time, negative if the time is past.
    private static func seconds(until time: String) -> Int {
        let formatter = PlayDates.formatter("yyyy-MM-dd HH:mm:ss")
        return Int((formatter.date(from: time) ?? .distantPast).timeIntervalSinceNow)
    }

    private func answer(_ name: String) -> Answer {
        .chosen("as the world says") { [self] request in
            state.withLock { state in
                let behaviour = state.world.servers[name] ?? .file
                switch name {
                case Self.hooks: return Self.response(200, type: "text/plain", "ok", state.time)
                case Self.cdn: return Self.response(200, Self.file(app: "shop"), state.time)
                default: break
                }
                guard [Site.wellKnownPath, Site.rootPath].contains(request.path) else {
                    return Self.response(200, type: "text/html; charset=utf-8", Sample.page, state.time)
                }
                switch behaviour {
                case .waits(let gates) where request.path == Site.wellKnownPath && !gates.isEmpty:
                    state.world.servers[name] = .waits(Array(gates.dropFirst()))
                    // The first byte is sent immediately, so that the response is not slow on a busy machine.
                    return Self.response(200, Self.file(app: "shop"), state.time).heldAfterFirstByte(by: gates[0])
                case .file, .refuses, .waits: return Self.response(200, Self.file(app: "shop"), state.time)
                case .fileOfAnotherApp: return Self.response(200, Self.file(app: "news"), state.time)
                case .page: return Self.response(200, type: "text/html; charset=utf-8", Sample.page, state.time)
                case .brokenJSON: return Self.response(200, #"{"applinks":"#, state.time)
                case .redirect(let address):
                    return Self.response(301, type: "text/html", "", state.time, [("Location", address + request.path)])
                case .status(let status): return Self.response(status, type: "text/html", Sample.page, state.time)
                case .stalls: return .stall
                }
            }
        }
    }

    private static func response(
        _ status: Int, type: String = "application/json", _ body: String, _ time: String,
        _ fields: [(name: String, value: String)] = []
    ) -> Answer {
        let date = PlayDates.formatter("yyyy-MM-dd HH:mm:ss").date(from: time) ?? .distantPast
        let text = PlayDates.formatter("EEE, dd MMM yyyy HH:mm:ss 'GMT'").string(from: date)
        return .response(
            HTTPResponse(
                status, type: type, fields: [("Server", "nginx/1.22.1"), ("Date", text)] + fields,
                body: Array(body.utf8)))
    }

    /// Returns a file in the old and the new form.
    private static func file(app: String) -> String {
        let identifier = "A1B2C3D4E5.com.acme.\(app)"
        return """
            {"applinks":{"apps":[],"details":[{"appID":"\(identifier)","appIDs":["\(identifier)"],"paths":["/buy/*"],\
            "components":[{"/":"/buy/*"}]}]}}
            """
    }
}

/// Dates in UTC, in English.
enum PlayDates {
    static func formatter(_ format: String) -> DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "UTC")
        formatter.dateFormat = format
        return formatter
    }
}
