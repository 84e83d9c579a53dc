import Audit
import Basics
import Findings
import History
import Records
import Reports
import Settings
import Transport

/// The delivery of the messages of a run to the webhooks, and of pending messages of earlier runs.
extension AuditRun {
    private static let maxAtOnce = 32

    /// A message with its key, and its stored form if there is a database.
    private typealias Letter = (message: NoticeMessage, key: String, pending: PendingMessage?)

    private struct Delivery {
        var errors: [String] = []
        /// The posted messages, for the log.
        var posted: [String] = []
        /// Whether the receiver accepted all messages, and the database has recorded it.
        var isWhole = true
    }

    /// Posts messages that are not stored in a database.
    ///
    /// - Returns: The receivers that did not accept their messages.
    func post(_ messages: [NoticeMessage], over transport: Transport) async -> [NoticeReceiver] {
        await send(messages.map { (message: $0, key: $0.key, pending: nil) }, over: transport, from: nil)
    }

    /// Posts all pending messages in the database, for each receiver in order.
    ///
    /// - Returns: The receivers that did not accept all of their messages.
    func deliver(from history: RunRecorder, over transport: Transport) async -> [NoticeReceiver] {
        do throws(HistoryError) {
            let waiting = try history.pendingMessages()
            let letters = waiting.compactMap { pending -> Letter? in
                pending.message.map { ($0, pending.key, pending) }
            }
            let failed = await send(letters, over: transport, from: history)
            warnOfPendingMessages(waiting)
            for message in waiting where message.message == nil {
                console.error("A message of an earlier run cannot be read by this version; it is discarded.")
                try history.end(message, isDelivered: false)
            }
            return failed
        } catch {
            console.error("\(error)")
            return settings.receivers
        }
    }

    private func isFor(_ receiver: NoticeReceiver, _ message: NoticeMessage) -> Bool {
        receiver.team?.lowercased() == message.team?.lowercased()
    }

    /// Warns about messages for which this run has no webhook.
    ///
    /// They wait for a run that has one, because this run may be a manual trial of the configuration.
    private func warnOfPendingMessages(_ messages: [PendingMessage]) {
        for message in messages.compactMap(\.message)
        where !settings.receivers.contains(where: { isFor($0, message) }) {
            let team = message.team.map { " for the team \(VisibleText.quote($0))" } ?? ""
            console.warn("A message of an earlier run\(team) stays pending: this run has no webhook for it.")
        }
    }

    /// Sends to all receivers at once, so that one that is down does not delay others.
    ///
    /// - Returns: The receivers that did not accept all messages.
    private func send(
        _ letters: [Letter], over transport: Transport, from history: RunRecorder?
    ) async -> [NoticeReceiver] {
        await withTaskGroup(of: (NoticeReceiver, Delivery).self) { group in
            var failed: [NoticeReceiver] = []
            for (index, receiver) in settings.receivers.enumerated() {
                if index >= Self.maxAtOnce, let end = await group.next() { failed += report(end.1, of: end.0) }
                let own = letters.filter { isFor(receiver, $0.message) }
                group.addTask {
                    (receiver, await AuditRun.send(own, to: receiver, over: transport, from: history))
                }
            }
            for await end in group { failed += report(end.1, of: end.0) }
            return failed
        }
    }

    /// Sends the messages for one receiver in order.
    private static func send(
        _ letters: [Letter], to receiver: NoticeReceiver, over transport: Transport, from history: RunRecorder?
    ) async -> Delivery {
        var delivery = Delivery()
        do throws(HistoryError) {
            try await send(letters, to: receiver, over: transport, from: history, &delivery)
        } catch {
            delivery.isWhole = false
            delivery.errors.append("\(error)")
        }
        return delivery
    }

    private static func send(
        _ letters: [Letter], to receiver: NoticeReceiver, over transport: Transport, from history: RunRecorder?,
        _ delivery: inout Delivery
    ) async throws(HistoryError) {
        var refused: [PendingMessage] = []
        for (index, item) in letters.enumerated() {
            do throws(WebhookError) {
                try await receiver.webhook.post(item.message.body(receiver.format), key: item.key, over: transport)
            } catch {
                delivery.isWhole = false
                guard let pending = item.pending else {
                    delivery.errors.append("\(error). The message is not kept, because there is no database.")
                    continue
                }
                let rest = letters.count - index
                delivery.errors.append(
                    "\(error). The message is kept, and the next run sends it again"
                        + (rest > 1 && !error.isRefusal ? ", with \(rest - 1) more." : "."))
                // If the failure is not due to the message itself, the next one would fail, too.
                guard error.isRefusal else { break }
                refused.append(pending)
                continue
            }
            if let pending = item.pending { try history?.end(pending, isDelivered: true) }
            delivery.posted.append(
                item.pending?.isOfEarlierRun == true
                    ? "a message of an earlier run was posted" : "a message was posted")
        }
        // The webhook accepts messages, but not these, which would otherwise block others forever.
        guard !delivery.posted.isEmpty else { return }
        for message in refused {
            delivery.errors.append("The webhook accepts other messages but refused one: that one is discarded.")
            try history?.end(message, isDelivered: false)
        }
    }

    /// Reports the result of sending messages; returns the receiver if it did not accept all.
    private func report(_ delivery: Delivery, of receiver: NoticeReceiver) -> [NoticeReceiver] {
        for error in delivery.errors { console.error("\(receiver.prefix)\(error)") }
        for text in delivery.posted {
            var details: Evidence = ["webhook": .string(receiver.webhook.host)]
            details["team"] = receiver.team.map { .string($0) }
            console.record(.info, text, details)
        }
        return delivery.isWhole ? [] : [receiver]
    }
}

/// A receiver of messages about changes: the owner of all domains, or a team.
struct NoticeReceiver: Sendable {
    /// The team whose domains the messages are about; `nil` for all domains.
    let team: String?
    let webhook: Webhook
    let format: NoticeFormat

    fileprivate var prefix: String { team.map { "Team \(VisibleText.quote($0)): " } ?? "" }

    private init(_ team: String?, _ webhook: Webhook, _ format: NoticeFormat) {
        self.team = team
        self.webhook = webhook
        self.format = format.resolved(for: webhook.host)
    }

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
