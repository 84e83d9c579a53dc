import AppSiteAssociation
import Audit
import Records

extension CaseWords {
    struct Row {
        var outcome: Verdict.Outcome
        var name: String
        var why: String
    }

    /// The rows of the table, one for each requested generation of systems.
    var rows: [Row] {
        answer.verdicts.filter { answer.question.systems.isEmpty || answer.question.systems.contains($0.system) }.map {
            Row(outcome: $0.outcome, name: AppleSystem.phrase([$0.system]), why: why($0))
        }
    }

    private func why(_ verdict: LinkVerdict) -> String {
        if verdict.isDecidedByRules, let file = verdict.file {
            return "\(file.source.phrase): \(Self.short(file))"
        }
        let reasons = verdict.outcome.reasons(verdict.because)
        if verdict.isUndecided, let file = verdict.file { return "(\(Self.short(file)))" }
        guard verdict.outcome.works == true, let file = verdict.file else {
            return reasons.isEmpty ? "" : "(\(reasons))"
        }
        return file.source.phrase + (reasons.isEmpty ? "" : " (\(reasons))")
    }

    /// Returns in a few words why the rules of a file keep the link in the browser.
    private static func short(_ file: LinkFiles.Answer) -> String {
        switch file.match.obstacle {
        case .noApp?: return "the app is not listed"
        case .noAppLinks?: return "no universal links"
        case .scheme?, .host?: return "another link"
        case .tooMuchWork?: return "not known: too much work"
        case nil: break
        }
        guard file.match.outcome == .exclude else { return "no rule matches" }
        return "excluded" + (file.match.rule.map { " on line \($0.source.position.line)" } ?? "")
    }
}

extension LinkFiles.Source {
    /// The origin of the file, in a few words.
    var phrase: String {
        switch self {
        case .appleCopy: "Apple's copy"
        case .server: "the server's file"
        case .redirect: "the file at the redirect's destination"
        }
    }
}
