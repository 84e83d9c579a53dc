import Audit
import Basics
import Findings
import Records
import Transport

/// The information about a domain in the lists of a site, without data that differ every night.
struct SiteRow {
    let name: String
    let path: String
    let status: DomainStatus
    let answer: LinkAnswer
    let cause: String?
    /// The finding that determines the status.
    let code: FindingCode?
    let team: String?
    /// The owner, with the team in parentheses.
    let people: String?
    let expirationDay: String?
    let isExpired: Bool

    init(_ report: DomainReport, path: String) {
        self.path = path
        name = VisibleText.escape(report.name)
        status = report.status
        answer = report.opensApp
        team = report.people.team
        people = report.people.name
        let isExpired = report.certificateDaysLeft.map { $0 < 0 } ?? false
        self.isExpired = isExpired
        let day = report.certificate?.notAfter.flatMap(UTCTime.init)?.dayText
        expirationDay = day.map { isExpired ? "expired \($0)" : $0 }
        cause = report.causeText
        code = report.cause?.code
    }

    /// The anchor, in lists, of the domains with this status and cause.
    var anchor: String { "\(status.rawValue)-\(code?.rawValue ?? "entry")" }
    var causeTitle: String { code.map { Catalogue[$0].title } ?? status.label }

    /// The search key of the domain: the name in lowercase without `www.`, with which half of all domains begin.
    var searchKey: String {
        let name = name.lowercased()
        return name.hasPrefix("www.") && name.utf8.count > 4 ? String(name.dropFirst(4)) : name
    }

    func fill(_ row: inout TemplateObject) {
        let parts = DomainWords.nameParts(name)
        row.set([
            "state": status.rawValue, "stateLabel": status.label, "path": path, "itself": parts.host,
            "port": parts.port, "cause": cause, "answer": answer.rawValue, "answerWord": answer.word, "people": people,
            "ends": expirationDay,
        ])
        row.flag("isExpired", isExpired)
    }
}
