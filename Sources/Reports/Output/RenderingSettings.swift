/// The settings of the formats.
public struct RenderingSettings: Sendable {
    /// When the file itself is in a report.
    public var bodies: FileTextPolicy
    /// How much is said to people.
    public var detail: TextReport.Detail
    /// Whether text has colour.
    public var style: TextStyle
    /// How many targets there are; `nil` where that is not known before the end.
    public var targets: Int?

    /// Creates settings.
    public init(
        bodies: FileTextPolicy = .findings, detail: TextReport.Detail = .normal, style: TextStyle = .plain,
        targets: Int? = nil
    ) {
        self.bodies = bodies
        self.detail = detail
        self.style = style
        self.targets = targets
    }

    /// What turns a run into `format`.
    public func renderer(_ format: OutputFormat) -> FormatRenderer {
        switch format {
        case .text: .text(TextRenderer(style: style, detail: detail, targets: targets))
        case .json: .document(JSONReport(bodies: bodies))
        case .ndjson: .lines(bodies)
        case .html: .document(HTMLRenderer())
        case .csv: .document(CSVReport())
        case .md: .document(MarkdownReport())
        case .junit: .document(JUnitReport())
        case .sarif: .document(SARIFReport())
        case .prom: .document(PrometheusReport())
        case .github: .document(GitHubReport())
        }
    }
}
