import AppSiteAssociation
package import Audit
import Records

extension JSONList {
    package mutating func write(_ result: LinkResult) {
        writer.object { writer in
            writer.field("url", result.url)
            switch result.answer {
            case .compared(let match, let traces): writer.writeComparison(match, traces, result)
            case .noFile(let problem): writer.writeProblem(problem, kind: "noFile", source: result.source)
            case .invalidURL(let problem): writer.writeProblem(problem, kind: "invalidURL", source: nil)
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func writeComparison(_ match: LinkMatch, _ traces: [DetailTrace]?, _ result: LinkResult) {
        fields(["outcome": match.outcome.rawValue, "appIDs": match.apps.map(\.text)])
        field("rule", match.rule)
        field("why", match.obstacle?.description ?? result.nearMiss)
        if !result.impossibleApps.isEmpty { field("impossibleAppIDs", result.impossibleApps.map(\.text)) }
        field("source", result.source)
        guard let traces else { return }
        array("trace") { writer in for trace in traces { writer.value(trace) } }
    }

    mutating func field(_ name: String, _ rule: LinkRule?) {
        object(name, of: rule?.source) { writer, source in
            writer.fields(["pointer": source.shownPointer, "line": source.position.line, "text": source.text])
        }
    }

    /// Writes one element for each app of an entry and each tested rule; a note on the entry is written like a rule.
    private mutating func value(_ trace: DetailTrace) {
        let appIDs: [String?] = trace.shownApps.isEmpty ? [nil] : trace.shownApps.map { $0.text }
        var steps = trace.steps.map { (source: $0.rule.source, matched: $0.matched, why: $0.why) }
        if let note = trace.note { steps.append((trace.detail.source, trace.outcome == .match, note)) }
        for appID in appIDs {
            for (source, matched, why) in steps {
                object { $0.fields(["appID": appID, "pointer": source.shownPointer, "matched": matched, "why": why]) }
            }
        }
    }

    /// Writes a URL that was not compared, with an empty trace even if none was requested.
    fileprivate mutating func writeProblem(_ text: String, kind: String, source: String?) {
        fields(["outcome": String?.none, "appIDs": [String]()])
        field("rule", LinkRule?.none)
        object("error", ["kind": kind, "detail": text])
        field("source", source)
        array("trace") { _ in }
    }
}
