import Audit
import Findings
package import Records

package enum NoticeFormat: String, Sendable, CaseIterable {
    /// The format that the webhook's host is known to accept.
    case auto
    /// A `text` member, and the same content as data.
    case json
    /// Only a `text` member: for Slack, and other services that accept Slack messages.
    case slack
    /// An adaptive card, the only format that Teams workflows accept.
    case teams

    /// Returns the format for a webhook at `host`; never returns `auto`.
    package func resolved(for host: String) -> NoticeFormat {
        guard self == .auto else { return self }
        let name = "." + host.lowercased()
        func isWithin(_ domains: [String]) -> Bool { domains.contains { name.hasSuffix("." + $0) } }
        if isWithin(["hooks.slack.com", "hooks.slack-gov.com", "chat.googleapis.com"]) { return .slack }
        if isWithin(["logic.azure.com", "api.powerplatform.com", "webhook.office.com"]) { return .teams }
        return .json
    }
}

extension NoticeMessage {
    /// Returns the body of the request, one JSON object; `auto` is the same as `json`.
    package func body(_ format: NoticeFormat) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            if format == .teams { return writeCard(to: &writer) }
            writer.field("text", text(isForChat: true).text)
            if format != .slack { writeData(to: &writer) }
        }
        return writer.takeBytes()
    }

    private func text(isForChat: Bool) -> NoticeText {
        NoticeText(content, startedAt: startedAt, reportURL: reportURL, isForChat: isForChat)
    }

    /// Writes the members of a message with one adaptive card, whose text runs do not interpret markup.
    private func writeCard(to writer: inout JSONWriter) {
        writer.field("type", "message")
        writer.objects("attachments", [text(isForChat: false)]) { writer, text in
            writer.field("contentType", "application/vnd.microsoft.card.adaptive")
            writer.object("content") { writer in
                writer.fields([
                    "$schema": "http://adaptivecards.io/schemas/adaptive-card.json", "type": "AdaptiveCard",
                    "version": "1.4",
                ])
                writer.array("body") { writer in
                    writer.paragraph(text.heading, isBold: true)
                    for line in text.body { writer.paragraph(line) }
                }
            }
        }
    }

    private func writeData(to writer: inout JSONWriter) {
        var ending = content.ending
        writer.field("schemaVersion", DomainLine.schemaVersion)
        writer.object("tool", ["name": "aasa-audit", "version": toolVersion, "rules": rulesVersion])
        writer.object("run", ["id": run, "startedAt": startedAt, "finishedAt": finishedAt])
        writer.fieldsIfPresent(["team": team])
        ending.visitFields(with: &writer)
        writeChanges(content.changes, to: &writer)
        writer.object("summary") { $0.counts(of: content.summary) }
        for (key, changes) in [("new", content.new), ("fixed", content.fixed)] {
            writer.objects(key, changes.items) { writer, change in
                writer.fields(of: change, kindKey: "kind")
                writer.fields(of: change.people)
            }
        }
        for (key, moves) in [("movedIn", content.movedIn), ("movedOut", content.movedOut)] {
            writer.objects(key, moves.items) { writer, move in
                writer.fieldsIfPresent(["domain": move.domain, "previousTeam": move.previousTeam])
                writer.fields(of: move.people)
            }
        }
        writer.objects("unreachable", content.unreachable.items) { writer, item in
            writer.fields(["domain": item.domain, "runs": item.runs, "since": item.since, "code": item.cause])
            writer.fields(of: item.people)
        }
        writer.objects("accepted", content.accepted.items) { writer, domain in
            writer.fields(["domain": domain.name, "reason": domain.waiver.reason, "until": domain.waiver.until])
            writer.fieldsIfPresent(["acceptedBy": domain.waiver.acceptedBy])
            writer.fields(of: domain.people)
        }
        writer.objects("recovered", content.recovered.items) { writer, item in
            writer.fields(["domain": item.domain, "since": item.since])
            writer.fields(of: item.people)
        }
    }

    private func writeChanges(_ changes: RunChanges?, to writer: inout JSONWriter) {
        writer.object("previousRun", of: changes) { writer, changes in
            writer.fields(["id": changes.previousRun, "startedAt": changes.previousStartedAt])
        }
        guard let changes else { return }
        writer.object("changes") { writer in
            writer.counts(of: changes)
            writer.names(of: changes.domains)
        }
    }
}

extension JSONWriter {
    mutating func fields(of people: DomainPeople?) {
        guard let people else { return }
        fieldsIfPresent(["owner": people.owner, "contact": people.contact, "team": people.team, "tags": people.tags])
    }

    fileprivate mutating func paragraph(_ text: String, isBold: Bool = false) {
        object { writer in
            writer.field("type", "RichTextBlock")
            writer.objects("inlines", [text]) { writer, text in
                writer.fields(["type": "TextRun", "text": text])
                if isBold { writer.field("weight", "Bolder") }
            }
        }
    }
}
