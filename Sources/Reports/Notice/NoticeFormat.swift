/// The format of a message, according to its recipient.
package enum NoticeFormat: String, Sendable, CaseIterable {
    /// The format that the webhook's host is known to accept.
    case auto
    /// A `text` member, and the same content as data.
    case json
    /// Only a `text` member: for Slack, and other services that accept Slack messages.
    case slack
    /// An adaptive card, which is the only format that Teams workflows accept (Microsoft, "Create incoming webhooks
    /// with Workflows").
    case teams

    /// Returns the format for a webhook at `host`, which is never `auto`.
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
