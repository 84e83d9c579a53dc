public import Audit
import Findings
public import Runs

public import struct Foundation.Date

/// The JSON report: one document, written as domains are handed to it, in that order.
///
/// ``write(_:)`` and ``finish(at:_:changes:)`` only collect bytes; take them with ``takeBytes()`` as often as you like,
/// so that the document never has to be in memory as a whole.
public struct JSONReport: Sendable {
    /// The version of the document's form; it changes when something that readers rely on does.
    public static let schemaVersion = 1

    private var writer = JSONWriter(.indented)
    private let bodies: FileTextPolicy
    private var summary = RunSummary()

    /// Begins the document.
    public init(run: RunFacts, bodies: FileTextPolicy = .findings) {
        self.bodies = bodies
        writer.beginObject()
        writer.field("schemaVersion", Self.schemaVersion)
        writer.key("tool")
        writer.object(inline: true) { writer in
            writer.field("name", "aasa-audit")
            writer.field("version", run.toolVersion)
            writer.field("rules", run.rulesVersion)
        }
        writer.key("run")
        writer.object { writer in
            writer.field("id", run.id)
            writer.field("startedAt", run.startedAt)
            writer.key("options")
            writer.value(run.options)
        }
        writer.key("domains")
        writer.beginArray()
    }

    /// Writes one domain.
    public mutating func write(_ report: DomainReport) {
        summary.add(report)
        writer.value(report, bodies: bodies)
    }

    /// The object of one domain as it will stand in the document, without the inputs that mean the same.
    func part(_ report: DomainReport) -> RenderedDomain {
        var writer = JSONWriter(indentedBy: 2)
        let place = writer.value(report.withoutAliases, bodies: bodies)
        // What separates it from the domain before it is written when it takes its place.
        let bytes = writer.takeBytes()
        let separator = bytes.firstIndex(of: UInt8(ascii: "{")) ?? 0
        return RenderedDomain(bytes: Array(bytes[separator...]), aliasesAt: place - separator)
    }

    /// Writes a domain that was rendered before; `aliases` are the other inputs that mean the same.
    mutating func write(_ part: RenderedDomain, aliases: Aliases.Row) {
        var member = JSONWriter(indentedBy: 3)
        member.fields(aliases)
        writer.value(written: part.bytes[..<part.aliasesAt] + member.takeBytes() + part.bytes[part.aliasesAt...])
    }

    /// Counts a domain for the summary.
    mutating func count(_ report: DomainReport) { summary.add(report) }

    /// Ends the document; `changes` is what is different from the run before, where a history is kept.
    public mutating func finish(at finishedAt: Date, _ ending: RunEnding, changes: RunChanges? = nil) {
        writer.endArray()
        writer.key("summary")
        writer.value(summary, changes: changes)
        writer.field("finishedAt", finishedAt)
        writer.write(ending)
        writer.endObject()
    }

    /// Hands over the bytes that were written since the last time.
    public mutating func takeBytes() -> [UInt8] { writer.takeBytes() }
}

/// The NDJSON report: the domain objects of the JSON report, one a line, as each domain ends.
public struct NDJSONReport: Sendable {
    private let bodies: FileTextPolicy

    /// Creates a report.
    public init(bodies: FileTextPolicy = .findings) {
        self.bodies = bodies
    }

    /// The line of one domain, with its line feed.
    public func line(_ report: DomainReport) -> [UInt8] {
        var writer = JSONWriter(.compact)
        writer.value(report, bodies: bodies)
        return writer.takeBytes()
    }
}

extension JSONWriter {
    /// Writes the members that say how a run ended.
    mutating func write(_ ending: RunEnding) {
        field("complete", ending.complete)
        if let cause = ending.cause, !ending.complete { field("incompleteBecause", cause.rawValue) }
        guard !ending.warnings.isEmpty else { return }
        key("warnings")
        array { writer in
            for warning in ending.warnings {
                writer.object { writer in
                    writer.field("code", warning.code.rawValue)
                    writer.field("message", warning.message)
                }
            }
        }
    }

    mutating func value(_ summary: RunSummary, changes: RunChanges? = nil) {
        object { writer in
            writer.field("targets", summary.targets)
            for status in DomainStatus.allCases { writer.field(status.rawValue, summary[status]) }
            writer.key("findings")
            writer.object { writer in
                for (code, count) in summary.findings { writer.field(code.rawValue, count) }
            }
            guard let changes else { return }
            writer.key("changes")
            writer.object { writer in
                writer.field("previousRun", changes.previousRun)
                writer.field("previousStartedAt", changes.previousStartedAt)
                writer.counts(of: changes)
                writer.key("items")
                writer.array { writer in for item in changes.items { writer.value(item) } }
            }
        }
    }

    /// The members that say how much came and went.
    mutating func counts(of changes: RunChanges) {
        field("new", changes.new)
        field("returned", changes.returned)
        field("fixed", changes.fixed)
        field("still", changes.still)
        field("domainsAdded", changes.domainsAdded)
        field("domainsRemoved", changes.domainsRemoved)
        field("notCompared", changes.notCompared)
    }

    private mutating func value(_ item: RunChanges.Change) {
        object { writer in
            writer.field("domain", item.domain)
            writer.field("change", item.kind.rawValue)
            writer.field("code", item.code.rawValue)
            writer.field("severity", item.severity.rawValue)
            writer.field("message", item.message)
        }
    }
}
