/// For whom a message is written.
package enum NoticeFormat: String, Sendable, CaseIterable {
    /// The one that the webhook's host is known to take.
    case auto
    /// A `text`, and the same as data.
    case json
    /// Nothing but a `text`: Slack, and others that take what Slack takes.
    case slack
    /// An adaptive card: Teams workflows take nothing else (Microsoft, "Create incoming webhooks with Workflows").
    case teams

    /// The format for a webhook at `host`, which is never `auto`.
    package func resolved(for host: String) -> NoticeFormat {
        guard self == .auto else { return self }
        let host = host.lowercased()
        func isWithinDomains(_ domains: String...) -> Bool {
            domains.contains { host == $0 || host.hasSuffix("." + $0) }
        }
        if isWithinDomains("hooks.slack.com", "hooks.slack-gov.com", "chat.googleapis.com") { return .slack }
        if isWithinDomains("logic.azure.com", "api.powerplatform.com", "webhook.office.com") { return .teams }
        return .json
    }
}
