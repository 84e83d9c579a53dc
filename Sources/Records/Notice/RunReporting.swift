package import Audit

/// The messages about a run.
package struct RunReporting: Sendable {
    /// The messages, each for another receiver; empty without news.
    package var messages: [NoticeMessage]
    /// The domains that they report as unreachable.
    package var outages: [DomainID]
    /// The receivers that are now informed about all problems, even if there was nothing to report: teams, and `nil`
    /// for all domains.
    package var receivers: [String?]

    package init(messages: [NoticeMessage], outages: [DomainID] = [], receivers: [String?] = []) {
        self.messages = messages
        self.outages = outages
        self.receivers = receivers
    }
}
