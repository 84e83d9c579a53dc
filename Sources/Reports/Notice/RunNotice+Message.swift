import Audit
import Findings

public import struct Foundation.Date

extension RunNotice {
    /// The message.
    ///
    /// - Parameters:
    ///   - facts: What is said of the run.
    ///   - finishedAt: When it ended.
    ///   - format: For whom it is; `auto` is as `json`.
    /// - Returns: JSON in UTF-8, one object.
    public func message(_ facts: RunFacts, finishedAt: Date, format: NoticeFormat) -> [UInt8] {
        var writer = JSONWriter(.compact)
        switch format {
        case .auto, .json:
            writer.object { writer in
                writer.field("text", NoticeText(self, for: .slack).text)
                write(facts, finishedAt, to: &writer)
            }
        case .slack: writer.object { writer in writer.field("text", NoticeText(self, for: .slack).text) }
        case .teams: writeCard(to: &writer)
        }
        return writer.takeBytes()
    }

    /// A message with one adaptive card; its runs of text know no markup.
    private func writeCard(to writer: inout JSONWriter) {
        let text = NoticeText(self, for: .plain)
        writer.object { writer in
            writer.field("type", "message")
            writer.key("attachments")
            writer.array { writer in
                writer.object { writer in
                    writer.field("contentType", "application/vnd.microsoft.card.adaptive")
                    writer.key("content")
                    writer.object { writer in
                        writer.field("$schema", "http://adaptivecards.io/schemas/adaptive-card.json")
                        writer.field("type", "AdaptiveCard")
                        writer.field("version", "1.4")
                        writer.key("body")
                        writer.array { writer in
                            writer.paragraph(text.heading, isBold: true)
                            for line in text.lines { writer.paragraph("• " + line) }
                            if text.more > 0 { writer.paragraph("and \(text.more) more") }
                        }
                    }
                }
            }
        }
    }

    // MARK: The data

    private func write(_ facts: RunFacts, _ finishedAt: Date, to writer: inout JSONWriter) {
        writer.field("schemaVersion", JSONReport.schemaVersion)
        writer.key("tool")
        writer.object { writer in
            writer.field("name", "aasa-audit")
            writer.field("version", facts.toolVersion)
            writer.field("rules", facts.rulesVersion)
        }
        writer.key("run")
        writer.object { writer in
            writer.field("id", facts.id)
            writer.field("startedAt", facts.startedAt)
            writer.field("finishedAt", finishedAt)
        }
        write(changes, to: &writer)
        writer.key("summary")
        writer.object { writer in
            writer.field("targets", summary.targets)
            for status in DomainStatus.allCases { writer.field(status.rawValue, summary[status]) }
        }
        writer.items("new", new.items)
        writer.items("fixed", fixed.items)
        writer.key("unreachable")
        writer.array { writer in
            for item in unreachable.items {
                writer.object { writer in
                    writer.field("domain", item.domain)
                    writer.field("runs", item.runs)
                    writer.field("since", item.since)
                    writer.field("code", item.cause)
                }
            }
        }
    }

    private func write(_ changes: RunChanges?, to writer: inout JSONWriter) {
        writer.key("previousRun")
        guard let changes else {
            writer.null()
            return
        }
        writer.object { writer in
            writer.field("id", changes.previousRun)
            writer.field("startedAt", changes.previousStartedAt)
        }
        writer.key("changes")
        writer.object { writer in
            writer.field("new", changes.new)
            writer.field("returned", changes.returned)
            writer.field("fixed", changes.fixed)
            writer.field("still", changes.still)
            writer.field("domainsAdded", changes.domainsAdded)
            writer.field("domainsRemoved", changes.domainsRemoved)
            writer.field("notCompared", changes.notCompared)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func items(_ key: String, _ items: [RunChanges.Change]) {
        self.key(key)
        array { writer in
            for item in items {
                writer.object { writer in
                    writer.field("domain", item.domain)
                    writer.field("kind", item.kind.rawValue)
                    writer.field("code", item.code.rawValue)
                    writer.field("severity", item.severity.rawValue)
                    writer.field("message", item.message)
                }
            }
        }
    }

    fileprivate mutating func paragraph(_ text: String, isBold: Bool = false) {
        object { writer in
            writer.field("type", "RichTextBlock")
            writer.key("inlines")
            writer.array { writer in
                writer.object { writer in
                    writer.field("type", "TextRun")
                    writer.field("text", text)
                    if isBold { writer.field("weight", "Bolder") }
                }
            }
        }
    }
}
