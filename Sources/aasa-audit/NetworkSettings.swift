import ArgumentParser
import Audit
import Findings
import Settings
import Transport

/// The network settings of a run.
struct NetworkSettings {
    var transport: TransportSettings
    var observer = ObserverSettings()
    /// `nil` where the machine decides.
    var maxConcurrency: Int?
    var hostConcurrency: Int
    var rateLimit: Int?
    var runDeadline: Duration?
    /// The settings as reports show them; of header fields the names only, of a proxy no user information.
    let evidence: Evidence

    init(_ options: NetworkOptions, environment: SettingSources, variables: [String: String], cores: Int) throws {
        let values = try options.values(in: environment)
        transport = TransportSettings(
            userAgent: values.userAgent ?? "aasa-audit/\(ToolVersion.tool)", environment: variables)
        transport.loops = values.loops ?? min(max(1, cores), 4)
        transport.connectTimeout = values.connectTimeout
        transport.addressFamily = values.ipv4 ? .ipv4 : values.ipv6 ? .ipv6 : .any
        transport.resolve = values.resolve
        transport.connectTo = values.connectTo
        transport.nameServers = values.dnsServers
        transport.certificateAuthorityFile = values.cacert
        transport.proxy = values.proxy
        transport.userHeaders = values.headers
        observer.timeout = values.timeout
        observer.deadline = values.deadline
        observer.maxRetries = values.maxRetries
        observer.maxRedirects = values.maxRedirects
        observer.allowsPrivateRedirects = values.allowPrivateRedirects
        observer.cdnAddress = values.cdnURL ?? (values.cdn ? ObserverSettings.appleCDN : nil)
        maxConcurrency = values.maxConcurrency
        hostConcurrency = values.hostConcurrency
        rateLimit = values.rateLimit
        runDeadline = values.runDeadline
        var shown = values.options
        // What this machine and this version make of them.
        shown["loops"] = .integer(transport.loops)
        shown["userAgent"] = .string(transport.userAgent)
        evidence = shown
    }
}
