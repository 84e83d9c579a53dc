import Audit
import Findings
import History
import Reports
import Runs
import Settings
import Transport

import struct Foundation.Date

/// Delivers what a run has to say to the webhook, and what earlier runs could not deliver.
struct RunMessages {
    let webhook: Webhook
    let format: NoticeFormat
    let transport: Transport
    let console: Console

    /// Posts a message that no database keeps.
    ///
    /// - Returns: Whether it was delivered.
    func post(_ message: NoticeMessage, of facts: RunFacts) async -> Bool {
        do throws(WebhookError) {
            try await webhook.post(message.body(format), key: facts.id, over: transport)
            console.record(.info, "a message was posted", ["webhook": .string(webhook.host)])
            return true
        } catch {
            console.error("\(error). Without a database it is not kept.")
            return false
        }
    }

    /// Posts all messages that wait in the database, the oldest first.
    ///
    /// - Returns: Whether all were delivered.
    func deliver(from history: RunRecorder) async -> Bool {
        do throws(HistoryError) {
            return try await deliver(try history.takePendingMessages(), from: history)
        } catch {
            console.error("\(error)")
            return false
        }
    }

    private func deliver(_ messages: [PendingMessage], from history: RunRecorder) async throws(HistoryError) -> Bool {
        var refused: [PendingMessage] = []
        var isDelivered = true
        var hasDelivered = false
        for (index, pending) in messages.enumerated() {
            guard let message = pending.message else {
                console.error("A message of an earlier run cannot be read by this version; it is given up.")
                try history.end(pending, isDelivered: false)
                continue
            }
            do throws(WebhookError) {
                try await webhook.post(message.body(format), key: pending.key, over: transport)
            } catch {
                isDelivered = false
                let rest = messages.count - index
                console.error(
                    "\(error). It is kept, and sent again by the next run of these targets"
                        + (rest > 1 && !error.isRefusal ? ", as \(rest - 1) more." : "."))
                // Where it is not for what the message is like, the next one would be in vain.
                guard error.isRefusal else { break }
                refused.append(pending)
                continue
            }
            try history.end(pending, isDelivered: true)
            hasDelivered = true
            console.record(
                .info, pending.isOfEarlierRun ? "a message of an earlier run was posted" : "a message was posted",
                ["webhook": .string(webhook.host)])
        }
        // The webhook takes messages, but not these: they would stand in the way for ever.
        if hasDelivered {
            for message in refused {
                console.error("A message that the webhook refuses while it takes others is given up.")
                try history.end(message, isDelivered: false)
            }
        }
        return isDelivered
    }
}
