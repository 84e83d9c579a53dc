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
    private static let maxReceiversAtOnce = 32

    private struct Letter {
        let message: NoticeMessage
        /// The stored form of the message; `nil` without a database.
        let pending: PendingMessage?

        var key: String { pending?.key ?? message.key }
    }

    private struct Delivery {
        let receiver: NoticeReceiver
        var errors: [String] = []
        /// The posted messages, for the log.
        var posted: [String] = []
        /// Whether the receiver accepted all messages, and the database has recorded it.
        var isComplete = true
    }

    /// Sends the pending messages.
    ///
    /// - Returns: Whether the message about all domains was delivered, which includes the content of messages to teams;
    ///   true if there is none, and after the user stopped the run.
    ///   A failed message to a team is kept, and does not prevent the run from being settled.
    func deliver(_ reporting: RunReporting?) async -> Bool {
        guard let reporting, !Task.isCancelled else { return true }
        let failed =
            if let history, history.failure == nil {
                await postStoredMessages(in: history)
            } else {
                await send(reporting.messages.map { Letter(message: $0, pending: nil) })
            }
        if !failed.isEmpty { outcome.hasUndeliveredMessage = true }
        if Task.isCancelled { outcome.isInterrupted = true }
        return !failed.contains { $0.team == nil }
    }

    /// Posts all pending messages in the database, for each receiver in order.
    ///
    /// - Returns: The receivers that did not accept all of their messages.
    private func postStoredMessages(in history: RunRecorder) async -> [NoticeReceiver] {
        do throws(HistoryError) {
            let waiting = try history.pendingMessages()
            let letters = waiting.compactMap { pending in
                pending.message.map { Letter(message: $0, pending: pending) }
            }
            let failed = await send(letters)
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

    /// Warns about messages for which this run has no webhook.
    ///
    /// They wait for a run that has one, because this run may be a manual trial of the configuration.
    private func warnOfPendingMessages(_ messages: [PendingMessage]) {
        for message in messages.compactMap(\.message)
        where !settings.receivers.contains(where: { $0.receives(message) }) {
            let team = message.team.map { " for the team \(VisibleText.quote($0))" } ?? ""
            console.warn("A message of an earlier run\(team) stays pending: this run has no webhook for it.")
        }
    }

    /// Sends to all receivers at once, so that one that is down does not delay others.
    ///
    /// - Returns: The receivers that did not accept all messages.
    private func send(_ letters: [Letter]) async -> [NoticeReceiver] {
        await withTaskGroup(of: Delivery.self) { group in
            var failed: [NoticeReceiver] = []
            for (index, receiver) in settings.receivers.enumerated() {
                if index >= Self.maxReceiversAtOnce, let delivery = await group.next() { failed += report(delivery) }
                let receiverLetters = letters.filter { receiver.receives($0.message) }
                group.addTask { [transport, history] in
                    await AuditRun.send(receiverLetters, to: receiver, over: transport, storedIn: history)
                }
            }
            for await delivery in group { failed += report(delivery) }
            return failed
        }
    }

    /// Sends the messages for one receiver in order.
    private static func send(
        _ letters: [Letter], to receiver: NoticeReceiver, over transport: Transport, storedIn history: RunRecorder?
    ) async -> Delivery {
        var delivery = Delivery(receiver: receiver)
        var refused: [PendingMessage] = []
        do throws(HistoryError) {
            for (index, letter) in letters.enumerated() {
                do throws(WebhookError) {
                    let body = letter.message.body(receiver.format)
                    try await receiver.webhook.post(body, key: letter.key, over: transport)
                } catch {
                    delivery.isComplete = false
                    guard let pending = letter.pending else {
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
                if let pending = letter.pending { try history?.end(pending, isDelivered: true) }
                delivery.posted.append(
                    letter.pending?.isOfEarlierRun == true
                        ? "a message of an earlier run was posted" : "a message was posted")
            }
            // The webhook accepts messages, but not these, which would otherwise block others forever.
            for message in refused where !delivery.posted.isEmpty {
                delivery.errors.append("The webhook refused only one message, which is discarded.")
                try history?.end(message, isDelivered: false)
            }
        } catch {
            delivery.isComplete = false
            delivery.errors.append("\(error)")
        }
        return delivery
    }

    /// Reports the result of sending messages; returns the receiver if it did not accept all.
    private func report(_ delivery: Delivery) -> [NoticeReceiver] {
        let receiver = delivery.receiver
        for error in delivery.errors { console.error("\(receiver.prefix)\(error)") }
        for text in delivery.posted {
            var details: Evidence = ["webhook": .string(receiver.webhook.host)]
            details["team"] = receiver.team.map { .string($0) }
            console.record(.info, text, details)
        }
        return delivery.isComplete ? [] : [receiver]
    }
}
