/// The formats of the reports of a run.
public enum OutputFormat: String, Sendable, CaseIterable {
    /// For people, in a terminal.
    case text
    /// One JSON document in input order.
    case json
    /// One JSON object a line, as each domain ends.
    case ndjson
    /// A page for people, in one file.
    case html
    /// A table with one row a finding.
    case csv
    /// For a ticket or a chat.
    case md
    /// The result of a test run, for CI systems.
    case junit
    /// For code scanning services.
    case sarif
    /// Figures for Prometheus.
    case prom
    /// Annotations of a GitHub Actions run.
    case github

    /// What a file name ends in when it is to have this format.
    public var fileExtensions: [String] {
        switch self {
        case .text: ["txt"]
        case .json: ["json"]
        case .ndjson: ["ndjson", "jsonl"]
        case .html: ["html", "htm"]
        case .csv: ["csv"]
        case .md: ["md"]
        case .junit: ["junit.xml"]
        case .sarif: ["sarif"]
        case .prom: ["prom"]
        case .github: []
        }
    }

    /// All names that a user may give, for messages.
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension RenderingSettings {
    /// What turns a run into `format`.
    public func renderer(_ format: OutputFormat) -> FormatRenderer {
        switch format {
        case .text:
            isWatched
                ? .text(TextRenderer(style: style, detail: detail, targets: targets, width: width ?? 80))
                : .document(TextDocument(style: style, detail: detail, width: width))
        case .json: .document(JSONReport(bodies: bodies))
        case .ndjson: .lines(bodies)
        case .html: .document(HTMLRenderer())
        case .csv: .document(CSVReport())
        case .md: .document(MarkdownReport())
        case .junit: .document(JUnitReport())
        case .sarif: .document(SARIFReport(includesNotes: detail == .verbose))
        case .prom: .document(PrometheusReport())
        case .github: .document(GitHubReport())
        }
    }
}
