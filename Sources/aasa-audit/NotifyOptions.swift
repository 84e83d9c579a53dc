import ArgumentParser
import Audit
import Reports

/// Who is told of what changed.
struct NotifyOptions: ParsableArguments {
    // The URL may be a secret: it is read later, so that no message repeats it.
    @Option(
        help: ArgumentHelp(
            "Post one JSON message at the end when something changed (Slack, Teams or any other webhook).",
            valueName: "url"))
    var notify: String?

    @Option(
        help: ArgumentHelp(
            "Who takes it: json (a text and data), slack, teams or auto (by the webhook's host; default).",
            valueName: "format"))
    var notifyFormat: NoticeFormat?

    @Flag(help: "Post the message also when nothing changed.")
    var notifyAlways = false

    @Option(
        help: ArgumentHelp(
            "Tell of a domain that cannot be reached after so many runs in a row (default: 3).", valueName: "runs"),
        transform: { try SettingReader.integer($0, in: SettingLimits.runs) })
    var notifyAfter: Int?
}

/// The settings of the message: flag before environment before configuration before default.
struct NotifySettings: Sendable {
    /// Where the message goes; `nil` where nobody wants one.
    var webhook: Webhook?
    var format: NoticeFormat
    var isAlwaysSent: Bool
    var unreachableAfter: Int

    init(_ options: NotifyOptions, environment: inout SettingsEnvironment) throws {
        let given = try options.notify.map { text in
            do throws(SettingError) {
                return try SettingReader.webhook(text)
            } catch {
                throw ValidationError("The value for --notify is not right: \(error)")
            }
        }
        let url = try environment.value(given, "notify", SettingReader.webhook)
        // A secret has no place on a command line, where other users of the machine can see it, nor in the file.
        let secret = try environment.value(nil, "notify-secret") { (text: String) in text }
        webhook = url.map { Webhook(url: $0, secret: secret) }
        format = try environment.choice(options.notifyFormat, "notify-format") ?? .auto
        isAlwaysSent = try environment.flag(options.notifyAlways, "notify-always") ?? false
        unreachableAfter =
            try environment.value(options.notifyAfter, "notify-after") {
                try SettingReader.integer($0, in: SettingLimits.runs)
            } ?? 3
    }
}
