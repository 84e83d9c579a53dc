package import Audit
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

/// A JSON document with one list, written element by element: the report of `lint` or `match`.
package struct JSONList: Sendable {
    var writer = JSONWriter(lineLevels: .max)

    package init(_ key: String) {
        writer.beginObject()
        writer.field("schemaVersion", DomainLine.schemaVersion)
        writer.key(key)
        writer.beginArray()
    }

    package mutating func finish() {
        writer.endArray()
        writer.endObject()
    }

    package mutating func takeBytes() -> [UInt8] { writer.takeBytes() }

    package mutating func write(_ report: LintReport) {
        writer.object { writer in
            writer.fields(["path": report.path, "signed": report.isSigned, "status": report.status.rawValue])
            writer.fieldsIfPresent(["error": report.problem])
            writer.field("findings", report.findings)
            writer.field("services", report.file?.services ?? [])
            writer.field("apps", report.file?.apps ?? [])
        }
    }
}

extension JSONWriter {
    /// The members of an object in order.
    typealias Members = KeyValuePairs<String, any JSONForm>

    /// Writes all members; a value of `nil` is written as `null`.
    mutating func fields(_ members: Members) {
        for (key, value) in members { field(key, value) }
    }

    /// Writes the members whose value is neither `nil` nor an empty array.
    mutating func fieldsIfPresent(_ members: Members) {
        for (key, value) in members where !value.isOmitted { field(key, value) }
    }

    mutating func object(_ key: String, _ members: Members) {
        object(key) { $0.fields(members) }
    }

    mutating func objects<Item>(_ key: String, of items: some Sequence<Item>, _ members: (Item) -> Members) {
        objects(key, items) { $0.fields(members($1)) }
    }

    /// Writes a member with the object of a value, or with `null` if there is no value.
    mutating func object<Value>(_ key: String, of value: Value?, _ body: (inout JSONWriter, Value) -> Void) {
        if let value { object(key) { body(&$0, value) } } else { field(key, String?.none) }
    }

    /// Returns a document: an object with the version of the schema, and the members that `body` writes.
    static func document(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(lineLevels: .max)
        writer.object { writer in
            writer.field("schemaVersion", DomainLine.schemaVersion)
            body(&writer)
        }
        return writer.takeBytes()
    }

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
