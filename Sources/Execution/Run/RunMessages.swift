import Audit
import Basics
import Findings
import History
import Records
import Reports
import Settings
import Transport

import struct Foundation.Date

/// Delivers the messages of a run to the webhooks, and pending messages of earlier runs.
struct RunMessages {
    private static let maxAtOnce = 32

    let receivers: [NoticeReceiver]
    let transport: Transport
    let console: Console

    /// Posts messages that are not stored in a database.
    ///
    /// - Returns: The receivers that did not accept their messages.
    func post(_ messages: [NoticeMessage]) async -> [NoticeReceiver] {
        let queues = receivers.map { receiver in
            MessageQueue(
                receiver: receiver,
                messages: messages.filter { isFor(receiver, $0) }.map { (message: $0, key: $0.key, pending: nil) })
        }
        return await send(queues, from: nil)
    }

    /// Posts all pending messages in the database, for each receiver in order.
    ///
    /// - Returns: The receivers that did not accept all of their messages.
    func deliver(from history: RunRecorder) async -> [NoticeReceiver] {
        do throws(HistoryError) {
            let waiting = try history.pendingMessages()
            let queues = receivers.map { receiver in
                MessageQueue(
                    receiver: receiver,
                    messages: waiting.compactMap { pending in
                        pending.message.flatMap { isFor(receiver, $0) ? ($0, pending.key, pending) : nil }
                    })
            }
            let failed = await send(queues, from: history)
            warnOfPendingMessages(waiting)
            for message in waiting where message.message == nil {
                console.error("A message of an earlier run cannot be read by this version; it is discarded.")
                try history.end(message, isDelivered: false)
            }
            return failed
        } catch {
            console.error("\(error)")
            return receivers
        }
    }

    private func isFor(_ receiver: NoticeReceiver, _ message: NoticeMessage) -> Bool {
        receiver.team?.lowercased() == message.team?.lowercased()
    }

    /// Warns about messages for which this run has no webhook.
    ///
    /// They wait for a run that has one, because this run may be a manual trial of the configuration.
    private func warnOfPendingMessages(_ messages: [PendingMessage]) {
        for message in messages.compactMap(\.message) where !receivers.contains(where: { isFor($0, message) }) {
            let team = message.team.map { " for the team \(VisibleText.quote($0))" } ?? ""
            console.warn("A message of an earlier run\(team) stays pending: this run has no webhook for it.")
        }
    }

    /// Sends to all receivers at once, so that one that is down does not delay others.
    ///
    /// - Returns: The receivers that did not accept all messages.
    private func send(_ queues: [MessageQueue], from history: RunRecorder?) async -> [NoticeReceiver] {
        await withTaskGroup(of: (NoticeReceiver, MessageQueue.Delivery).self) { group in
            var failed: [NoticeReceiver] = []
            for (index, queue) in queues.enumerated() {
                if index >= Self.maxAtOnce, let end = await group.next() { failed += report(end.1, of: end.0) }
                group.addTask { [transport] in (queue.receiver, await queue.send(over: transport, from: history)) }
            }
            for await end in group { failed += report(end.1, of: end.0) }
            return failed
        }
    }

    /// Reports the result of sending messages; returns the receiver if it did not accept all.
    private func report(_ delivery: MessageQueue.Delivery, of receiver: NoticeReceiver) -> [NoticeReceiver] {
        for error in delivery.errors { console.error("\(receiver.prefix)\(error)") }
        for text in delivery.posted {
            var details: Evidence = ["webhook": .string(receiver.webhook.host)]
            details["team"] = receiver.team.map { .string($0) }
            console.record(.info, text, details)
        }
        return delivery.isWhole ? [] : [receiver]
    }
}

extension NoticeReceiver {
    fileprivate var prefix: String { team.map { "Team \(VisibleText.quote($0)): " } ?? "" }
}
