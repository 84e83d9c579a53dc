import Audit
import Basics
import Findings
import Runs

/// The first screen: how the estate stands, what changed, what is wrong most often, what could not be checked.
struct EstateView {
    private static let maxCauses = 5
    /// Up to so many rows are laid out at once, also where nobody has scrolled to.
    private static let fewRows = 300
    /// Up to so many rows have room on the one sheet that is printed.
    private static let printedRows = 10

    let run: any StoredRun
    let index: PageIndex
    /// The only domain, where there is only one.
    var only: DomainReport?
    /// What the title ends in; `nil` for what the titles of all formats end in.
    var titleEnd: String?

    /// What the template of the top shows.
    func object() -> TemplateObject {
        TemplateObject { page in
            page.text("version", run.facts.toolVersion)
            page.text("title", title)
            page.text("name", name.map { "\($0): universal links" } ?? "Universal links")
            page.text("startedAt", UTCTime(run.facts.startedAt)?.minuteText ?? "at an unknown time")
            page.text("startedAtRFC", UTCTime(run.facts.startedAt)?.secondText)
            page.text("notCompared", run.changes == nil ? notComparedText : nil)
            page.text(
                "interrupted",
                run.ending.interruption.map {
                    "\($0). Only the domains that had been checked by then are in this report."
                })
            page.list("runWarning", run.ending.warnings) { $0.text("runWarningText", $1.message) }
            page.text("headline", headline)
            if let only {
                let name = DomainReport.nameParts(only.name)
                page.text("onlyHost", name.host)
                page.text("onlyPort", name.port)
            }
            if index.count > 1 {
                page.object("picture", picture)
                page.object("answers", run.ending.isInDoubt ? nil : answers)
                let view = index.timeline.map { TimelineView($0, index) }
                page.object("timeline", view?.object())
                // Until the cause on this side is gone, no domain is to be mended.
                page.object(
                    "startHere",
                    run.ending.isInDoubt ? nil : StartView(index: index, runAt: run.facts.startedAt).object())
                page.object(
                    "matrix",
                    index.teamMatrix.object(
                        runAt: run.facts.startedAt, hasChanges: run.changes != nil, index, view))
                page.object("calendar", index.calendar.object(index))
            }
            page.object("changes", run.changes.map { ChangesView(changes: $0, index: index).object() })
            page.object("causes", causes)
            page.object("unchecked", unchecked)
            page.text("domainsHeading", index.count == 1 ? "The domain" : "The domains")
            page.text("domainCount", Phrase.count(index.count, "domain"))
            page.text(
                "listClass",
                [
                    (index.hasPast, "past"), (index.hasPeople, "people"), (index.count > Self.fewRows, "many"),
                    (index.count <= Self.printedRows, "few"),
                ]
                .filter(\.0).map(\.1).joined(separator: " "))
            page.flag("several", index.count > 1)
            index.fillFilters(&page)
        }
    }

    private func count(_ state: DomainStatus) -> Int { index.states[state] ?? 0 }

    private var title: String {
        if let only { return "Universal links of \(VisibleText.escape(only.name))" }
        let failed = count(.fail)
        let warned = count(.warn)
        let missed = count(.unreachable) + count(.invalid)
        let state =
            run.ending.isInDoubt
            ? "in doubt"
            : failed > 0
                ? "\(Phrase.number(failed)) of \(Phrase.number(index.count)) with errors"
                : warned > 0
                    ? "\(Phrase.number(warned)) with warnings"
                    : missed > 0 ? "\(Phrase.number(missed)) not checked" : "no errors"
        return "\(name ?? "Universal links"): \(state)\(titleEnd ?? run.titleEnd)"
    }

    /// What the domains are called, where somebody said so.
    private var name: String? {
        guard case .string(let name) = run.facts.options["title"], !name.isEmpty else { return nil }
        return name
    }

    /// The state of the estate in one sentence.
    private var headline: String {
        guard let only else { return run.headline }
        let sentence = VerdictSentence.text(only)
        return sentence.prefix(1).lowercased() + sentence.dropFirst() + "."
    }

