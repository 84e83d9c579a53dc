import Audit
import Reports
import Settings

/// The settings of the message.
struct NotifySettings: Sendable {
    /// Where the message goes; `nil` where nobody wants one.
    var webhook: Webhook?
    var format: NoticeFormat
    var isAlwaysSent: Bool
    var unreachableAfter: Int

    init(_ options: NotifyOptions, environment: SettingSources) throws {
        let values = try options.values(in: environment)
        webhook = values.notify.map { Webhook(url: $0, secret: values.notifySecret) }
        format = values.notifyFormat
        isAlwaysSent = values.notifyAlways
        unreachableAfter = values.notifyAfter
    }
}
