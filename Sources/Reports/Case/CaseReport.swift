package import Records

/// The result for one link in any of the supported formats.
package struct CaseReport: Sendable {
    /// The supported formats.
    package static let formats: [OutputFormat] = [.text, .md, .json, .html]

    private let style: TextStyle
    private let width: Int
    private let bodies: FileTextPolicy
    private let toolVersion: String

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - style: Whether text is colored.
    ///   - width: The line width of text, in columns.
    ///   - bodies: The condition for including the file's text in JSON.
    ///   - toolVersion: The version of the program.
    package init(style: TextStyle = .plain, width: Int = 80, bodies: FileTextPolicy = .findings, toolVersion: String) {
        self.style = style
        self.width = width
        self.bodies = bodies
        self.toolVersion = toolVersion
    }

    /// Returns `answer` in a format; `nil` if the format is not supported.
    package func bytes(_ answer: CaseAnswer, as format: OutputFormat) -> [UInt8]? {
        switch format {
        case .text: Array(CaseText(style: style, width: width).text(answer).utf8)
        case .md: Array(CaseMarkdown().text(answer).utf8)
        case .json: CaseJSON(bodies: bodies).bytes(answer)
        case .html: Array(CaseView(toolVersion: toolVersion).page(answer).utf8)
        case .ndjson, .csv, .mail, .site, .junit, .sarif, .prom, .github: nil
        }
    }
}
