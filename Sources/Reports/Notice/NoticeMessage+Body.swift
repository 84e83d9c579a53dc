import Audit
import Findings
package import Records

extension NoticeMessage {
    /// Returns the body of the request, one JSON object; `auto` is the same as `json`.
    package func body(_ format: NoticeFormat) -> [UInt8] {
        var writer = JSONWriter(.compact)
        writer.object { writer in
            switch format {
            case .teams: writeCard(to: &writer)
            case .slack: writer.field("text", text(for: .slack).text)
            case .auto, .json:
                writer.field("text", text(for: .slack).text)
                write(to: &writer)
            }
        }
        return writer.takeBytes()
    }

    private func text(for reader: NoticeText.Reader) -> NoticeText {
        NoticeText(content, startedAt: startedAt, reportURL: reportURL, for: reader)
    }

    /// Writes the members of a message with one adaptive card, whose text runs do not interpret markup.
    private func writeCard(to writer: inout JSONWriter) {
        writer.field("type", "message")
        writer.objects("attachments", [text(for: .plain)]) { writer, text in
            writer.field("contentType", "application/vnd.microsoft.card.adaptive")
            writer.object("content") { writer in
                writer.field("$schema", "http://adaptivecards.io/schemas/adaptive-card.json")
                writer.field("type", "AdaptiveCard")
                writer.field("version", "1.4")
                writer.array("body") { writer in
                    writer.paragraph(text.heading, isBold: true)
                    for line in text.body { writer.paragraph(line) }
                }
            }
        }
    }

    // MARK: The data

    private func write(to writer: inout JSONWriter) {
        writer.field("schemaVersion", DomainLine.schemaVersion)
        writer.object("tool") { writer in
            writer.field("name", "aasa-audit")
            writer.field("version", toolVersion)
            writer.field("rules", rulesVersion)
        }
        writer.object("run") { writer in
            writer.field("id", run)
            writer.field("startedAt", startedAt)
            writer.field("finishedAt", finishedAt)
        }
        if let team { writer.field("team", team) }
        writer.write(content.ending)
        write(content.changes, to: &writer)
        writer.object("summary") { writer in
            writer.field("targets", content.summary.targets)
            for status in DomainStatus.allCases { writer.field(status.rawValue, content.summary[status]) }
        }
        for (key, changes) in [("new", content.new), ("fixed", content.fixed)] {
            writer.objects(key, changes.items) { writer, change in
                writer.fields(of: change, kind: "kind")
                writer.fields(of: change.people)
            }
        }
        for (key, moves) in [("movedIn", content.movedIn), ("movedOut", content.movedOut)] {
            writer.objects(key, moves.items) { writer, move in
                writer.field("domain", move.domain)
                if let team = move.previousTeam { writer.field("previousTeam", team) }
                writer.fields(of: move.people)
            }
        }
        writer.objects("unreachable", content.unreachable.items) { writer, item in
            writer.field("domain", item.domain)
            writer.field("runs", item.runs)
            writer.field("since", item.since)
            writer.field("code", item.cause)
            writer.fields(of: item.people)
        }
        writer.objects("accepted", content.accepted.items) { writer, domain in
            writer.field("domain", domain.name)
            writer.field("reason", domain.waiver.reason)
            writer.field("until", domain.waiver.until)
            if let author = domain.waiver.acceptedBy { writer.field("acceptedBy", author) }
            writer.fields(of: domain.people)
        }
        writer.objects("recovered", content.recovered.items) { writer, item in
            writer.field("domain", item.domain)
            writer.field("since", item.since)
            writer.fields(of: item.people)
        }
    }

    private func write(_ changes: RunChanges?, to writer: inout JSONWriter) {
        writer.object("previousRun", of: changes) { writer, changes in
            writer.field("id", changes.previousRun)
            writer.field("startedAt", changes.previousStartedAt)
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
        if let owner = people.owner { field("owner", owner) }
        if let contact = people.contact { field("contact", contact) }
        if let team = people.team { field("team", team) }
        if !people.tags.isEmpty { field("tags", people.tags) }
    }

    fileprivate mutating func paragraph(_ text: String, isBold: Bool = false) {
        object { writer in
            writer.field("type", "RichTextBlock")
            writer.objects("inlines", [text]) { writer, text in
                writer.field("type", "TextRun")
                writer.field("text", text)
                if isBold { writer.field("weight", "Bolder") }
            }
        }
    }
}