    /// At how many domains links open the app: another question than how many need attention.
    private var answers: TemplateObject {
        TemplateObject { object in
            let opening = Phrase.number(index.answers[.yes] ?? 0)
            object.text("opening", "\(opening) of \(Phrase.count(index.count, "domain"))")
            object.list("answer", LinkAnswer.allCases.filter { index.answers[$0] != nil }) { object, answer in
                object.text("answerValue", answer.rawValue)
                object.text("answerCount", Phrase.number(index.answers[answer] ?? 0))
                object.text("answerWord", answer.word)
                object.text("answerMeaning", answer.meaning)
            }
        }
    }

    private var picture: TemplateObject {
        let present = DomainStatus.worstFirst.filter { count($0) > 0 }
        // A single domain with errors among thousands must be seen, so every part gets a least width.
        let least = 0.006
        let shares = present.map { max(least, Double(count($0)) / Double(index.count)) }
        let whole = shares.reduce(0, +)
        var start = 0.0
        let words = present.map { "\(Phrase.number(count($0))) \($0.label(count($0)).lowercased())" }.joined(
            separator: ", ")
        return TemplateObject { object in
            object.text("pictureText", "\(Phrase.count(index.count, "domain")): \(words)")
            object.list("segment", zip(present, shares)) { segment, part in
                let (state, share) = part
                segment.text("segmentState", state.rawValue)
                segment.text("segmentX", TimingView.percent(start))
                segment.text("segmentWidth", TimingView.percent(share / whole))
                segment.text("segmentCount", Phrase.number(count(state)))
                segment.text("segmentLabel", state.label(count(state)))
                segment.text("segmentMeaning", state.meaning)
                start += share / whole
            }
        }
    }

    // MARK: Causes

    private var causes: TemplateObject? {
        guard index.count > 1 else { return nil }
        // What could not be checked has a block of its own.
        let all = index.tokens.filter { token, entry in
            token == entry.code.rawValue && !Catalogue[entry.code].unreachable
        }
        let sorted = all.values.sorted {
            ($0.severity, $0.count, $1.code.rawValue) > ($1.severity, $1.count, $0.code.rawValue)
        }
        let common = sorted.prefix(Self.maxCauses)
        guard !common.isEmpty else { return nil }
        func fill(_ object: inout TemplateObject, _ cause: (code: FindingCode, severity: Severity, count: Int)) {
            object.text("causeCode", cause.code.rawValue)
            object.text("causeTitle", Catalogue[cause.code].title)
            object.text("causeSeverity", cause.severity.rawValue)
            object.text("causeLabel", DomainWords.label(cause.severity))
            object.text("causeFixer", Catalogue[cause.code].fixer)
            object.text("causeCount", Phrase.number(cause.count))
        }
        return TemplateObject { object in
            let kinds = Phrase.count(all.count, "kind of finding", "kinds of findings")
            object.text("causesShort", all.count > common.count ? "the first \(common.count) of \(kinds)" : kinds)
            object.list("cause", common, fill)
            object.object("otherCauses") { others in
                let rest = sorted.dropFirst(Self.maxCauses)
                others.list("otherCause", rest, fill)
                if !rest.isEmpty { others.text("otherCausesLabel", "then \(rest.count) more") }
            }
        }
    }

    // MARK: What could not be checked

    private var unchecked: TemplateObject? {
        let count = count(.unreachable) + count(.invalid)
        guard count > 0, index.count > 1 else { return nil }
        return TemplateObject { object in
            object.text("uncheckedShort", Phrase.count(count, "entry", "entries"))
            object.text(
                "uncheckedText",
                count == 1
                    ? "Nothing is known of it, good or bad. It does not count as an error."
                    : "Nothing is known of them, good or bad. They do not count as errors.")
            object.list("missed", index.missed) { object, missed in
                index.link(missed.name, &object)
                object.text("missedWhy", missed.why)
            }
            object.text("missedMore", count > index.missed.count ? "All \(Phrase.number(count))" : nil)
            let states = [DomainStatus.unreachable, .invalid].filter { self.count($0) > 0 }
            object.text("missedFilter", states.map(\.rawValue).joined(separator: ","))
        }
    }
}
