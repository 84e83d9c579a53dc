import Audit
import Basics
import Findings
import History
import Reports
import Runs
import Settings
import Transport

import struct Foundation.Date

/// Delivers what a run has to say to the webhooks, and what earlier runs could not deliver.
struct RunMessages {
    let receivers: [NoticeReceiver]
    let transport: Transport
    let console: Console

    /// Who gets messages for `team`; capitals do not matter.
    private func receiver(for team: String?) -> NoticeReceiver? {
        receivers.first { $0.team?.lowercased() == team?.lowercased() }
    }

    /// Posts a message that no database keeps.
    ///
    /// - Returns: Whether it was delivered.
    func post(_ message: NoticeMessage) async -> Bool {
        guard let receiver = receiver(for: message.team) else { return true }
        do throws(WebhookError) {
            try await receiver.webhook.post(message.body(receiver.format), key: message.key, over: transport)
            console.record(.info, "a message was posted", ["webhook": .string(receiver.webhook.host)])
            return true
        } catch {
            console.error("\(receiver.prefix)\(error). Without a database it is not kept.")
            return false
        }
    }

    /// Posts all messages that wait in the database, those for each receiver from the oldest on.
    ///
    /// - Returns: Whether all were delivered.
    func deliver(from history: RunRecorder) async -> Bool {
        do throws(HistoryError) {
            let messages = try history.takePendingMessages()
            var isDelivered = true
            // A webhook that is down holds up no other.
            for receiver in receivers {
                let own = messages.filter { pending in
                    pending.message.map { self.receiver(for: $0.team)?.team == receiver.team } ?? false
                }
                if try await !deliver(own, to: receiver, from: history) { isDelivered = false }
            }
            for message in messages where message.message == nil {
                console.error("A message of an earlier run cannot be read by this version; it is given up.")
                try history.end(message, isDelivered: false)
            }
            sayWhatWaits(messages)
            return isDelivered
        } catch {
            console.error("\(error)")
            return false
        }
    }

    /// What this run has no webhook for waits for one that has: somebody may have tried the configuration by hand.
    private func sayWhatWaits(_ messages: [PendingMessage]) {
        for message in messages.compactMap(\.message) where receiver(for: message.team) == nil {
            let team = message.team.map { " for the team \(VisibleText.quote($0))" } ?? ""
            console.warn("A message of an earlier run\(team) waits: this run has no webhook for it.")
        }
    }

    private func deliver(
        _ messages: [PendingMessage], to receiver: NoticeReceiver, from history: RunRecorder
    ) async throws(HistoryError) -> Bool {
        let webhook = receiver.webhook
        var refused: [PendingMessage] = []
        var isDelivered = true
        var hasDelivered = false
        for (index, pending) in messages.enumerated() {
            // Only what can be read is meant for somebody.
            guard let message = pending.message else { continue }
            do throws(WebhookError) {
                try await webhook.post(message.body(receiver.format), key: pending.key, over: transport)
            } catch {
                isDelivered = false
                let rest = messages.count - index
                console.error(
                    "\(receiver.prefix)\(error). It is kept, and sent again by the next run of these targets"
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
                console.error("\(receiver.prefix)A message that the webhook refuses while it takes others is given up.")
                try history.end(message, isDelivered: false)
            }
        }
        return isDelivered
    }
}

extension NoticeReceiver {
    /// What a sentence about it begins with.
    fileprivate var prefix: String { team.map { "Team \(VisibleText.quote($0)): " } ?? "" }
}
