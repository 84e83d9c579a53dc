import Audit
import Findings
package import Records

/// The JSON report: one document that contains the lines of all domains.
package struct JSONReport: DocumentRenderer {
    private let bodies: FileTextPolicy

    package init(bodies: FileTextPolicy = .findings) { self.bodies = bodies }

    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        var writer = JSONWriter(.indented)
        writer.beginObject()
        writer.field("schemaVersion", DomainLine.schemaVersion)
        writer.object("tool") { writer in
            writer.field("name", "aasa-audit")
            writer.field("version", run.facts.toolVersion)
            writer.field("rules", run.facts.rulesVersion)
        }
        writer.object("run") { writer in
            writer.field("id", run.facts.id)
            writer.field("startedAt", run.facts.startedAt)
            writer.field("options", run.facts.options)
        }
        writer.key("domains")
        writer.beginArray()
        try run.forEachLine(bodies: bodies) { line, aliases throws(OutputError) in
            writer.value(written: line.bytes(with: aliases))
            try sink.write(writer.takeBytes())
        }
        writer.endArray()
        writer.key("summary")
        writer.value(run.summary, changes: run.changes)
        writer.field("finishedAt", run.finishedAt)
        writer.write(run.ending)
        writer.endObject()
        try sink.write(writer.takeBytes())
    }
}

extension JSONWriter {
    /// Writes a member with the object of a value, or with `null` if there is no value.
    mutating func object<Value>(_ key: String, of value: Value?, _ body: (inout JSONWriter, Value) -> Void) {
        if let value { object(key) { body(&$0, value) } } else { field(key, String?.none) }
    }

    mutating func write(_ ending: RunEnding) {
        field("complete", ending.complete)
        if let cause = ending.cause, !ending.complete { field("incompleteBecause", cause.rawValue) }
        guard !ending.warnings.isEmpty else { return }
        objects("warnings", ending.warnings) { writer, warning in
            writer.field("code", warning.code.rawValue)
            writer.field("message", warning.message)
        }
    }

    mutating func value(_ summary: RunSummary, changes: RunChanges? = nil) {
        object { writer in
            writer.field("targets", summary.targets)
            for status in DomainStatus.allCases { writer.field(status.rawValue, summary[status]) }
            writer.object("opensApp") { writer in
                for answer in LinkAnswer.allCases { writer.field(answer.rawValue, summary[answer]) }
            }
            writer.object("findings") { writer in
                for (code, count) in summary.findings { writer.field(code.rawValue, count) }
            }
            guard let changes else { return }
            writer.object("changes") { writer in
                writer.field("previousRun", changes.previousRun)
                writer.field("previousStartedAt", changes.previousStartedAt)
                writer.counts(of: changes)
                writer.names(of: changes.domains)
                writer.objects("items", changes.items) { $0.fields(of: $1, kind: "change") }
            }
        }
    }

    mutating func counts(of changes: RunChanges) {
        field("new", changes.new)
        field("returned", changes.returned)
        field("fixed", changes.fixed)
        field("still", changes.still)
        field("domainsAdded", changes.domainsAdded)
        field("domainsRemoved", changes.domainsRemoved)
        field("notCompared", changes.notCompared)
        guard let rules = changes.rules else { return }
        object("rules") { writer in
            writer.field("from", rules.before)
            writer.field("to", rules.after)
            writer.field("new", rules.new)
            writer.field("fixed", rules.fixed)
            writer.field("domains", rules.domains.names)
        }
    }

    /// Writes the names of the changed domains, the first thousand of each kind.
    mutating func names(of domains: RunChanges.Domains) {
        object("domains") { writer in
            writer.field("new", domains.new.names)
            writer.field("returned", domains.returned.names)
            writer.field("fixed", domains.fixed.names)
            writer.field("added", domains.added.names)
            writer.field("removed", domains.removed.names)
            writer.field("notCompared", domains.unchecked.names + domains.uncheckedBefore.names)
        }
    }

    /// Writes the members about a changed finding; `kind` is the key of the kind of change.
    mutating func fields(of change: RunChanges.Change, kind: String) {
        field("domain", change.domain)
        field(kind, change.kind.rawValue)
        field("code", change.code.rawValue)
        field("severity", change.severity.rawValue)
        field("message", change.message)
        if let before = change.before { field("before", before) }
    }
}
