import Audit
import Basics
import Findings
import Records

/// The first screen: the state of all domains, the changes, the most frequent problems, and the unchecked targets.
struct EstateView {
    private static let noNightsText = "All runs so far began on one day; a chart of the nights needs several."
    /// The maximum number of rows for which browsers lay out all rows, including those that are not in view.
    private static let maxLaidOutRows = 300

    let run: any StoredRun
    let index: PageIndex
    /// The domain of a run with a single domain.
    var onlyDomain: DomainReport?
    /// The end of the title; `nil` for the default of all formats.
    var titleEnd: String?
    /// Whether there are too many domains for a list, so that a table of causes and teams links to them.
    var isLarge = false

    func fill(_ page: inout TemplateObject) {
        let runAt = run.facts.startedAt
        let isInDoubt = run.ending.isInDoubt
        page.set([
            "version": run.facts.toolVersion, "rules": run.facts.rulesVersion, "title": title,
            "headline": headline, "startedAt": runAt.minuteText, "startedAtRFC": runAt.secondText,
            "finishedAt": run.finishedAt.minuteText,
        ])
        if let onlyDomain { page.object("only") { $0.name(onlyDomain.name) } }
        page.text("name", run.facts.title.map { "\($0): universal links" } ?? "Universal links")
        page.text("notCompared", run.changes == nil ? notComparedText : nil)
        page.text("interrupted", run.ending.interruptionText)
        page.list("runWarning", run.ending.warnings) { $0.text("runWarningText", $1.message) }
        let isRanked = index.isRanked
        page.flag("ranked", isRanked)
        page.flag("large", isLarge)
        if index.count > 1 {
            page.object("picture", fillPicture)
            if !isInDoubt { page.object("answers", fillAnswers) }
            let view = index.timeline.map { TimelineView($0, index) }
            if let view { page.object("timeline", view.fill) }
            page.text("noNights", view == nil && run.changes != nil ? Self.noNightsText : nil)
            // The failures of a run in doubt have a local cause, so no domain is listed as a problem to fix.
            if !isInDoubt, !isRanked { page.object("fixFirst", FixFirstView(index: index, runAt: runAt).fill) }
            let isOrdered = isRanked && !isInDoubt && index.plan.steps.count > 1
            page.text("rowOrder", isOrdered ? Phrase.sentence(index.plan.order) : nil)
            page.object("matrix") {
                index.teamMatrix.fill(&$0, runAt: runAt, hasChanges: run.changes != nil, index, view)
            }
            page.object("calendar") { index.calendar.fill(&$0, index) }
            if isLarge {
                page.object("grid") { index.teamMatrix.fillGrid(&$0, causes) }
            } else if !isRanked {
                page.object("causes", fillCauses)
            }
            page.object("unchecked", fillUnchecked)
        }
        if let changes = run.changes { page.object("changes", ChangesView(changes: changes, index: index).fill) }
        // The table of a few domains is the list of what to fix first.
        let isListOfFixes = isRanked && index.count > 1 && hasHeadings
        page.text("domainsHeading", isListOfFixes ? nil : index.count == 1 ? "The domain" : "The domains")
        page.text("domainCount", Phrase.count(index.count, "domain"))
        let classes = [
            (index.hasPast, "past"), (index.hasPeople, "people"), (index.count > Self.maxLaidOutRows, "many"),
            (isRanked, "few"), (!isRanked, "sheet"), (hasHeadings, "headed"),
        ]
        page.text("listClass", classes.filter(\.0).map(\.1).joined(separator: " "))
        page.flag("several", index.count > 1)
        index.fillFilters(&page)
    }

    /// Whether each section of the table has a heading with its cause, which the rows then do not repeat.
    var hasHeadings: Bool {
        index.sections.contains { $0.value.cause != nil } && !isLarge && !run.ending.isInDoubt
    }

    private func count(_ status: DomainStatus) -> Int { index.count("status", status) }

    private var uncheckedCount: Int { count(.unreachable) + count(.invalid) }

    private var title: String {
        if let onlyDomain { return "Universal links of \(VisibleText.escape(onlyDomain.name))" }
        return "\(run.facts.title ?? "Universal links"): \(result)\(titleEnd ?? run.titleEnd)"
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
        if uncheckedCount > 0 { return "\(Phrase.number(uncheckedCount)) not checked" }
        return count(.accepted) > 0 ? "no errors to fix" : "no errors"
    }

    private var headline: String {
        guard let onlyDomain else { return run.headline }
        return Phrase.lowered(VerdictSentence.text(onlyDomain)) + "."
    }

