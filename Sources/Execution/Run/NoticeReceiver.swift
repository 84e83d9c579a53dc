import Audit
import Basics
import Records
import Reports
import Settings

/// A webhook that receives the messages about all domains or those of a team.
struct NoticeReceiver: Sendable {
    /// The team whose domains the messages are about; `nil` for all domains.
    let team: String?
    let webhook: Webhook
    let format: NoticeFormat

    var errorPrefix: String { team.map { "Team \(VisibleText.quote($0)): " } ?? "" }

    private init(_ team: String?, _ webhook: Webhook, _ format: NoticeFormat) {
        self.team = team
        self.webhook = webhook
        self.format = format.resolved(for: webhook.host)
    }

    func receives(_ message: NoticeMessage) -> Bool { DomainPeople.isSameTeam(team, message.team) }

    static func all(
        _ settings: SettingValues<SettingTable.Notification>, _ configuration: Configuration?
    ) throws(RunFailure) -> [NoticeReceiver] {
        var receivers: [NoticeReceiver] = []
        // As with databases, a URL on the command line takes precedence over a setting that disables messages.
        if let url = settings.notify, !settings.noNotify || settings.source(of: \.notify) == .commandLine {
            receivers.append(Self(nil, Webhook(url: url, secret: settings.notifySecret), settings.notifyFormat))
        }
        guard !settings.noNotify, let configuration else { return receivers }
        for webhook in configuration.webhooks {
            do throws(UsageError) {
                receivers.append(Self(webhook.team, try webhook.resolved(), webhook.format))
            } catch {
                throw configuration.failure(because: ["\(error)"])
            }
        }
        return receivers
    }
}
