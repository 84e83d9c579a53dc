import Audit
import Basics
import Findings
import Records

/// The first screen: the state of all domains, the changes, the most frequent problems, and the targets that were not
/// checked.
struct EstateView {
    private static let noNightsText = "All runs so far began on one day; a chart of the nights needs several."
    /// The maximum number of rows for which browsers lay out all rows, including those that are not in view.
    private static let maxLaidOutRows = 300
    /// The maximum number of rows of a ranked table, which shows the cause, team and owner of each domain and replaces
    /// the list of problems.
    static let maxRankedRows = 20

    let run: any StoredRun
    let index: PageIndex
    /// The only domain of the run; `nil` if there are several.
    var onlyDomain: DomainReport?
    /// The end of the title; `nil` for the default of all formats.
    var titleEnd: String?
    /// Whether there are too many domains for a list, so that a table of causes and teams links to them.
    var isLarge = false

    func object() -> TemplateObject {
        TemplateObject { page in
            let runAt = run.facts.startedAt
            let isInDoubt = run.ending.isInDoubt
            page.text("version", run.facts.toolVersion)
            page.text("rules", run.facts.rulesVersion)
            page.text("title", title)
            page.text("name", name.map { "\($0): universal links" } ?? "Universal links")
            page.text("startedAt", UTCTime(runAt)?.minuteText ?? "an unknown time")
            page.text("startedAtRFC", UTCTime(runAt)?.secondText)
            page.text("finishedAt", UTCTime(run.finishedAt)?.minuteText ?? "?")
            page.text("notCompared", run.changes == nil ? notComparedText : nil)
            let notice = run.ending.interruption.map { "\($0). This report contains only the domains checked by then." }
            page.text("interrupted", notice)
            page.list("runWarning", run.ending.warnings) { $0.text("runWarningText", $1.message) }
            page.text("headline", headline)
            let onlyName = onlyDomain.map { HTMLWords.nameParts($0.name) }
            page.text("onlyHost", onlyName?.host)
            page.text("onlyPort", onlyName?.port)
            let isRanked = index.count <= Self.maxRankedRows
            page.flag("ranked", isRanked)
            page.flag("large", isLarge)
            if index.count > 1 {
                page.object("picture", fillPicture)
                if !isInDoubt { page.object("answers", fillAnswers) }
                let view = index.timeline.map { TimelineView($0, index) }
                page.object("timeline", view?.object())
                page.text("noNights", view == nil && run.changes != nil ? Self.noNightsText : nil)
                // The failures of a run in doubt have a local cause, so no domain is listed as a problem to fix.
                page.object("fixFirst", isInDoubt || isRanked ? nil : StartView(index: index, runAt: runAt).object())
                let isOrdered = isRanked && !isInDoubt && index.plan.steps.count > 1
                page.text("rowOrder", isOrdered ? Phrase.sentence(index.plan.order) : nil)
                page.object(
                    "matrix", index.teamMatrix.object(runAt: runAt, hasChanges: run.changes != nil, index, view))
                page.object("calendar", index.calendar.object(index))
                if isLarge {
                    page.object("grid", index.teamMatrix.grid(causes))
                } else if !isRanked {
                    page.object("causes", fillCauses)
                }
                page.object("unchecked", fillUnchecked)
            }
            page.object("changes", run.changes.map { ChangesView(changes: $0, index: index).object() })
            page.text("domainsHeading", index.count == 1 ? "The domain" : "The domains")
            page.text("domainCount", Phrase.count(index.count, "domain"))
            let classes = [
                (index.hasPast, "past"), (index.hasPeople, "people"), (index.count > Self.maxLaidOutRows, "many"),
                (isRanked, "few"), (index.hasExpirations, "ends"),
            ]
            page.text("listClass", classes.filter(\.0).map(\.1).joined(separator: " "))
            page.flag("several", index.count > 1)
            index.fillFilters(&page)
        }
    }

    private func count(_ status: DomainStatus) -> Int { index.count("status", status) }

    /// The number of targets that could not be checked.
    private var uncheckedCount: Int { count(.unreachable) + count(.invalid) }

    private var title: String {
        if let onlyDomain { return "Universal links of \(VisibleText.escape(onlyDomain.name))" }
        return "\(name ?? "Universal links"): \(result)\(titleEnd ?? run.titleEnd)"
    }

    /// The result of the run in a few words, without text from outside.
    var result: String {
        if run.ending.isInDoubt { return "in doubt" }
        let failed = count(.fail)
        if failed > 0 {
            let all = Phrase.count(index.count, "domain")
            return "\(Phrase.number(failed)) of \(all) \(failed == 1 ? "has" : "have") errors"
        }
        if count(.warn) > 0 { return "\(Phrase.number(count(.warn))) with warnings" }
        return uncheckedCount > 0 ? "\(Phrase.number(uncheckedCount)) not checked" : "no errors"
    }

