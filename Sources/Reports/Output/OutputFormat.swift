package import Records

package enum OutputFormat: String, Sendable, CaseIterable {
    case text
    /// One JSON document in input order.
    case json
    /// One JSON object per line, written as soon as each domain is checked.
    case ndjson
    case html
    case csv
    case mail
    case md
    case junit
    case sarif
    case prom
    /// A folder of pages for human readers, for any number of domains.
    case site
    case github

    package var fileExtensions: [String] {
        switch self {
        case .text: ["txt"]
        case .ndjson: ["ndjson", "jsonl"]
        case .html: ["html", "htm"]
        case .mail: ["eml"]
        case .junit: ["junit.xml"]
        case .json, .csv, .md, .sarif, .prom: [rawValue]
        case .site, .github: []
        }
    }

    /// The formats of a single file.
    package static let files: [OutputFormat] = allCases.filter { $0 != .site }
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

package struct RenderingSettings: Sendable {
    package var bodies = FileTextPolicy.findings
    package var detail = TextReport.Detail.normal
    package var style = TextStyle.plain
    /// The number of targets; `nil` if unknown until the end of the run.
    package var targets: Int?
    /// Whether text is written as each domain ends, for a user who watches, instead of at the end of the run.
    package var isLive = false
    /// The number of columns of the terminal to which text is written; `nil` for other destinations.
    package var width: Int?
    /// Whether mail is a complete message with header fields rather than only the page.
    package var isWholeMessage = false

    package init() {}

    package func renderer(_ format: OutputFormat, in folder: SiteFolder? = nil) -> FormatRenderer {
        switch format {
        case .text:
            isLive
                ? .text(TextRenderer(style: style, detail: detail, targets: targets, width: width ?? 80))
                : .document(TextDocument(style: style, detail: detail, width: width))
        case .json: .document(JSONReport(bodies: bodies))
        case .ndjson: .lines(bodies: bodies)
        case .html: .document(HTMLRenderer())
        case .csv: .document(CSVReport())
        case .mail: .document(MailReport(isWholeMessage: isWholeMessage))
        case .md: .document(MarkdownReport())
        case .junit: .document(JUnitReport())
        case .sarif: .document(SARIFReport(includesNotes: detail == .verbose))
        case .prom: .document(PrometheusReport())
        case .site: .document(SiteRenderer(folder: folder))
        case .github: .document(GitHubReport())
        }
    }

    package static let caseFormats: [OutputFormat] = [.text, .md, .json, .html]

    /// Returns the report about one link; `nil` if `format` is not one of ``caseFormats``.
    package func bytes(_ answer: CaseAnswer, as format: OutputFormat, toolVersion: String) -> [UInt8]? {
        switch format {
        case .text: Array(CaseText(style: style, width: width ?? 80).render(answer).utf8)
        case .md: Array(CaseMarkdown().render(answer).utf8)
        case .json: CaseJSON(bodies: bodies).bytes(answer)
        case .html: Array(CaseView(toolVersion: toolVersion).page(answer).utf8)
        case .ndjson, .csv, .mail, .site, .junit, .sarif, .prom, .github: nil
        }
    }
}

/// A renderer of a run in one format, either domain by domain or after the run has ended.
package enum FormatRenderer {
    case text(TextRenderer)
    case lines(bodies: FileTextPolicy)
    case document(any DocumentRenderer)

    /// Writes a run that has ended; ending the sink is left to the caller.
    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        switch self {
        case .document(let renderer): try renderer.render(run, to: sink)
        case .lines(let bodies):
            let facts = run.facts
            try run.forEachLine(bodies: bodies) { line, _ throws(OutputError) in try sink.write(line.bytes(in: facts)) }
        case .text(let renderer):
            try sink.write(renderer.begin())
            try run.forEachDomain { report throws(OutputError) in try sink.write(renderer.render(report)) }
            try sink.write(renderer.end(run.ending, changes: run.changes))
        }
    }
}

/// A renderer of complete runs, for formats that begin with totals, sort domains, or read them twice.
package protocol DocumentRenderer {
    func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError)
}
