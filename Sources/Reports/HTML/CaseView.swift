import Audit
import Basics
import Findings
package import Records

/// The result for one link as a separate page, in the style of the report, followed by the cards of the domains.
package struct CaseView: Sendable {
    let toolVersion: String

    package func page(_ answer: CaseAnswer) -> String {
        let words = CaseWords(answer: answer)
        let page = TemplateObject { page in
            PageStyle.link.fill(&page, root: "#")
            page.set([
                "version": toolVersion,
                "startedAt": answer.report.startedAt.minuteText,
                "title": "\(words.answerText): does this link open the app?",
                "state": words.colorStatus.rawValue, "answer": words.answerText,
                "sentence": Phrase.sentence(words.sentence()),
            ])
            page.facts([
                ("Link", words.link), ("App", words.app), ("Opens instead", words.otherApps), ("Rule", words.rule),
            ])
            page.list("verdict", words.rows) { object, row in
                let answer = row.outcome.answer
                object.set(["system": row.name, "answerValue": answer.rawValue, "answerWord": answer.word])
                object.text("why", row.why)
            }
            page.text("systemsNote", AppleSystem.note)
            page.object("hops") { hops in
                hops.list("hop", words.hops) { object, hop in
                    object.text("from", hop.from)
                    object.number("status", hop.status)
                    object.text("to", hop.to)
                }
            }
            page.texts("trailNote", words.trailNotes)
            page.text(
                "destination", words.destination.map { "The destination, \($0.link), tapped directly: \($0.text)" })
            page.object("first") { first in
                guard let step = words.steps.first else { return }
                first.set([
                    "title": step.title, "message": step.message, "remedy": step.action,
                    "fixerLabel": step.responsible.label, "fixer": step.responsible.text,
                    "code": step.finding?.code.rawValue,
                ])
            }
            page.text("firstTitle", words.firstStepTitle)
            page.object("others") { others in
                others.texts("other", words.steps.dropFirst().prefix(CaseWords.maxLaterSteps).map(CaseWords.brief))
            }
            page.text("afterRepair", words.verification)
            page.object("unseen") { object in
                guard !words.unseen.isEmpty else { return }
                object.text("unseenTitle", words.unseenTitle)
                object.list("cause", words.unseen) { $0.set(["causeText": $1.reason, "causeCheck": $1.check]) }
                object.text("tools", UnseenCause.tools)
            }
            let reports = [answer.report, answer.destination?.report].compactMap(\.self)
            page.list("domain", reports.enumerated()) { object, entry in
                let report = entry.element
                let id = "domain-\(entry.offset + 1)"
                let card = DomainCard(
                    report: report, past: nil, anchor: id, runAt: answer.report.startedAt, showsEvidence: false)
                object.set(["name": report.name, "domainID": id, "domainState": report.status.rawValue])
                object.text("domainLabel", report.status.label)
                object.markup("card", PageTemplates.render("card", TemplateObject(card.fill)))
            }
            GlossaryView.fill(&page)
        }
        return PageTemplates.render("case", page)
    }
}
