public import Audit
public import Runs

public import struct Foundation.Date

/// Turns the reports of a run into the bytes of one format.
public protocol ReportRenderer {
    /// When the bytes of a domain are written.
    var order: RenderOrder { get }

    /// The bytes of what is known before the first domain.
    mutating func begin() -> [UInt8]

    /// The bytes of one domain.
    mutating func render(_ report: DomainReport) -> [UInt8]

    /// The bytes of one domain for the spool; asked for only of a renderer with ``RenderOrder/spooled``.
    mutating func part(_ report: DomainReport) -> RenderedDomain

    /// The bytes of a part in its place; `aliases` are the other inputs that mean the same target.
    mutating func place(_ part: RenderedDomain, aliases: Aliases.Row) -> [UInt8]

    /// The bytes of the end; `changes` is what is different from the run before, where a history is kept.
    mutating func end(at date: Date, _ ending: RunEnding, changes: RunChanges?) -> [UInt8]
}

extension ReportRenderer {
    /// The bytes of one domain, with no place for aliases.
    public mutating func part(_ report: DomainReport) -> RenderedDomain {
        RenderedDomain(bytes: render(report), aliasesAt: 0)
    }

    /// The bytes as they are.
    public mutating func place(_ part: RenderedDomain, aliases: Aliases.Row) -> [UInt8] { part.bytes }
}

/// When the bytes of a domain are written.
public enum RenderOrder: Sendable {
    /// As each domain ends.
    case asTheyEnd
    /// In input order, as soon as all before it have ended; what waits is in memory, so only for short lists.
    case inputOrder
    /// In input order at the end of the run; what waits is on disk.
    case spooled
}

/// The JSON document.
public struct JSONRenderer: ReportRenderer {
    private var report: JSONReport

    /// Creates the document of a run.
    public init(run: RunFacts, bodies: FileTextPolicy) { report = JSONReport(run: run, bodies: bodies) }

    /// In input order.
    public var order: RenderOrder { .spooled }

    /// The bytes before the first domain.
    public mutating func begin() -> [UInt8] { report.takeBytes() }

    /// The bytes of one domain.
    public mutating func render(_ domain: DomainReport) -> [UInt8] {
        report.write(domain)
        return report.takeBytes()
    }

    /// The bytes of one domain for the spool.
    public mutating func part(_ domain: DomainReport) -> RenderedDomain {
        report.count(domain)
        return report.part(domain)
    }

    /// The bytes of a part in its place.
    public mutating func place(_ part: RenderedDomain, aliases: Aliases.Row) -> [UInt8] {
        report.write(part, aliases: aliases)
        return report.takeBytes()
    }

    /// The bytes of the end.
    public mutating func end(at date: Date, _ ending: RunEnding, changes: RunChanges?) -> [UInt8] {
        report.finish(at: date, ending, changes: changes)
        return report.takeBytes()
    }
}

/// The lines of NDJSON.
public struct NDJSONRenderer: ReportRenderer {
    private let report: NDJSONReport

    /// Creates the lines of a run.
    public init(bodies: FileTextPolicy) { report = NDJSONReport(bodies: bodies) }

    /// As they end.
    public var order: RenderOrder { .asTheyEnd }

    /// The bytes before the first domain.
    public mutating func begin() -> [UInt8] { [] }

    /// The bytes of one domain.
    public mutating func render(_ domain: DomainReport) -> [UInt8] {
        // A line is written before all duplicates can be known.
        report.line(domain.withoutAliases)
    }

    /// The bytes of the end.
    public mutating func end(at date: Date, _ ending: RunEnding, changes: RunChanges?) -> [UInt8] { [] }
}
