import Audit
import Findings
package import Records

/// The JSON document of a run, with one line for each domain, or indented if there is only one.
package struct JSONReport: DocumentRenderer {
    private let bodies: FileTextPolicy

    package init(bodies: FileTextPolicy = .findings) { self.bodies = bodies }

    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        // Variables, because `visitFields` is mutating: the same function also reads values.
        var (facts, ending) = (run.facts, run.ending)
        // The report of a single domain is for human readers as well.
        let isIndented = run.summary.targets == 1
        var writer = JSONWriter(lineLevels: isIndented ? .max : 2)
        writer.beginObject()
        writer.field("schemaVersion", DomainLine.schemaVersion)
        facts.visitFields(with: &writer)
        writer.key("domains")
        writer.beginArray()
        if isIndented {
            try run.forEachDomain { writer.value($0, bodies: bodies) }
        } else {
            try run.forEachLine(bodies: bodies) { line, aliases throws(OutputError) in
                writer.value(line: line.bytes(with: aliases))
                try sink.write(writer.takeBytes())
            }
        }
        writer.endArray()
        writer.object("summary") { $0.fields(of: run.summary, changes: run.changes) }
        writer.field("finishedAt", run.finishedAt)
        ending.visitFields(with: &writer)
        writer.endObject()
        try sink.write(writer.takeBytes())
    }
}

extension JSONWriter {
    mutating func fields(of summary: RunSummary, changes: RunChanges? = nil) {
        counts(of: summary)
        object("opensApp") { writer in
            for answer in LinkAnswer.allCases { writer.field(answer.rawValue, summary[answer]) }
        }
        object("findings") { writer in
            for (code, count) in summary.findings { writer.field(code.rawValue, count) }
        }
        guard let changes else { return }
        object("changes") { writer in
            writer.fields(["previousRun": changes.previousRun, "previousStartedAt": changes.previousStartedAt])
            writer.counts(of: changes)
            writer.names(of: changes.domains)
            writer.objects("items", changes.items) { $0.fields(of: $1, kindKey: "change") }
        }
    }

    mutating func counts(of summary: RunSummary) {
        field("targets", summary.targets)
        for status in DomainStatus.allCases { field(status.rawValue, summary[status]) }
    }

    mutating func counts(of changes: RunChanges) {
        fields([
            "new": changes.new, "returned": changes.returned, "fixed": changes.fixed, "still": changes.still,
            "domainsAdded": changes.domainsAdded, "domainsRemoved": changes.domainsRemoved,
            "notCompared": changes.domainsNotCompared,
        ])
        guard let rules = changes.rules else { return }
        object(
            "rules",
            [
                "from": rules.before, "to": rules.after, "new": rules.new, "fixed": rules.fixed,
                "domains": rules.domains.names,
            ])
    }

    /// Writes the names of the changed domains, the first thousand of each kind.
    mutating func names(of domains: RunChanges.Domains) {
        object(
            "domains",
            [
                "new": domains.new.names, "returned": domains.returned.names, "fixed": domains.fixed.names,
                "added": domains.added.names, "removed": domains.removed.names,
                "notCompared": domains.unchecked.names + domains.uncheckedBefore.names,
            ])
    }

    /// Writes the members about a changed finding, with the kind of change under `kindKey`.
    mutating func fields(of change: RunChanges.Change, kindKey: String) {
        fields([
            "domain": change.domain, kindKey: change.kind, "code": change.code, "severity": change.severity,
            "message": change.message,
        ])
        fieldsIfPresent(["before": change.before])
    }
}
