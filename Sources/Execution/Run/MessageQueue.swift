import Audit
import History
import Records
import Reports
import Transport

/// The messages for one receiver, in the order in which they are sent.
struct MessageQueue: Sendable {
    let receiver: NoticeReceiver
    /// The messages with their keys, and their stored form if there is a database.
    let messages: [(message: NoticeMessage, key: String, pending: PendingMessage?)]

    struct Delivery: Sendable {
        var errors: [String] = []
        /// The posted messages, for the log.
        var posted: [String] = []
        /// Whether the receiver accepted all messages, and the database has recorded it.
        var isWhole = true
    }

    func send(over transport: Transport, from history: RunRecorder?) async -> Delivery {
        var delivery = Delivery()
        do throws(HistoryError) {
            try await send(over: transport, from: history, &delivery)
        } catch {
            delivery.isWhole = false
            delivery.errors.append("\(error)")
        }
        return delivery
    }

    private func send(
        over transport: Transport, from history: RunRecorder?, _ delivery: inout Delivery
    ) async throws(HistoryError) {
        var refused: [PendingMessage] = []
        for (index, item) in messages.enumerated() {
            do throws(WebhookError) {
                try await receiver.webhook.post(item.message.body(receiver.format), key: item.key, over: transport)
            } catch {
                delivery.isWhole = false
                guard let pending = item.pending else {
                    delivery.errors.append("\(error). The message is not kept, because there is no database.")
                    continue
                }
                let rest = messages.count - index
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
}
