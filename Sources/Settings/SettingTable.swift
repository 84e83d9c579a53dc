package import Audit
import CrawlSchedule
package import Records
package import Reports
package import Transport

/// A section of `--help`, each of whose properties is a setting.
package protocol SettingGroup: Sendable {
    /// The title of the section, which several groups can share.
    static var title: String { get }
    static var table: Self { get }
}

extension SettingGroup {
    package static var entries: [SettingEntry] {
        guard let entries = SettingTable.entriesByGroup[ObjectIdentifier(Self.self)] else {
            preconditionFailure("\(Self.self) is not in SettingTable.groups.")
        }
        return entries
    }

    /// The properties of the table, in the order of their declarations.
    static var settings: [any AnySetting] {
        Mirror(reflecting: table).children.compactMap { $0.value as? any AnySetting }
    }
}

/// All settings; the flag, variable, key, `--help`, validation and reported option of each are derived from its entry.
package enum SettingTable {
    static let groups: [any SettingGroup.Type] = [
        Targets.self, Expected.self, Output.self, Log.self, History.self, Judgement.self, Limits.self,
        Notification.self, Network.self, AppleCopy.self, AdditionalChecks.self,
    ]

    /// The entries of each group, for ArgumentParser, which requests them dozens of times for a command line.
    fileprivate static let entriesByGroup = Dictionary(
        uniqueKeysWithValues: groups.map { (ObjectIdentifier($0), $0.settings.map(\.entry)) })

    package static let entries: [SettingEntry] = groups.flatMap { $0.entries }

    package struct Targets: SettingGroup {
        package static let title = "Targets"
        package static let table = Self()
        package let lists = Setting(
            "lists", flag: "list", short: "l", each: Kind.path, valueName: "file", example: "domains.csv",
            help: "A file with one target per line, or CSV with a `domain` column; - is standard input. Repeatable.")
        package let entitlements = Setting(
            "entitlements", each: Kind.path, valueName: "path", shown: .whenSet, example: "Shop.ipa",
            help: "Audit the domains that an app lists: an .entitlements file, .ipa, .app, .xcarchive, provisioning "
                + "profile or project folder. Repeatable.")
        package let exclude = Setting(
            "exclude", each: SettingKind(read: SettingReader.hostExpression), valueName: "regex",
            example: "^staging[.]", help: "Exclude targets whose host matches; repeatable.")
        package let shard = Setting(
            "shard", Kind.shard, valueName: "i/n", shown: .whenSet, example: "0/4",
            help: "Audit only one of n shards of the targets, 0/n to (n-1)/n; subdomains of one domain stay together.")
    }

    /// In the file of `--config`, these settings belong to a domain, under `expect`.
    package struct Expected: SettingGroup {
        package static let title = "Expectations"
        package static let table = Self()
        package let appIDs = Setting(
            "app_ids", flag: "app-id", each: Kind.expectedApp, valueName: "id", shown: .whenSet,
            sources: [.commandLine, .environment],
            help: "An app that the file of every domain must list for universal links or, with webcredentials:ID, for "
                + "passwords and passkeys; repeatable.")
        package let opens = Setting(
            "opens", each: Kind.expectedLink, valueName: "url", shown: .whenSet, sources: [.commandLine, .environment],
            help: "A URL that must open an app. It is checked against the file of its host, or of a target such as "
                + "*.example.com that covers the host; without either, the host is audited as well. Repeatable.")
        package let doesNotOpen = Setting(
            "does_not_open", each: Kind.expectedLink, valueName: "url", shown: .whenSet,
            sources: [.commandLine, .environment],
            help: "A URL that must not open an app; checked like --opens. Repeatable.")
    }

    package struct Output: SettingGroup {
        package static let title = "Output"
        package static let table = Self()
        package let format = Setting(
            "format", short: "f", Kind.choice(of: OutputFormat.files), valueName: "format",
            help: "The format of the standard output (default: text).")
        package let outputs = Setting(
            "outputs", flag: "output", short: "o", each: Kind.output, valueName: "file", example: "report.html",
            help: "Also write a report to a file. The extension determines the format, unless FORMAT:FILE names it. "
                + "site:FOLDER writes a folder of pages. Repeatable.")
        package let runID = Setting(
            "run_id", SettingKind(read: SettingReader.runID), valueName: "id", sources: [.commandLine, .environment],
            help: "The run's ID in reports, for a run on several machines (default: a random ID). Needs --no-db.")
        package let bodies = Setting(
            "bodies", Kind.choice(of: FileTextPolicy.allCases), default: .findings, shown: .always,
            help: "When JSON includes the file's text: always, never, or (findings) if a finding points into the file "
                + "(default: {default}).")
        package let title = Setting(
            "title", Kind.text, valueName: "text", shown: .whenSet,
            example: "Acme", help: "A name for all domains, in the heading of the HTML report, such as a company's.")
        package let reportURL = Setting(
            "report_url", SettingKind(read: SettingReader.reportURL), valueName: "url", shown: .whenSet,
            sources: [.file],
            example: "https://links.example/night.html",
            help: "The address of the published HTML report or, with / at the end, of the site, for links in mails and "
                + "messages.")
        package let quiet = Setting(
            "quiet", short: "q", excludes: "verbose",
            help: "Print less: no progress, no hints, no domains without findings.")
        package let verbose = Setting("verbose", short: "v", help: "Print more: how each location was served.")
        package let noProgress = Setting("no_progress", short: "n", help: "Show no progress.")
        package let color = Setting(
            "color", Kind.choice(of: ColorChoice.allCases), default: .auto,
            help: "Colors in the text (default: {default}, which honors NO_COLOR).")
    }

    package struct Log: SettingGroup {
        package static let title = "Log"
        package static let table = Self()
        package let logFormat = Setting(
            "log_format", Kind.choice(of: LogFormat.allCases),
            help: "Write a log to standard error, for unattended runs.")
        package let logLevel = Setting(
            "log_level", Kind.choice(of: [LogLevel.debug, .info, .warning, .error]),
            help: "The level of the log (default: info; -q: warning; -v: debug). Implies --log-format text.")
    }

    package struct History: SettingGroup {
        package static let title = "History"
        package static let table = Self()
        package let db = Setting(
            "db", Kind.path, valueName: "file", excludes: "no_db", example: "aasa-audit.sqlite",
            help: "Store the run in this database (default with --list: a file named after the list, such as "
                + "domains.sqlite, in $XDG_STATE_HOME/aasa-audit).")
        package let noDB = Setting("no_db", help: "Store nothing in a database.")
        package let name = Setting(
            "name", SettingKind(read: SettingReader.name), valueName: "name", sources: [.file], example: "production",
            help: "The name of the series of runs, and of its database (default: the configuration file's name).")
        package let resume = Setting(
            "resume", sources: [.commandLine, .environment],
            help: "Resume the newest run, if it is incomplete and began less than 12 hours ago.")
        package let keep = Setting(
            "keep", Kind.duration, valueName: "duration", default: .seconds(90 * 86_400),
            help: "How long to keep runs in the database (default: {default}).")
    }

    package struct Judgement: SettingGroup {
        package static let title = "Judgment"
        package static let table = Self()
        package let failOn = Setting(
            "fail_on", Kind.choice(of: FailureThreshold.allCases), default: .error, shown: .always,
            help: "The findings that cause exit code 2; regression: new or returned errors (default: {default}).")
        package let expiryDays = Setting(
            "expiry_days", Kind.integer(0...3650), valueName: "days", default: JudgeSettings.standard.expiryDays,
            shown: .always, help: "Warn of certificates that expire within this number of days (default: {default}).")
        package let productionTags = Setting(
            "production_tags", each: Kind.text, valueName: "tag", shown: .whenSet, sources: [.file],
            example: "production",
            help: "The tags, or words in tags, of the domains to fix first (default: "
                + "\(FixPlanner.productionTags.joined(separator: ", "))).")
        package let skipInvalid = Setting(
            "skip_invalid", shown: .always, help: "Do not fail because of invalid targets.")
    }

    /// The limits beyond which the results of a run are implausible, so that it fails.
    package struct Limits: SettingGroup {
        package static let title = "Judgment"
        package static let table = Self()
        package let minTargets = Setting(
            "min_targets", Kind.runLimit, valueName: "n|percent", shown: .whenSet, example: "80%",
            help: "Fail if there are fewer targets than this number, or than this percentage of the previous run's.")
        package let maxUnreachable = Setting(
            "max_unreachable", Kind.runLimit, valueName: "n|percent", shown: .whenSet, example: "20%",
            help: "Fail if more domains than this number, or than this percentage of all, cannot be reached.")
        package let allowUnreachable = Setting(
            "allow_unreachable", help: "Do not fail because domains could not be checked; a run in doubt still fails.")
    }

    package struct Notification: SettingGroup {
        package static let title = "Notification"
        package static let table = Self()
        // The URL can be a secret.
        package let notify = Setting(
            "notify", SettingKind(read: SettingReader.webhook), valueName: "url", isSecret: true, excludes: "no_notify",
            example: "https://hooks.example/T1/B2",
            help: "After each run with changes, post a JSON message to this webhook (Slack, Teams or any other).")
        package let noNotify = Setting(
            "no_notify", help: "Post no messages, not even to the webhooks of teams: for testing a configuration.")
        // The key is accepted neither on the command line, which other users of the machine can see, nor in the file.
        package let notifySecret = Setting(
            "notify_secret", Kind.text, sources: [.environment], isSecret: true, help: "Sign the message with this key."
        )
        package let notifyFormat = Setting(
            "notify_format", Kind.choice(of: NoticeFormat.allCases), valueName: "format", default: .auto,
            help: "The format of messages (default: {default}, by the webhook's host).")
        package let notifyAlways = Setting("notify_always", help: "Post the message even if nothing changed.")
        // The number of runs is counted only up to `maxOutageRuns`.
        package let notifyAfter = Setting(
            "notify_after", Kind.integer(1...(RunNotice.maxOutageRuns - 1)), valueName: "runs", default: 3,
            help: "Report an unreachable domain only after this many runs in a row (default: {default}).")
    }

    package struct Network: SettingGroup {
        package static let title = "Network"
        package static let table = Self()
        // Reports show the effective number instead, which the machine can reduce.
        package let maxConcurrency = Setting(
            "max_concurrency", short: "c", Kind.integer(1...100_000), valueName: "n",
            example: "400",
            help: "The maximum number of domains checked at once (default: 200 for each event loop, see --loops).")
        package let hostConcurrency = Setting(
            "host_concurrency", Kind.integer(1...100_000), valueName: "n", default: CrawlSettings().hostConcurrency,
            shown: .always, help: "The maximum number of connections to one server address (default: {default}).")
        package let rateLimit = Setting(
            "rate_limit", Kind.integer(1...1_000_000), valueName: "n", shown: .always, example: "100",
            help: "The maximum number of requests per second, to all hosts together (default: no limit).")
        package let runDeadline = Setting(
            "run_deadline", Kind.duration, valueName: "duration", shown: .always,
            example: "2h", help: "Time limit for the whole run (default: no limit).")
        package let loops = Setting(
            "loops", Kind.integer(1...256), valueName: "n", shown: .always,
            example: "2", help: "The number of event loops (default: one per core, at most 4).")
        package let timeout = Setting(
            "timeout", short: "t", Kind.duration, valueName: "duration", default: ObserverSettings.standard.timeout,
            shown: .always, help: "Time limit for one request and its response (default: {default}).")
        package let connectTimeout = Setting(
            "connect_timeout", Kind.duration, valueName: "duration",
            default: TransportSettings(userAgent: "").connectTimeout, shown: .always,
            help: "Time limit for connecting (default: {default}).")
        package let deadline = Setting(
            "deadline", Kind.duration, valueName: "duration", default: ObserverSettings.standard.deadline,
            shown: .always, help: "Time limit for all checks of one domain (default: {default}).")
        package let maxRetries = Setting(
            "max_retries", Kind.integer(0...20), valueName: "n", default: ObserverSettings.standard.maxRetries,
            shown: .always,
            help: "The maximum number of retries after failures that may be temporary (default: {default}); after "
                + "timeouts, at most one.")
        package let maxRedirects = Setting(
            "max_redirects", Kind.integer(0...100), valueName: "n", default: ObserverSettings.standard.maxRedirects,
            shown: .always, help: "How many redirects to follow, to show where they lead (default: {default}).")
        package let publicOnly = Setting(
            "public_only", shown: .always, excludes: "allow_private_redirects",
            help: "Connect only to public addresses, for targets and redirects; use this for untrusted names.")
        package let allowPrivateRedirects = Setting(
            "allow_private_redirects", shown: .always, help: "Follow redirects to private addresses.")
        package let ipv4 = Setting(
            "ipv4", short: "4", shown: .under(name: "addressFamily", text: "IPv4"), excludes: "ipv6",
            help: "Use IPv4 addresses only.")
        package let ipv6 = Setting(
            "ipv6", short: "6", shown: .under(name: "addressFamily", text: "IPv6"), help: "Use IPv6 addresses only.")
        package let resolve = Setting(
            "resolve", each: Kind.resolve, valueName: "host:port:addr,...", shown: .whenSet,
            example: "www.example.com:443:192.0.2.1",
            help: "Connect to these addresses for a host, as in curl; repeatable.")
        package let connectTo = Setting(
            "connect_to", each: Kind.connectTo, valueName: "h1:p1:h2:p2", shown: .whenSet,
            example: "www.example.com:443:staging.example.com:8443",
            help: "Connect to host h2 and port p2 instead of h1 and p1, as in curl; repeatable.")
        package let dnsServers = Setting(
            "dns_servers", Kind.nameServers, valueName: "addr:port,...", shown: .whenSet,
            example: "192.0.2.53", help: "Name servers to use instead of the system's.")
        package let cacert = Setting(
            "cacert", Kind.path, valueName: "file", shown: .whenSet,
            example: "company-roots.pem", help: "PEM file of root certificates instead of the system's.")
        package let proxy = Setting(
            "proxy", Kind.proxy, valueName: "url", shown: .whenSet, isSecret: true,
            example: "http://proxy.example:3128", help: "Proxy to use (default: from the environment).")
        package let headers = Setting(
            "headers", flag: "header", short: "H", each: Kind.header, valueName: "name: value", shown: .whenSet,
            isSecret: true, example: "X-Audit: nightly", help: "Header field to send; repeatable.")
        package let userAgent = Setting(
            "user_agent", short: "A", SettingKind(read: SettingReader.userAgent), valueName: "text", shown: .always,
            example: "acme-audit/1", help: "User agent to send.")
    }

    package struct AppleCopy: SettingGroup {
        package static let title = "Apple's copy"
        package static let table = Self()
        package let cdn = Setting(
            "cdn", shown: .under(name: "cdn", text: "asked"),
            help: "Also fetch the copy in Apple's CDN, which devices with iOS 14 or later get.")
        package let cdnURL = Setting(
            "cdn_url", SettingKind(read: SettingReader.cdnURL), valueName: "url", shown: .whenSet,
            example: "https://cdn.example",
            help: "Use this server instead of Apple's CDN, such as https://cdn.example; implies --cdn.")
    }

    package struct AdditionalChecks: SettingGroup {
        package static let title = "Additional checks"
        package static let table = Self()
        package let noUnverifiedFetch = Setting(
            "no_unverified_fetch", shown: .under(name: "unverifiedFetch", text: "off"),
            help: "After a certificate error, do not fetch the file again without verification.")
        package let allAddresses = Setting(
            "all_addresses", shown: .under(name: "addresses", text: "all"),
            help: "Check each address of a name (at most 16) separately, and compare the responses.")
        package let siblings = Setting(
            "siblings", shown: .under(name: "siblings", text: "asked"),
            help: "Also check the name with www. added or removed, and report differences.")
        package let probeUserAgents = Setting(
            "probe_user_agents", shown: .under(name: "userAgents", text: "Apple's as well"),
            help: "Also send requests with Apple's user agents, and report differences.")
    }
}

extension JudgeSettings {
    package init(_ values: SettingValues<SettingTable.Judgement>, maxRedirects: Int, _ configuration: Configuration?) {
        self = .standard
        expiryDays = values.expiryDays
        self.maxRedirects = maxRedirects
        severities = configuration?.severities ?? [:]
        waivers = configuration?.waivers ?? WaiverList()
    }
}
