import Audit
import Basics
import Findings
import History
import Records
import Settings
import Transport

extension AuditRun {
    private static let maxReceiversAtOnce = 32

    /// A message to post; `pending` is its entry in the database, if any.
    private typealias Posting = (message: NoticeMessage, pending: PendingMessage?)

    /// The result of sending messages to a receiver.
    private struct Delivery {
        let receiver: NoticeReceiver
        var errors: [String] = []
        var posted: [String] = []
    }

    /// Sends the pending messages; returns whether the one about all domains, if any, was delivered.
    func deliver(_ outgoing: OutgoingMessages?) async -> Bool {
        guard let outgoing, !Task.isCancelled else { return true }
        let failed =
            if let history, history.failure == nil {
                await postStoredMessages(in: history)
            } else {
                await send(outgoing.messages.map { (message: $0, pending: nil) })
            }
        if !failed.isEmpty { tally.outcome.hasUndeliveredMessage = true }
        if Task.isCancelled { tally.outcome.isInterrupted = true }
        return !failed.contains { $0.team == nil }
    }

    private func postStoredMessages(in history: RunRecorder) async -> [NoticeReceiver] {
        do throws(HistoryError) {
            let waiting = try history.pendingMessages()
            let failed = await send(
                waiting.compactMap { pending in pending.message.map { (message: $0, pending: pending) } })
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

    /// Warns about messages without a webhook; they stay pending, because this run may be a trial of the configuration.
    private func warnOfPendingMessages(_ messages: [PendingMessage]) {
        for message in messages.compactMap(\.message)
        where !settings.receivers.contains(where: { $0.receives(message) }) {
            let team = message.team.map { " for the team \(VisibleText.quote($0))" } ?? ""
            console.warn("A message of an earlier run\(team) stays pending: this run has no webhook for it.")
        }
    }

    /// Sends to all receivers at once; returns those that did not accept all messages.
    private func send(_ postings: [Posting]) async -> [NoticeReceiver] {
        await withTaskGroup(of: Delivery.self) { group in
            var failed: [NoticeReceiver] = []
            for (index, receiver) in settings.receivers.enumerated() {
                if index >= Self.maxReceiversAtOnce, let delivery = await group.next() { failed += report(delivery) }
                let receiverPostings = postings.filter { receiver.receives($0.message) }
                group.addTask { [transport, history] in
                    await AuditRun.send(receiverPostings, to: receiver, over: transport, storedIn: history)
                }
            }
            for await delivery in group { failed += report(delivery) }
            return failed
        }
    }

    private static func send(
        _ postings: [Posting], to receiver: NoticeReceiver, over transport: Transport, storedIn history: RunRecorder?
    ) async -> Delivery {
        var delivery = Delivery(receiver: receiver)
        var refused: [PendingMessage] = []
        do throws(HistoryError) {
            for (index, posting) in postings.enumerated() {
                let key = posting.pending?.key ?? posting.message.key
                guard let error = await receiver.failure(ofPosting: posting.message, key: key, over: transport) else {
                    if let pending = posting.pending { try history?.end(pending, isDelivered: true) }
                    delivery.posted.append(
                        posting.pending?.isOfEarlierRun == true
                            ? "a message of an earlier run was posted" : "a message was posted")
                    continue
                }
                let reason = receiver.prefix.isEmpty ? Phrase.capitalized("\(error)") : "\(error)"
                guard let pending = posting.pending else {
                    delivery.errors.append("\(reason). The message is not kept, because there is no database.")
                    continue
                }
                let later = postings.count - index - 1
                delivery.errors.append(
                    "\(reason). The message is kept, and the next run sends it again"
                        + (later > 0 && !error.isRefusal ? ", with \(later) more." : "."))
                // If the failure is not due to the message itself, the next one would fail, too.
                guard error.isRefusal else { break }
                refused.append(pending)
            }
            // The webhook accepts messages, but not these, which would otherwise block others forever.
            for message in refused where !delivery.posted.isEmpty {
                delivery.errors.append(
                    "The webhook accepts other messages but refused this one, which is discarded.")
                try history?.end(message, isDelivered: false)
            }
        } catch {
            delivery.errors.append("\(error)")
        }
        return delivery
    }

    /// Reports the results of a delivery; returns the receiver if it did not accept all messages.
    private func report(_ delivery: Delivery) -> [NoticeReceiver] {
        let receiver = delivery.receiver
        for error in delivery.errors { console.error("\(receiver.prefix)\(error)") }
        var details: Evidence = ["webhook": .string(receiver.webhook.host)]
        details["team"] = receiver.team.map { .string($0) }
        for text in delivery.posted { console.record(.info, text, details) }
        return delivery.errors.isEmpty ? [] : [receiver]
    }
}
