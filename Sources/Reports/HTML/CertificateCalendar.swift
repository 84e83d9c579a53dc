import Audit
import Basics
import Records
import Transport

import struct Foundation.Date

/// The certificates that have expired or expire within 60 days, counted by period and listed individually.
struct CertificateCalendar {
    /// The maximum number of days until the expiration of a certificate that counts as expiring soon.
    static let soonDays = 30
    private static let lastDay = 60
    private static let maxShown = 12
    private static let maxKept = 10_000

    private struct Certificate {
        var daysLeft: Int
        var notAfter: Date
        var subject: String
        var domains = DomainNames()
        var index: Int
    }

    private var bySHA256: [String: Certificate] = [:]
    /// The number of domains by the number of days until their certificate expires.
    private var countsByDay = [Int](repeating: 0, count: Self.lastDay + 1)
    private var expiredCount = 0

    private var domainCount: Int { expiredCount + count(within: Self.lastDay) }

    mutating func add(_ report: DomainReport) {
        guard let days = report.certificateDaysLeft, days <= Self.lastDay, let certificate = report.certificate,
            let notAfter = certificate.notAfter
        else { return }
        if days < 0 { expiredCount += 1 } else { countsByDay[days] += 1 }
        if bySHA256[certificate.sha256] == nil {
            if bySHA256.count >= Self.maxKept {
                let kept = sortedByExpiration.prefix(Self.maxKept / 2).map { ($0.key, $0.value) }
                bySHA256 = Dictionary(uniqueKeysWithValues: kept)
            }
            bySHA256[certificate.sha256] = Certificate(
                daysLeft: days, notAfter: notAfter, subject: certificate.subject, index: domainCount)
        }
        bySHA256[certificate.sha256]?.domains.add(report.name)
    }

    private var sortedByExpiration: [(key: String, value: Certificate)] {
        bySHA256.sorted { ($0.value.notAfter, $0.value.index) < ($1.value.notAfter, $1.value.index) }
    }

    func fill(_ object: inout TemplateObject, _ index: PageIndex) {
        guard domainCount > 0 else { return }
        let shown = sortedByExpiration.prefix(Self.maxShown).map(\.value)
        let expiredText = expiredCount > 0 ? "\(Phrase.number(expiredCount)) expired, " : ""
        let soon = Phrase.count(count(within: Self.soonDays), "domain")
        object.text("certificatesShort", "\(expiredText)\(soon) within \(Self.soonDays) days")
        object.list("until", periods) { until, period in
            until.set(["untilLabel": period.label, "untilFilter": period.value])
            until.text("untilCount", period.count.map(Phrase.number))
        }
        object.list("certificateRow", shown.enumerated()) { row, entry in
            let certificate = entry.element
            let subject = certificate.subject
            row.set([
                "ends": DomainRow.expiration(certificate.daysLeft),
                "endsDay": certificate.notAfter.minuteText,
                "urgency": DomainRow.urgency(certificate.daysLeft),
                "subject": subject.hasPrefix("CN=") ? String(subject.dropFirst(3)) : subject,
            ])
            index.fillMembers(&row, certificate.domains, id: "certificate-\(entry.offset + 1)", shown: 3)
        }
        let rest = domainCount - shown.map(\.domains.count).reduce(0, +)
        object.text("moreCertificates", rest > 0 ? "and \(Phrase.count(rest, "more domain"))" : nil)
    }

    private func count(within days: Int) -> Int { countsByDay.prefix(days + 1).reduce(0, +) }

    /// The periods, which do not overlap, each with the number of domains whose certificate expires in it.
    private var periods: [PageIndex.Choice] {
        let ends = [7, TeamMatrix.certificateDays, Self.soonDays, Self.lastDay]
        let periods = zip([0] + ends.map { $0 + 1 }, ends).map { start, end -> PageIndex.Choice in
            let label = start == 0 ? "within \(end) days" : "in \(start) to \(end) days"
            return ("\(start)..\(end)", label, countsByDay[start...end].reduce(0, +))
        }
        let expired: PageIndex.Choice = ("..-1", "expired", expiredCount)
        return ([expired] + periods).filter { $0.count != 0 }
    }

    /// The choices of the filter: the periods, and the period that ``TeamMatrix`` counts.
    var choices: [PageIndex.Choice] {
        let days = TeamMatrix.certificateDays
        let label = "expired or within \(days) days"
        let soon: PageIndex.Choice = (TeamMatrix.endingFilter, label, expiredCount + count(within: days))
        return periods + (soon.count == 0 ? [] : [soon])
    }
}
