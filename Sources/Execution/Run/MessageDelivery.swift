import Audit
import Basics
import Findings
import History
import Records
import Reports
import Settings
import Transport

struct MessageDelivery {
    private static let maxReceiversAtOnce = 32

    let receivers: [NoticeReceiver]
    let transport: Transport
    /// The database, which keeps a message until it is delivered; `nil` for a run without one.
    let history: RunRecorder?
    let console: Console

    private struct Posting: Sendable {
        let message: NoticeMessage
        /// The entry of the message in the database, if any.
        var pending: PendingMessage?
    }

    /// The result of sending messages to a receiver.
    private struct Receipt {
        let receiver: NoticeReceiver
        var errors: [String] = []
        var posted: [String] = []
    }

    /// Sends the pending messages of the database, or `messages` if no database is usable; returns the receivers that
    /// did not accept all of their messages.
    func deliver(_ messages: [NoticeMessage]) async -> [NoticeReceiver] {
        guard let history, history.failure == nil else { return await send(messages.map { Posting(message: $0) }) }
        do throws(HistoryError) {
            let allPending = try history.pendingMessages()
            let failed = await send(
                allPending.compactMap { pending in pending.message.map { Posting(message: $0, pending: pending) } })
            // Messages without a webhook stay pending, because this run may be a trial of the configuration.
            for message in allPending.compactMap(\.message) where !receivers.contains(where: { $0.receives(message) }) {
                let team = message.team.map { " for the team \(VisibleText.quote($0))" } ?? ""
                console.warn("A message of an earlier run\(team) stays pending: this run has no webhook for it.")
            }
            for pending in allPending where pending.message == nil {
                console.error("A message of an earlier run cannot be read by this version; it is discarded.")
                try history.end(pending, isDelivered: false)
            }
            return failed
        } catch {
            console.error("\(error)")
            return receivers
        }
    }

    /// Sends to all receivers at once; returns those that did not accept all messages.
    private func send(_ postings: [Posting]) async -> [NoticeReceiver] {
        await withTaskGroup(of: Receipt.self) { group in
            var failed: [NoticeReceiver] = []
            for (index, receiver) in receivers.enumerated() {
                if index >= Self.maxReceiversAtOnce, let receipt = await group.next() { failed += report(receipt) }
                let receiverPostings = postings.filter { receiver.receives($0.message) }
                group.addTask { [transport, history] in
                    await Self.send(receiverPostings, to: receiver, over: transport, storedIn: history)
                }
            }
            for await receipt in group { failed += report(receipt) }
            return failed
        }
    }

    private static func send(
        _ postings: [Posting], to receiver: NoticeReceiver, over transport: Transport, storedIn history: RunRecorder?
    ) async -> Receipt {
        var receipt = Receipt(receiver: receiver)
        var refused: [PendingMessage] = []
        do throws(HistoryError) {
            for (index, posting) in postings.enumerated() {
                do throws(WebhookError) {
                    let key = posting.pending?.key ?? posting.message.key
                    try await receiver.webhook.post(posting.message.body(receiver.format), key: key, over: transport)
                } catch {
                    let reason = receiver.errorPrefix.isEmpty ? Phrase.capitalized("\(error)") : "\(error)"
                    guard let pending = posting.pending else {
                        receipt.errors.append("\(reason). The message is not kept, because there is no database.")
                        continue
                    }
                    let remainingCount = postings.count - index - 1
                    receipt.errors.append(
                        "\(reason). The message is kept, and the next run sends it again"
                            + (remainingCount > 0 && !error.isRefusal ? ", with \(remainingCount) more." : "."))
                    // If the failure is not due to the message itself, the next one would fail, too.
                    guard error.isRefusal else { break }
                    refused.append(pending)
                    continue
                }
                if let pending = posting.pending { try history?.end(pending, isDelivered: true) }
                receipt.posted.append(
                    posting.pending?.isOfEarlierRun == true
                        ? "a message of an earlier run was posted" : "a message was posted")
            }
            // A message that the webhook refuses while it accepts others would stay pending forever.
            for message in refused where !receipt.posted.isEmpty {
                receipt.errors.append("The webhook accepts other messages but refused this one, which is discarded.")
                try history?.end(message, isDelivered: false)
            }
        } catch {
            receipt.errors.append("\(error)")
        }
        return receipt
    }

    /// Reports the results of a delivery; returns the receiver if it did not accept all messages.
    private func report(_ receipt: Receipt) -> [NoticeReceiver] {
        let receiver = receipt.receiver
        for error in receipt.errors { console.error("\(receiver.errorPrefix)\(error)") }
        var details: Evidence = ["webhook": .string(receiver.webhook.host)]
        details["team"] = receiver.team.map { .string($0) }
        for text in receipt.posted { console.record(.info, text, details) }
        return receipt.errors.isEmpty ? [] : [receiver]
    }
}