    /// Sets the number of domains on which links open the app, which is independent of how many need attention.
    private func fillAnswers(_ object: inout TemplateObject) {
        let none = "Links open the app on 0 of \(Phrase.number(index.count))"
        object.text("noneOpens", index.count("opens", LinkAnswer.yes) == 0 ? none : nil)
        object.list("answer", LinkAnswer.allCases.filter { index.count("opens", $0) > 0 }) { object, answer in
            let (before, after): (String, String?) =
                switch answer {
                case .yes: ("Links open the app on", "of \(Phrase.number(index.count))")
                case .likely: ("probably on", nil)
                case .partly: ("partly on", "(only some of the expected apps)")
                case .no: ("not on", nil)
                case .noLinks: ("no links in the file on", nil)
                case .unknown: ("unknown on", nil)
                }
            object.text("answerValue", answer.rawValue)
            object.text("answerCount", Phrase.number(index.count("opens", answer)))
            object.set(["answerBefore": before, "answerAfter": after])
        }
    }

    private func fillPicture(_ object: inout TemplateObject) {
        let statuses = DomainStatus.worstFirst.filter { count($0) > 0 }
        let words = statuses.map { "\(Phrase.number(count($0))) \($0.label(count($0)).lowercased())" }
        object.text("pictureText", "\(Phrase.count(index.count, "domain")): \(words.joined(separator: ", "))")
        // A single domain with errors among thousands must be visible, so every part has a minimum width.
        func width(_ status: DomainStatus) -> Double { max(0.02, Double(count(status)) / Double(index.count)) }
        let whole = statuses.map(width).reduce(0, +)
        var start = 0.0
        object.list("segment", statuses) { segment, status in
            let share = width(status) / whole
            segment.set([
                "segmentState": status.rawValue, "segmentLabel": Phrase.lowered(status.label(count(status))),
                "segmentX": Self.percent(start), "segmentWidth": Self.percent(share),
            ])
            segment.text("segmentCount", Phrase.number(count(status)))
            segment.flag("segmentListed", status.needsAttention)
            start += share
        }
    }

    /// Returns a share of the whole as a percentage for SVG, with one decimal.
    static func percent(_ share: Double) -> String {
        let tenths = Int((min(1, max(0, share)) * 1000).rounded())
        return "\(tenths / 10)" + (tenths % 10 == 0 ? "%" : ".\(tenths % 10)%")
    }

    typealias Cause = (code: FindingCode, severity: Severity, count: Int)

    /// The causes by severity and number of domains.
    private var causes: [Cause] {
        // Targets that were not checked have a separate block.
        let all = index.tokens.filter { $0 == $1.code.rawValue && !Catalogue[$1.code].preventsCheck }.values
        return all.sorted { left, right in
            if left.severity != right.severity { return left.severity > right.severity }
            return (-left.count, left.code.rawValue) < (-right.count, right.code.rawValue)
        }
    }

    static func fillCause(_ object: inout TemplateObject, _ cause: Cause) {
        object.set([
            "causeCode": cause.code.rawValue, "causeTitle": Catalogue[cause.code].title,
            "causeSeverity": cause.severity.rawValue, "causeFixer": Catalogue[cause.code].fixer,
            "causeCount": Phrase.number(cause.count),
        ])
    }

    private func fillCauses(_ object: inout TemplateObject) {
        let causes = causes
        object.text("causesShort", causes.isEmpty ? nil : Phrase.count(causes.count, "cause"))
        object.list("cause", causes, Self.fillCause)
    }

    private func fillUnchecked(_ object: inout TemplateObject) {
        guard uncheckedCount > 0 else { return }
        let (unanswered, invalid) = (count(.unreachable), count(.invalid))
        let entries = Phrase.count(invalid, "entry", "entries")
        object.text("uncheckedTitle", (unanswered > 0 ? DomainStatus.unreachable : .invalid).label)
        let end = invalid > 0 ? "; not a domain: \(entries)" : ""
        object.text("uncheckedShort", unanswered > 0 ? Phrase.count(unanswered, "domain") + end : entries)
        let sentences = [
            unanswered > 0 ? "Whether \(unanswered == 1 ? "it has" : "they have") errors is unknown." : nil,
            invalid > 0 ? "Correct or remove the \(invalid == 1 ? "entry" : "entries") in the domain list." : nil,
            unanswered + invalid == 1 ? "This does not count as an error." : "These do not count as errors.",
        ]
        object.text("uncheckedText", sentences.compactMap(\.self).joined(separator: " "))
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
