public import Audit

public import struct Foundation.Date

/// Turns the reports of a run into the bytes of one format.
public protocol ReportRenderer {
    /// Whether domains come in input order; otherwise as they end.
    var keepsInputOrder: Bool { get }

    /// The bytes of what is known before the first domain.
    mutating func begin() -> [UInt8]

    /// The bytes of one domain.
    mutating func render(_ report: DomainReport) -> [UInt8]

    /// The bytes of the end; `complete` is `false` when the run was interrupted.
    mutating func end(at date: Date, complete: Bool) -> [UInt8]
}

/// The JSON document.
public struct JSONRenderer: ReportRenderer {
    private var report: JSONReport

    /// Creates the document of a run.
    public init(run: RunFacts, bodies: FileTextPolicy) { report = JSONReport(run: run, bodies: bodies) }

    /// Whether domains come in input order.
    public var keepsInputOrder: Bool { true }

    /// The bytes before the first domain.
    public mutating func begin() -> [UInt8] { report.takeBytes() }

    /// The bytes of one domain.
    public mutating func render(_ domain: DomainReport) -> [UInt8] {
        report.write(domain)
        return report.takeBytes()
    }

    /// The bytes of the end.
    public mutating func end(at date: Date, complete: Bool) -> [UInt8] {
        report.finish(at: date, complete: complete)
        return report.takeBytes()
    }
}

/// The lines of NDJSON.
public struct NDJSONRenderer: ReportRenderer {
    private let report: NDJSONReport

    /// Creates the lines of a run.
    public init(bodies: FileTextPolicy) { report = NDJSONReport(bodies: bodies) }

    /// Whether domains come in input order.
    public var keepsInputOrder: Bool { false }

    /// The bytes before the first domain.
    public mutating func begin() -> [UInt8] { [] }

    /// The bytes of one domain.
    public mutating func render(_ domain: DomainReport) -> [UInt8] {
        // A line is written before all duplicates can be known: a stream has none of them rather than some.
        var domain = domain
        domain.alsoGivenAs = nil
        return report.line(domain)
    }

    /// The bytes of the end.
    public mutating func end(at date: Date, complete: Bool) -> [UInt8] { [] }
}

/// The text for people.
public struct TextRenderer: ReportRenderer {
    private let report: TextReport
    private let hasSummary: Bool
    private var summary = RunSummary()

    /// Creates the text of a run over `targets` targets.
    public init(style: TextStyle, detail: TextReport.Detail, targets: Int) {
        report = TextReport(style: style, detail: detail, isOneOfMany: targets > 1)
        hasSummary = targets > 1
    }

    /// Whether domains come in input order.
    public var keepsInputOrder: Bool { true }

    /// The bytes before the first domain: none.
    public mutating func begin() -> [UInt8] { [] }

    /// The bytes of one domain.
    public mutating func render(_ domain: DomainReport) -> [UInt8] {
        summary.add(domain)
        return Array(report.text(domain).utf8)
    }

    /// The bytes of the end: totals where there are several targets.
    public mutating func end(at date: Date, complete: Bool) -> [UInt8] {
        hasSummary || !complete ? Array(report.text(summary, complete: complete).utf8) : []
    }
}
