import Audit
import Findings
package import Records

package enum HistoryJSON {
    /// Returns the list of runs: `{ "schemaVersion", "runs": […] }`.
    package static func bytes(runs: [RunRecord]) -> [UInt8] {
        JSONWriter.document { writer in
            writer.objects("runs", runs) { writer, run in
                writer.field("number", Int(run.number))
                writer.field("id", run.facts.id)
                writer.field("startedAt", run.facts.startedAt)
                writer.field("finishedAt", run.finishedAt)
                writer.field("state", run.state.rawValue)
                // A run is settled once its reports are written and its message is delivered.
                writer.field("settled", run.isSettled)
                writer.field("toolVersion", run.facts.toolVersion)
                writer.field("rulesVersion", run.facts.rulesVersion)
                writer.key("summary")
                if let summary = run.summary { writer.value(summary) } else { writer.null() }
            }
        }
    }

    /// Returns the timelines of a host: `{ "schemaVersion", "domains": [ { "domain", "runs", "findings" } ] }`.
    package static func bytes(_ timelines: [DomainTimeline]) -> [UInt8] {
        JSONWriter.document { writer in writer.objects("domains", timelines) { $0.fields(of: $1) } }
    }

    /// Returns a comparison: `{ "schemaVersion", "from", "to", "changes", "domains": […] }`.
    package static func bytes(_ diff: RunDiff) -> [UInt8] {
        JSONWriter.document { writer in
            for (key, run) in [("from", diff.before), ("to", diff.after)] {
                writer.object(key) { writer in
                    writer.field("number", Int(run.number))
                    writer.field("id", run.facts.id)
                    writer.field("startedAt", run.facts.startedAt)
                    writer.field("rulesVersion", run.facts.rulesVersion)
                    writer.field("complete", run.complete)
                }
            }
            writer.object("changes") { $0.counts(of: diff.changes) }
            if let parts = diff.parts {
                writer.field("only", RunDiff.allParts.filter(parts.contains).map(\.option))
            }
            writer.field("domainsLeftOut", diff.domainsLeftOut)
            writer.objects("domains", diff.domains) { $0.fields(of: $1) }
        }
    }
}

extension JSONWriter {
    /// Returns a document: an object with the version of the schema, and the members that `body` writes.
    static func document(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(.indented)
        writer.object { writer in
            writer.field("schemaVersion", DomainLine.schemaVersion)
            body(&writer)
        }
        return writer.takeBytes()
    }

    fileprivate mutating func fields(of timeline: DomainTimeline) {
        field("domain", timeline.name)
        objects("runs", timeline.entries) { writer, entry in
            writer.field("number", Int(entry.run))
            writer.field("id", entry.id)
            writer.field("startedAt", entry.startedAt)
            writer.field("status", entry.status.rawValue)
            writer.field("errors", entry.errors)
            writer.field("warnings", entry.warnings)
            writer.field("changed", entry.isChanged)
        }
        objects("findings", timeline.findings) { writer, span in
            writer.fields(of: span.finding)
            writer.field("state", span.finding.state)
            writer.field("firstSeen", span.finding.firstSeen)
            writer.field("lastSeen", span.lastSeen)
            writer.field("fixedAt", span.fixedAt)
        }
    }

    private mutating func fields(of finding: Finding) {
        field("code", finding.code)
        field("severity", finding.severity)
        field("location", finding.location)
        field("pointer", finding.pointer)
        field("message", finding.message)
    }

    fileprivate mutating func fields(of domain: RunDiff.Domain) {
        field("domain", domain.name)
        fields(of: domain.people)
        field("presence", domain.presence.rawValue)
        field("before", domain.before?.rawValue)
        field("after", domain.after?.rawValue)
        field("compared", domain.presence == .both && !domain.isNotCompared)
        objects("findings", domain.findings) { writer, change in
            writer.field("change", change.kind.rawValue)
            if change.isByRules { writer.field("byRules", true) }
            writer.fields(of: change.finding)
        }
        objects("facts", domain.facts) { writer, fact in
            writer.field("kind", fact.kind.rawValue)
            writer.field("text", fact.text)
        }
    }
}
