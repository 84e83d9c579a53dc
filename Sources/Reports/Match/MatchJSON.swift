import AppSiteAssociation
package import Audit
import Records

extension JSONList {
    package mutating func write(_ result: LinkResult) {
        writer.object { writer in
            writer.field("url", result.url)
            switch result.answer {
            case .compared(let match, let trace): writer.compared(match, trace, result)
            case .noFile(let problem): writer.problem(problem, kind: "noFile", source: result.source)
            case .notUnderstood(let problem): writer.problem(problem, kind: "invalidURL", source: nil)
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func compared(_ match: LinkMatch, _ trace: [DetailTrace]?, _ result: LinkResult) {
        fields(["outcome": match.outcome.rawValue, "appIDs": match.apps.map(\.text)])
        field("rule", match.rule)
        field("why", match.obstacle?.description ?? result.nearMiss)
        if !result.impossibleApps.isEmpty { field("impossibleAppIDs", result.impossibleApps.map(\.text)) }
        field("source", result.source)
        guard let trace else { return }
        array("trace") { writer in for entry in trace { writer.value(entry) } }
    }

    mutating func field(_ name: String, _ rule: LinkRule?) {
        object(name, of: rule?.source) { writer, source in
            writer.fields(["pointer": source.shownPointer, "line": source.position.line, "text": source.text])
        }
    }

    /// Writes one element for each app and tested rule, or a single element for an entry that was rejected as a whole.
    private mutating func value(_ trace: DetailTrace) {
        let apps = trace.apps.isEmpty ? trace.appsDecidedBefore : trace.apps
        for app in apps {
            for step in trace.steps {
                writeStep(of: app.text, at: step.rule.source.shownPointer, matched: step.matched, why: step.why)
            }
            if let note = trace.note {
                let isMatch = trace.outcome == .match
                writeStep(of: app.text, at: trace.detail.source.shownPointer, matched: isMatch, why: note)
            }
        }
        if apps.isEmpty, let note = trace.note {
            writeStep(of: nil, at: trace.detail.source.shownPointer, matched: false, why: note)
        }
    }

    private mutating func writeStep(of app: String?, at pointer: String, matched: Bool, why: String) {
        object { $0.fields(["appID": app, "pointer": pointer, "matched": matched, "why": why]) }
    }

    fileprivate mutating func problem(_ text: String, kind: String, source: String?) {
        field("outcome", String?.none)
        field("appIDs", [String]())
        field("rule", LinkRule?.none)
        object("error", ["kind": kind, "detail": text])
        field("source", source)
        array("trace") { _ in }
    }
}
