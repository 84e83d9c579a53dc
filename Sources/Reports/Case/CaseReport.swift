package import Records

extension RenderingSettings {
    package static let caseFormats: [OutputFormat] = [.text, .md, .json, .html]

    /// Returns the result for one link in a format; `nil` if the format is not supported.
    package func bytes(_ answer: CaseAnswer, as format: OutputFormat, toolVersion: String) -> [UInt8]? {
        switch format {
        case .text: Array(CaseText(style: style, width: width ?? 80).text(answer).utf8)
        case .md: Array(CaseMarkdown().text(answer).utf8)
        case .json: CaseJSON(bodies: bodies).bytes(answer)
        case .html: Array(CaseView(toolVersion: toolVersion).page(answer).utf8)
        case .ndjson, .csv, .mail, .site, .junit, .sarif, .prom, .github: nil
        }
    }
}
