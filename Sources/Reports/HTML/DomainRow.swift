import Audit
import Basics
import Findings
import Records
import Transport

/// The row of a domain in the table: its searchable, filterable and sortable values, and a summary.
struct DomainRow {
    private static let maxSearchLength = 300
    private static let maxBars = 16
    private static let maxNights = 30

    let report: DomainReport
    let past: DomainPast?
    let anchor: String
    let index: Int
    let kind: Int

    func fill(_ row: inout TemplateObject) {
        let status = report.status
        row.text("id", anchor)
        row.number("index", index)
        row.name(report.name)
        let isCertificateCause = report.isCertificateCause
        let expiration = isCertificateCause && status != .accepted ? report.expiration : nil
        row.set([
            "state": status.rawValue, "stateLabel": status.label, "news": report.changeWord,
            "cause": expiration?.text ?? report.causeText ?? resolved, "causeDate": expiration?.day,
            "answer": report.opensApp.rawValue, "answerWord": report.opensApp.word,
        ])
        // The heading above the row contains the cause, but not the date of a certificate.
        let isInHeading = report.cause != nil && !isCertificateCause && [.fail, .warn, .unreachable].contains(status)
        row.flag("isCauseInHeading", isInHeading)
        let more = report.findings.count(where: \.isCounted) - 1
        row.text("causes", more > 0 ? "and \(Phrase.count(more, "more problem"))" : nil)
        row.object("people") { people in
            people.set(["team": report.people.team, "owner": report.people.owner])
            people.text("unowned", report.unownedText)
        }
        // A chart needs at least two nights.
        if let runs = past?.runs, runs.count > 1 {
            row.object("past") { $0.fillStatusBars(of: runs.suffix(Self.maxBars), step: 7) }
        }
        let days = report.certificateDaysLeft
        let urgency = days.flatMap(Self.urgency)
        row.set(["days": urgency == nil || isCertificateCause ? nil : report.expirationText, "urgency": urgency])
        row.text("causeUrgency", expiration == nil ? nil : urgency)
        // The values for the page's script.
        row.number("kind", kind)
        row.number("since", past?.statusSince.map(DomainPast.day(of:)))
        row.number("left", days)
        row.text("change", report.changes.map(\.rawValue).sorted().joined(separator: " "))
        row.number("moved", daysSinceChange)
        if report.totalMs.isFinite, report.totalMs > 0 { row.number("ms", Int(min(report.totalMs, 1e9))) }
        row.text("words", searchText)
    }

    /// Returns the expiration of a certificate with `days` left, in words.
    static func expiration(_ days: Int) -> String {
        if days < -1 { return "expired \(-days) days ago" }
        return days < 0 ? "expired" : "in \(Phrase.count(days, "day"))"
    }

    static func urgency(_ days: Int) -> String? {
        if days < 0 { return "over" }
        return days <= CertificateCalendar.soonDays ? "late" : nil
    }

    /// The first problem that was resolved since the previous run; `nil` if any problem is left.
    private var resolved: String? {
        let code = report.changes.contains(.fixed) ? report.resolvedCodes.first { !Catalogue[$0].preventsCheck } : nil
        return code.map { "Resolved: \(Catalogue[$0].title)" }
    }

    /// The number of days since the status changed; `nil` without a change within the last thirty nights.
    private var daysSinceChange: Int? {
        guard let nights = past?.runs.suffix(Self.maxNights), let today = nights.last,
            let last = nights.lastIndex(where: { $0.status != today.status })
        else { return nil }
        return today.day - nights[last + 1].day
    }

    /// Returns the indexes, as in the page's filter, of the systems on which links do not open the app.
    static func failingSystems(of report: DomainReport) -> [String] {
        AppleSystem.allCases.enumerated().filter { report.answer(on: $1) == .no }.map { String($0.offset) }
    }

    static func tokens(of report: DomainReport) -> [String] { Set(report.findings.map(token)).sorted() }

    /// Returns the code of a finding as the page's filter knows it, distinguished for notes and accepted findings.
    static func token(_ finding: Finding) -> String {
        if finding.waived != nil { return "accepted:\(finding.code.rawValue)" }
        return finding.severity == .info ? "note:\(finding.code.rawValue)" : finding.code.rawValue
    }

    /// The text, in addition to the anchor, by which a search finds the domain; contains the name if the anchor does
    /// not.
    private var searchText: String {
        let apps = (report.file?.apps ?? []).prefix(4).map(\.appID) + report.listings.prefix(4).map(\.name)
        let names = [anchor == "d-\(report.name)" ? nil : report.name, report.otherInput, report.people.contact]
        let words = (names.compactMap(\.self) + report.people.tags.prefix(10) + apps).joined(separator: " ")
        return String(words.unicodeScalars.prefix(Self.maxSearchLength))
    }
}

/// The combinations of filter values that many rows share: the page contains each once, and each row has the number of
/// its kind.
struct RowKinds {
    private struct Kind: Hashable {
        var tokens: [String]
        var services: [String]
        var answer: LinkAnswer
        var failingSystems: [String]
    }

    private var numbers: [Kind: Int] = [:]

    mutating func number(of report: DomainReport) -> Int {
        let kind = Kind(
            tokens: DomainRow.tokens(of: report), services: report.file?.services ?? [], answer: report.opensApp,
            failingSystems: DomainRow.failingSystems(of: report))
        let number = numbers[kind] ?? numbers.count
        numbers[kind] = number
        return number
    }

    func fill(_ page: inout TemplateObject) {
        page.list("kind", numbers.sorted { $0.value < $1.value }.map(\.key)) { object, kind in
            object.block("codes", kind.tokens)
            object.block("services", kind.services)
            object.text("opens", kind.answer.rawValue)
            object.block("fails", kind.failingSystems)
        }
    }
}
