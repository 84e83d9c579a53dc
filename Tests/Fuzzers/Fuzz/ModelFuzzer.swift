import AppSiteAssociation
import Findings

/// Judges any bytes as an association file, and matches a URL against it.
///
/// The first line of the input is the path, query and fragment of the URL, the rest is the file.
enum ModelFuzzer {
    static func check(_ input: [UInt8]) {
        let line = input.prefix { $0 != 0x0A }
        let judgement = FileJudge.judge(Array(input.dropFirst(line.count + 1)), location: .file)
        for finding in judgement.findings {
            precondition(!finding.message.isEmpty && !finding.remedy.isEmpty)
            precondition((finding.line ?? 1) > 0 && (finding.column ?? 1) > 0)
        }
        guard let file = judgement.file else { return }
        let matcher = LinkMatcher(file)
        guard let url = try? LinkURL("https://example.com/" + String(decoding: line, as: UTF8.self)) else { return }
        let match = matcher.match(url)
        let explanation = matcher.explain(url)
        precondition(match.outcome == explanation.match.outcome, "the trace says something else than the match")
        precondition(match.apps == explanation.match.apps)
        precondition(match.rule?.source.position == explanation.match.rule?.source.position)
        for app in file.apps.prefix(4) { _ = matcher.match(url, app: app.identifier) }
    }
}
