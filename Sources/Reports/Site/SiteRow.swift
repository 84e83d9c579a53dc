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
    let owner: String?
    let team: String?
    /// The text in place of an owner, if a domain that needs attention has none.
    let unowned: String?
    let expirationDay: String?
    /// Whether the expiration of the certificate is the problem that determines the status.
    let isCertificateCause: Bool
    let isExpired: Bool

    init(_ report: DomainReport, path: String) {
        self.path = path
        name = VisibleText.escape(report.name)
        status = report.status
        answer = report.opensApp
        owner = report.people.owner
        team = report.people.team
        unowned = report.unownedText
        let isExpired = report.certificateDaysLeft.map { $0 < 0 } ?? false
        self.isExpired = isExpired
        let day = report.certificate?.notAfter?.dayText
        expirationDay = day.map { isExpired ? "expired \($0)" : $0 }
        isCertificateCause = report.isCertificateCause
        cause = report.causeText
        code = report.cause?.code
    }

    /// The anchor, in lists, of the domains with this status and cause.
    var anchor: String { "\(status.rawValue)-\(code?.rawValue ?? "entry")" }
    var action: String? {
        code.map { Catalogue[$0].action } ?? (status == .invalid ? "Correct or remove the entry" : nil)
    }
    var causeTitle: String {
        code.map { Catalogue[$0].title } ?? (status == .invalid ? "The entry is not a domain name" : status.label)
    }

    /// The search key of the domain: the name in lowercase without `www.`, with which half of all domains begin.
    var searchKey: String {
        let name = name.lowercased()
        return name.hasPrefix("www.") && name.utf8.count > 4 ? String(name.dropFirst(4)) : name
    }

    /// Sets the values of a row; `hasOwners` is whether any domain of the run has an owner.
    func fill(_ row: inout TemplateObject, hasOwners: Bool) {
        row.name(name, target: path)
        row.set([
            "state": status.rawValue, "stateLabel": status.label, "cause": cause, "answer": answer.rawValue,
            "answerWord": answer.word,
            "people": DomainPeople(owner: owner, team: team).name,
            "unowned": hasOwners ? unowned : nil, "ends": expirationDay,
        ])
        row.flag("isExpired", isExpired)
    }
}
