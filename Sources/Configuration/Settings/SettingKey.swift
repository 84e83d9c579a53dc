import Audit
import Reports
import Runs

/// A setting that flags, environment and file share: how the file names it, and what it may be.
struct SettingKey: Sendable {
    /// What a value may be.
    enum Kind: Sendable {
        /// `true` or `false`.
        case truth
        /// A whole number.
        case number(ClosedRange<Int>)
        /// One of a few words.
        case choice([String])
        /// A text; the reader refuses what it may not be, and gives back how the flag would have it.
        case text(@Sendable (String, ConfigurationPlace) throws -> String)
        /// Any number of texts.
        case list(@Sendable (String, ConfigurationPlace) throws -> String)
        /// Any number of texts that the flag has as one, with commas.
        case joined(@Sendable (String, ConfigurationPlace) throws -> String)
    }

    /// The key in the file.
    let name: String
    /// The flag without its dashes.
    let flag: String
    let kind: Kind

    init(_ name: String, flag: String? = nil, _ kind: Kind) {
        self.name = name
        self.flag = flag ?? name.replacing("_", with: "-")
        self.kind = kind
    }

    /// All of them, in the order of `--help`.
    static let all: [SettingKey] = [
        SettingKey("lists", flag: "list", .list { $1.path($0) }),
        SettingKey("exclude", .list { text, _ in text }),

        SettingKey("format", .choice(OutputFormat.allCases.map(\.rawValue))),
        SettingKey("outputs", flag: "output", .list { try $1.output($0) }),
        SettingKey("bodies", .choice(FileTextPolicy.allCases.map(\.rawValue))),
        SettingKey("quiet", .truth),
        SettingKey("verbose", .truth),
        SettingKey("no_progress", .truth),
        SettingKey("color", .choice(ColorChoice.allCases.map(\.rawValue))),

        SettingKey("log_format", .choice(LogFormat.allCases.map(\.rawValue))),
        SettingKey("log_level", .choice(["debug", "info", "warning", "error"])),

        SettingKey("db", .text { $1.path($0) }),
        SettingKey("no_db", .truth),
        SettingKey("keep", .checked(SettingReader.duration)),

        SettingKey("notify", .checked(SettingReader.webhook)),
        SettingKey("notify_format", .choice(NoticeFormat.allCases.map(\.rawValue))),
        SettingKey("notify_always", .truth),
        SettingKey("notify_after", .number(SettingLimits.runs)),

        SettingKey("fail_on", .choice(FailureThreshold.allCases.map(\.rawValue))),
        SettingKey("expiry_days", .number(SettingLimits.days)),
        SettingKey("skip_invalid", .truth),
        SettingKey("min_targets", .checked(SettingReader.share)),
        SettingKey("max_unreachable", .checked(SettingReader.share)),

        SettingKey("max_concurrency", .number(SettingLimits.concurrency)),
        SettingKey("host_concurrency", .number(SettingLimits.concurrency)),
        SettingKey("rate_limit", .number(SettingLimits.rate)),
        SettingKey("run_deadline", .checked(SettingReader.duration)),
        SettingKey("loops", .number(SettingLimits.loops)),
        SettingKey("timeout", .checked(SettingReader.duration)),
        SettingKey("connect_timeout", .checked(SettingReader.duration)),
        SettingKey("deadline", .checked(SettingReader.duration)),
        SettingKey("max_retries", .number(SettingLimits.retries)),
        SettingKey("max_redirects", .number(SettingLimits.redirects)),
        SettingKey("allow_private_redirects", .truth),
        SettingKey("ipv4", .truth),
        SettingKey("ipv6", .truth),
        SettingKey("resolve", .checkedList(SettingReader.resolveOverride)),
        SettingKey("connect_to", .checkedList(SettingReader.connectToOverride)),
        SettingKey(
            "dns_servers",
            .joined { text, _ in
                _ = try SettingReader.nameServers(text)
                return text
            }),
        SettingKey("cacert", .text { $1.path($0) }),
        SettingKey("proxy", .checked(SettingReader.proxy)),
        SettingKey("headers", flag: "header", .checkedList(SettingReader.header)),
        SettingKey("user_agent", .checked(SettingReader.userAgent)),
    ]

    /// Pairs of settings that exclude each other.
    static let exclusive = [("quiet", "verbose"), ("ipv4", "ipv6")]
}

extension SettingKey.Kind {
    /// A text that `read` must be able to read.
    fileprivate static func checked<Value>(_ read: @escaping @Sendable (String) throws(SettingError) -> Value) -> Self {
        .text { text, _ in
            _ = try read(text)
            return text
        }
    }

    /// Texts each of which `read` must be able to read.
    fileprivate static func checkedList<Value>(
        _ read: @escaping @Sendable (String) throws(SettingError) -> Value
    ) -> Self {
        .list { text, _ in
            _ = try read(text)
            return text
        }
    }
}

/// Where a configuration stands: paths in it begin at its folder.
struct ConfigurationPlace: Sendable {
    /// The folder of the file, without a slash at its end; empty for the working folder.
    let folder: String

    /// Takes the path of the file.
    init(file: String) {
        guard let slash = file.lastIndex(of: "/") else {
            folder = ""
            return
        }
        folder = slash == file.startIndex ? "/" : String(file[..<slash])
    }

    /// A path as the working folder has it; `-` stays the standard input or output.
    func path(_ text: String) -> String {
        if text == "-" || text.hasPrefix("/") || folder.isEmpty { return text }
        return folder.hasSuffix("/") ? folder + text : "\(folder)/\(text)"
    }

    /// An output whose path was made to begin at the folder.
    func output(_ text: String) throws -> String {
        let request = try OutputRequest(text)
        return switch request.destination {
        case .standardOutput: request.description
        case .file(let file): OutputRequest(format: request.format, destination: .file(path(file))).description
        }
    }
}
