import ArgumentParser
import Audit
import Findings
import Transport

/// The network settings of a run: flag before environment before configuration before default.
struct NetworkSettings {
    var transport: TransportSettings
    var observer = ObserverSettings()
    /// `nil` where the machine decides.
    var maxConcurrency: Int?
    var hostConcurrency = CrawlSettings().hostConcurrency
    var rateLimit: Int?
    var runDeadline: Duration?

    init(
        _ options: NetworkOptions, environment: inout SettingsEnvironment, variables: [String: String], cores: Int
    ) throws {
        let userAgent = try environment.value(options.userAgent, "user-agent", SettingReader.userAgent)
        transport = TransportSettings(userAgent: userAgent ?? "aasa-audit/\(ToolVersion.tool)", environment: variables)
        maxConcurrency = try environment.value(options.maxConcurrency, "max-concurrency") {
            try SettingReader.integer($0, in: SettingLimits.concurrency)
        }
        hostConcurrency =
            try environment.value(options.hostConcurrency, "host-concurrency") {
                try SettingReader.integer($0, in: SettingLimits.concurrency)
            } ?? hostConcurrency
        rateLimit = try environment.value(options.rateLimit, "rate-limit") {
            try SettingReader.integer($0, in: SettingLimits.rate)
        }
        runDeadline = try environment.value(options.runDeadline, "run-deadline", SettingReader.duration)
        transport.loops =
            try environment.value(options.loops, "loops") { try SettingReader.integer($0, in: SettingLimits.loops) }
            ?? min(max(1, cores), 4)
        try setTimes(options, &environment)
        try setPlaces(options, &environment)
        // Proxy and header fields may hold secrets: no message repeats them.
        let proxy = try options.proxy.map { try read($0, for: "--proxy", SettingReader.proxy) }
        transport.proxy = try environment.value(proxy, "proxy", SettingReader.proxy)
        let fields = try options.header.map { try read($0, for: "--header", SettingReader.header) }
        transport.userHeaders = try environment.values(fields, "header", SettingReader.header)
    }

    private mutating func setTimes(_ options: NetworkOptions, _ environment: inout SettingsEnvironment) throws {
        observer.timeout =
            try environment.value(options.timeout, "timeout", SettingReader.duration) ?? observer.timeout
        observer.deadline =
            try environment.value(options.deadline, "deadline", SettingReader.duration) ?? observer.deadline
        transport.connectTimeout =
            try environment.value(options.connectTimeout, "connect-timeout", SettingReader.duration)
            ?? transport.connectTimeout
        observer.maxRetries =
            try environment.value(options.maxRetries, "max-retries") {
                try SettingReader.integer($0, in: SettingLimits.retries)
            } ?? observer.maxRetries
        observer.maxRedirects =
            try environment.value(options.maxRedirects, "max-redirects") {
                try SettingReader.integer($0, in: SettingLimits.redirects)
            } ?? observer.maxRedirects
        observer.allowsPrivateRedirects =
            try environment.flag(options.allowPrivateRedirects, "allow-private-redirects") ?? false
    }

    private mutating func setPlaces(_ options: NetworkOptions, _ environment: inout SettingsEnvironment) throws {
        switch try environment.either((options.ipv4, "ipv4"), or: (options.ipv6, "ipv6")) {
        case (true, _): transport.addressFamily = .ipv4
        case (_, true): transport.addressFamily = .ipv6
        case (false, false): break
        }
        transport.resolve = try environment.values(options.resolve, "resolve", SettingReader.resolveOverride)
        transport.connectTo = try environment.values(options.connectTo, "connect-to", SettingReader.connectToOverride)
        transport.nameServers =
            try environment.value(options.dnsServers, "dns-servers", SettingReader.nameServers) ?? []
        transport.certificateAuthorityFile = try environment.value(options.cacert, "cacert") { $0 }
    }

    /// Reads a value that no message may repeat.
    private func read<Value>(_ text: String, for flag: String, _ reader: (String) throws -> Value) throws -> Value {
        do { return try reader(text) } catch { throw ValidationError("The value for \(flag) is not right: \(error)") }
    }

    /// The settings as reports show them; of header fields the names only, of a proxy no user information.
    var evidence: Evidence {
        var evidence: Evidence = [
            "hostConcurrency": .integer(hostConcurrency),
            "rateLimit": rateLimit.map { .integer($0) } ?? .null,
            "runDeadlineMs": runDeadline.map { .number($0 / .milliseconds(1)) } ?? .null,
            "loops": .integer(transport.loops),
            "timeoutMs": .number(observer.timeout / .milliseconds(1)),
            "connectTimeoutMs": .number(transport.connectTimeout / .milliseconds(1)),
            "deadlineMs": .number(observer.deadline / .milliseconds(1)),
            "maxRetries": .integer(observer.maxRetries),
            "maxRedirects": .integer(observer.maxRedirects),
            "allowPrivateRedirects": .boolean(observer.allowsPrivateRedirects),
            "userAgent": .string(transport.userAgent),
        ]
        switch transport.addressFamily {
        case .any: break
        case .ipv4: evidence["addressFamily"] = "IPv4"
        case .ipv6: evidence["addressFamily"] = "IPv6"
        }
        if !transport.resolve.isEmpty {
            evidence["resolve"] = .strings(
                transport.resolve.map {
                    "\(DomainID.bracketed($0.host)):\($0.port):\($0.addresses.joined(separator: ","))"
                })
        }
        if !transport.connectTo.isEmpty {
            evidence["connectTo"] = .strings(
                transport.connectTo.map { places in
                    [(places.host, places.port), (places.targetHost, places.targetPort)]
                        .map { "\(DomainID.bracketed($0)):\($1.map(String.init) ?? "")" }.joined(separator: ":")
                })
        }
        if !transport.nameServers.isEmpty { evidence["dnsServers"] = .strings(transport.nameServers) }
        if let file = transport.certificateAuthorityFile { evidence["cacert"] = .string(file) }
        if let proxy = transport.proxy { evidence["proxy"] = (try? ProxyURL(proxy)).map { .string("\($0)") } ?? "***" }
        if !transport.userHeaders.isEmpty { evidence["headers"] = .strings(transport.userHeaders.map(\.name)) }
        return evidence
    }
}
