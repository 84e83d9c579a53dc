import Audit
import Basics
import Findings
import Records
import Transport

/// The row of a domain in the table: its searchable, filterable and sortable values, and a summary.
struct DomainRow {
    /// The maximum length of ``searchText``, in characters.
    private static let maxSearchText = 300
    /// The maximum number of nights that a row shows.
    private static let maxBars = 16
    /// The maximum number of nights that ``daysSinceChange`` considers.
    private static let maxNights = 30
    /// The distance between the starts of two bars, in pixels.
    private static let barStep = 7

    let report: DomainReport
    let past: DomainPast?
    /// The fragment identifier of links to the domain.
    let anchor: String
    /// The index of the domain in the input.
    let index: Int
    /// The index of the domain's kind in ``RowKinds``.
    let kind: Int
    /// Whether the row contains the action that repairs the domain; not needed where a list of repairs precedes it.
    let showsAction: Bool

    func object() -> TemplateObject {
        TemplateObject { row in
            let status = report.status
            row.text("id", anchor)
            row.number("index", index)
            row.text("state", status.rawValue)
            row.text("stateLabel", status.label)
            let name = HTMLWords.nameParts(report.name)
            row.text("host", name.host)
            row.text("port", name.port)
            row.text("cause", report.causeText ?? resolved)
            row.text("action", showsAction ? report.cause.map { Catalogue[$0.code].action } : nil)
            row.text("news", report.changeWord)
            let more = report.findings.count(where: \.isCounted) - 1
            row.number("causes", more > 0 ? more : nil)
            row.text("answer", report.opensApp.rawValue)
            row.text("answerWord", report.opensApp.word)
            row.object("people") { people in
                people.text("team", report.people.team)
                people.text("owner", report.people.owner)
                people.flag("isUnowned", !report.people.hasOwner && status.needsAttention)
            }
            // A chart needs at least two nights.
            if let runs = past?.runs, runs.count > 1 {
                row.object("past", DomainPast.statusBars(of: runs.suffix(Self.maxBars), step: Self.barStep))
            }
            let days = report.certificateDaysLeft
            let urgency = days.flatMap(Self.urgency)
            row.text("days", urgency == nil ? nil : days.map(Self.expiration))
            row.text("urgency", urgency)
            // The values for the page's script.
            row.number("kind", kind)
            row.number("since", past?.statusSince.map(DomainPast.day(of:)))
            row.number("left", days)
            row.text("change", report.changes.map(\.rawValue).sorted().joined(separator: " "))
            row.number("moved", daysSinceChange)
            if report.totalMs.isFinite, report.totalMs > 0 { row.number("ms", Int(min(report.totalMs, 1e9))) }
            row.text("words", searchText)
        }
    }

    /// Returns the expiration of a certificate in words, from the number of days left.
    static func expiration(_ days: Int) -> String {
        if days < -1 { return "expired \(-days) days ago" }
        return days < 0 ? "expired" : "in \(Phrase.count(days, "day"))"
    }

    /// Returns the urgency of a number of days; `nil` if the number is not urgent.
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

    /// Returns the indexes of the systems on which links do not open the app.
    static func failingSystems(of report: DomainReport) -> [String] {
        AppleSystem.allCases.enumerated().filter { report.answer(on: $1) == .no }.map { String($0.offset) }
    }

    /// Returns the tokens of the findings' codes, with different tokens for notes and accepted findings.
    static func tokens(of report: DomainReport) -> [String] { Set(report.findings.map(token)).sorted() }

    /// Returns the token of a finding's code on the page.
    static func token(_ finding: Finding) -> String {
        if finding.waived != nil { return "accepted:\(finding.code.rawValue)" }
        return finding.severity == .info ? "note:\(finding.code.rawValue)" : finding.code.rawValue
    }

    /// The text, in addition to the name, by which a search finds the domain.
    private var searchText: String {
        let apps = (report.file?.apps ?? []).prefix(4).map(\.appID) + report.listings.prefix(4).map(\.name)
        let names = [anchor == "d-\(report.name)" ? nil : report.name, report.otherInput, report.people.contact]
        let words = (names.compactMap(\.self) + report.people.tags.prefix(10) + apps).joined(separator: " ")
        return String(words.unicodeScalars.prefix(Self.maxSearchText))
    }
}

/// The combinations of filter values that many rows share: the page contains each once, and each row has the number of
/// its kind.
struct RowKinds {
    private struct Kind: Hashable {
        /// The codes of the findings, as tokens of the page.
        var codes: [String]
        var services: [String]
        var opens: LinkAnswer
        /// The indexes of the systems on which links do not open the app.
        var fails: [String]
    }

    private var numbers: [Kind: Int] = [:]

    /// Returns the number of a domain's kind.
    mutating func number(of report: DomainReport) -> Int {
        let kind = Kind(
            codes: DomainRow.tokens(of: report), services: report.file?.services ?? [], opens: report.opensApp,
            fails: DomainRow.failingSystems(of: report))
        let number = numbers[kind] ?? numbers.count
        numbers[kind] = number
        return number
    }

    /// Sets the values of the end template.
    func fill(_ page: inout TemplateObject) {
        page.list("kind", numbers.sorted { $0.value < $1.value }) { object, entry in
            object.block("codes", entry.key.codes)
            object.block("services", entry.key.services)
            object.text("opens", entry.key.opens.rawValue)
            object.block("fails", entry.key.fails)
        }
    }
}
