import Audit
import Basics
import Findings
public import Runs

/// The answer about one link as a page of its own, in the look of the report, with the card of each domain below.
public struct CaseView: Sendable {
    private let toolVersion: String

    /// Creates the page of a version of the program.
    public init(toolVersion: String) { self.toolVersion = toolVersion }

    /// The page.
    public func page(_ answer: CaseAnswer) -> String {
        let templates: PageTemplates
        do {
            templates = try PageTemplates()
        } catch {
            // A test holds the templates to be readable.
            preconditionFailure("a template of the page cannot be read: \(error)")
        }
        return templates.render(.case, object(CaseWords(answer), templates))
    }

    private func object(_ words: CaseWords, _ templates: PageTemplates) -> TemplateObject {
        TemplateObject { page in
            page.text("policy", PageTemplates.policy)
            page.markup("style", PageTemplates.style)
            page.text("version", toolVersion)
            page.text("startedAt", UTCTime(words.answer.startedAt)?.minuteText ?? "at an unknown time")
            page.text("state", Self.state(words.answer.word).rawValue)
            page.text("answer", words.word)
            page.text("sentence", Phrase.sentence(words.sentence))
            page.text("link", words.link)
            page.text("app", words.app)
            page.text("otherApps", words.otherApps)
            page.text("rule", words.rule)
            page.list("verdict", words.rows.map(Self.row))
            page.text("systemsNote", CaseWords.systemsNote)
            page.object("hops", TemplateObject { $0.list("hop", words.hops.map(Self.hop)) })
            page.texts("trailNote", words.trailNotes)
            page.text("destination", words.destination.map { "The link behind it, \($0.link), by itself: \($0.text)" })
            page.object("first", words.first.map(Self.first))
            page.text("firstTitle", words.firstTitle)
            let others = words.others.prefix(CaseWords.maxOthers).map { step in
                TemplateObject { $0.text("brief", CaseWords.brief(step)) }
            }
            page.object("others", TemplateObject { $0.list("other", others) })
            page.text("afterRepair", words.check)
            Self.unseen(words, &page)
            page.list("domain", domains(words, templates))
            for (key, value) in GlossaryView.object.entries {
                if case .list(let words) = value { page.list(key, words) }
            }
        }
    }

    private static func hop(_ hop: RedirectTrail.Hop) -> TemplateObject {
        TemplateObject { object in
            object.text("from", hop.from)
            object.text("status", "\(hop.status)")
            object.text("to", hop.to)
        }
    }

    private static func state(_ word: CaseAnswer.Word) -> DomainStatus {
        switch word {
        case .yes: .pass
        case .no: .fail
        case .depends: .warn
        case .unknown: .unreachable
        }
    }

    private static func row(_ row: CaseWords.Row) -> TemplateObject {
        TemplateObject { object in
            object.text("system", row.name)
            object.text("answerValue", row.outcome.answer.rawValue)
            object.text("answerWord", row.outcome.answer.word)
            object.text("why", row.why)
        }
    }

    private static func first(_ step: CaseWords.Step) -> TemplateObject {
        TemplateObject { object in
            object.text("title", step.title)
            object.text("message", step.message)
            object.text("remedy", step.action)
            object.text("fixer", step.who)
            object.text("code", step.finding?.code.rawValue)
        }
    }

    private static func unseen(_ words: CaseWords, _ page: inout TemplateObject) {
        guard !words.unseen.isEmpty else { return }
        page.object(
            "unseen",
            TemplateObject { object in
                object.text("unseenTitle", words.unseenTitle)
                object.list(
                    "cause",
                    words.unseen.map { cause in
                        TemplateObject { object in
                            object.text("causeText", cause.cause)
                            object.text("causeCheck", cause.check)
                        }
                    })
                object.text("tools", UnseenCause.tools)
            })
    }

    /// The cards of the domains, as the report has them.
    private func domains(_ words: CaseWords, _ templates: PageTemplates) -> [TemplateObject] {
        let reports = [words.answer.report, words.answer.destination?.report].compactMap(\.self)
        return reports.enumerated().map { index, report in
            let card = DomainCard(
                report: report, past: nil, anchor: "domain-\(index + 1)", runAt: words.answer.startedAt,
                showsEvidence: false)
            return TemplateObject { object in
                object.text("name", report.name)
                object.text("domainID", "domain-\(index + 1)")
                object.text("domainState", report.status.rawValue)
                object.text("domainLabel", report.status.label)
                object.markup("card", templates.render(.card, card.object()))
            }
        }
    }
}
