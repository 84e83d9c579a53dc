import ArgumentParser
import Audit
import Transport

/// How domains are asked.
///
/// Options have no defaults here, because the environment may set them too.
struct NetworkOptions: ParsableArguments {
    @Option(
        name: [.customShort("c"), .long],
        help: ArgumentHelp("Domains that talk at once (default: 200 for each loop).", valueName: "n"),
        transform: { try SettingReader.integer($0, in: SettingLimits.concurrency) })
    var maxConcurrency: Int?

    @Option(
        help: ArgumentHelp("Connections at once to one server address (default: 20).", valueName: "n"),
        transform: { try SettingReader.integer($0, in: SettingLimits.concurrency) })
    var hostConcurrency: Int?

    @Option(
        help: ArgumentHelp("Requests a second, over all hosts (default: no limit).", valueName: "n"),
        transform: { try SettingReader.integer($0, in: SettingLimits.rate) })
    var rateLimit: Int?

    @Option(
        help: ArgumentHelp("Time for the whole run (default: no limit).", valueName: "duration"),
        transform: SettingReader.duration)
    var runDeadline: Duration?

    @Option(
        help: ArgumentHelp("Event loops (default: one for each core, at most 4).", valueName: "n"),
        transform: { try SettingReader.integer($0, in: SettingLimits.loops) })
    var loops: Int?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Time for one exchange (default: 20s).", valueName: "duration"),
        transform: SettingReader.duration)
    var timeout: Duration?

    @Option(
        help: ArgumentHelp("Time for a connection (default: 10s).", valueName: "duration"),
        transform: SettingReader.duration)
    var connectTimeout: Duration?

    @Option(
        help: ArgumentHelp("Time for everything about one domain (default: 60s).", valueName: "duration"),
        transform: SettingReader.duration)
    var deadline: Duration?

    @Option(
        help: ArgumentHelp("How often to try again what may pass (default: 2); silence at most once.", valueName: "n"),
        transform: { try SettingReader.integer($0, in: SettingLimits.retries) })
    var maxRetries: Int?

    @Option(
        help: ArgumentHelp("How many redirects to follow, to show where they lead (default: 10).", valueName: "n"),
        transform: { try SettingReader.integer($0, in: SettingLimits.redirects) })
    var maxRedirects: Int?

    @Flag(help: "Follow a redirect into private address space.")
    var allowPrivateRedirects = false

    @Flag(name: [.customShort("4"), .customLong("ipv4")], help: "Use IPv4 addresses only.")
    var ipv4 = false

    @Flag(name: [.customShort("6"), .customLong("ipv6")], help: "Use IPv6 addresses only.")
    var ipv6 = false

    @Option(
        help: ArgumentHelp("Addresses to use for a host, as in curl; repeatable.", valueName: "host:port:addr,..."),
        transform: SettingReader.resolveOverride)
    var resolve: [ResolveOverride] = []

    @Option(
        help: ArgumentHelp("Connect to another place, as in curl; repeatable.", valueName: "h1:p1:h2:p2"),
        transform: SettingReader.connectToOverride)
    var connectTo: [ConnectToOverride] = []

    @Option(
        help: ArgumentHelp("Name servers to ask instead of the system's.", valueName: "addr:port,..."),
        transform: SettingReader.nameServers)
    var dnsServers: [String]?

    @Option(help: ArgumentHelp("PEM file of root certificates instead of the system's.", valueName: "file"))
    var cacert: String?

    // Proxy and header fields may hold secrets: they are read later, so that no message repeats them.
    @Option(help: ArgumentHelp("Proxy to go through (default: from the environment).", valueName: "url"))
    var proxy: String?

    @Option(
        name: [.customShort("H"), .long],
        help: ArgumentHelp("Header field to send; repeatable.", valueName: "name: value"))
    var header: [String] = []

    @Option(
        name: [.customShort("A"), .long], help: ArgumentHelp("User agent to send.", valueName: "text"),
        transform: SettingReader.userAgent)
    var userAgent: String?

    func validate() throws {
        if ipv4 && ipv6 { throw ValidationError("-4 and -6 exclude each other.") }
    }
}