    /// The title of the report, if the user specified one.
    private var name: String? {
        guard case .string(let name) = run.facts.options["title"], !name.isEmpty else { return nil }
        return name
    }

    /// The state of all domains, in one sentence.
    private var headline: String {
        guard let onlyDomain else { return run.headline }
        return Phrase.lowered(VerdictSentence.text(onlyDomain)) + "."
    }

    /// Adds the number of domains on which links open the app, which is independent of how many need attention.
    private func fillAnswers(_ object: inout TemplateObject) {
        let none = "Links open the app on 0 of \(Phrase.number(index.count))"
        object.text("noneOpens", index.count("opens", LinkAnswer.yes) == 0 ? none : nil)
        object.list("answer", LinkAnswer.allCases.filter { index.count("opens", $0) > 0 }) { object, answer in
            object.text("answerValue", answer.rawValue)
            object.text("answerCount", Phrase.number(index.count("opens", answer)))
            let clause = Self.clause(answer, of: index.count)
            object.text("answerBefore", clause.before)
            object.text("answerAfter", clause.after)
        }
    }

    private static func clause(_ answer: LinkAnswer, of total: Int) -> (before: String, after: String?) {
        switch answer {
        case .yes: ("Links open the app on", "of \(Phrase.number(total))")
        case .likely: ("probably on", nil)
        case .partly: ("for some of the expected apps on", nil)
        case .no: ("not on", nil)
        case .noLinks: ("", "without universal links")
        case .unknown: ("unknown on", nil)
        }
    }

    private func fillPicture(_ object: inout TemplateObject) {
        let statuses = DomainStatus.worstFirst.filter { count($0) > 0 }
        let words = statuses.map { "\(Phrase.number(count($0))) \($0.label(count($0)).lowercased())" }
        object.text("pictureText", "\(Phrase.count(index.count, "domain")): \(words.joined(separator: ", "))")
        // A single domain with errors among thousands must be visible, so every part has a minimum width.
        func width(_ status: DomainStatus) -> Double { max(0.006, Double(count(status)) / Double(index.count)) }
        let whole = statuses.map(width).reduce(0, +)
        var start = 0.0
        object.list("segment", statuses) { segment, status in
            let share = width(status) / whole
            segment.text("segmentState", status.rawValue)
            segment.text("segmentX", Self.percent(start))
            segment.text("segmentWidth", Self.percent(share))
            segment.text("segmentCount", Phrase.number(count(status)))
            segment.text("segmentLabel", status.label(count(status)))
            segment.flag("segmentListed", status.needsAttention)
            start += share
        }
    }

    /// Returns a share of the whole as a percentage for SVG, with one decimal.
    static func percent(_ share: Double) -> String {
        let tenths = Int((min(1, max(0, share)) * 1000).rounded())
        return "\(tenths / 10)" + (tenths % 10 == 0 ? "%" : ".\(tenths % 10)%")
    }

    /// The causes by severity and number of domains, each with its values for the template.
    private var causes: [(code: FindingCode, row: TemplateObject)] {
        // Targets that were not checked have a separate block.
        let all = index.tokens.filter { $0 == $1.code.rawValue && !Catalogue[$1.code].preventsCheck }.values
        let sorted = all.sorted { left, right in
            if left.severity != right.severity { return left.severity > right.severity }
            return (-left.count, left.code.rawValue) < (-right.count, right.code.rawValue)
        }
        return sorted.map { cause in
            let row = TemplateObject { object in
                object.text("causeCode", cause.code.rawValue)
                object.text("causeTitle", Catalogue[cause.code].title)
                object.text("causeSeverity", cause.severity.rawValue)
                object.text("causeFixer", Catalogue[cause.code].fixer)
                object.text("causeCount", Phrase.number(cause.count))
            }
            return (cause.code, row)
        }
    }

    private func fillCauses(_ object: inout TemplateObject) {
        let rows = causes.map(\.row)
        guard !rows.isEmpty else { return }
        object.text("causesShort", Phrase.count(rows.count, "cause"))
        object.list("cause", rows)
    }

    /// Adds the targets that were not checked.
    private func fillUnchecked(_ object: inout TemplateObject) {
        guard uncheckedCount > 0 else { return }
        object.text("uncheckedShort", Phrase.count(uncheckedCount, "entry", "entries"))
        let one = "Whether it has errors is unknown. It does not count as an error."
        let many = "Whether they have errors is unknown. They do not count as errors."
        object.text("uncheckedText", uncheckedCount == 1 ? one : many)
        object.list("missed", index.uncheckedTargets) { object, target in
            index.link(target.name, &object)
            object.text("missedWhy", target.why)
        }
        let isCut = uncheckedCount > index.uncheckedTargets.count
        object.text("missedMore", isCut ? "All \(Phrase.number(uncheckedCount))" : nil)
        let statuses = [DomainStatus.unreachable, .invalid].filter { count($0) > 0 }
        object.text("missedFilter", statuses.map(\.rawValue).joined(separator: ","))
    }
}
