import AppSiteAssociation
import Audit
import Basics
import Findings
package import Records
import Transport

package struct CaseJSON: Sendable {
    let bodies: FileTextPolicy

    package func bytes(_ answer: CaseAnswer) -> [UInt8] {
        let words = CaseWords(answer)
        return JSONWriter.document { writer in
            writer.field("url", words.link)
            writer.field("appID", answer.question.app?.text)
            writer.field("opens", answer.word.rawValue)
            writer.field("sentence", Phrase.sentence(words.sentence()))
            writer.field("host", answer.report.domain?.host)
            writer.systems(answer.verdicts, answer.question.systems)
            writer.field("otherAppIDs", answer.otherApps.map(\.text))
            writer.trail(words)
            writer.objects("steps", words.steps) { $0.fields(of: $1) }
            writer.field("check", words.verification)
            writer.objects("unseen", words.unseen) { writer, cause in
                writer.field("cause", cause.reason)
                writer.field("check", cause.check)
            }
            writer.array("domains") { writer in
                for report in [answer.report, answer.destination?.report].compactMap(\.self) {
                    writer.value(written: DomainLine(report, bodies: bodies).bytes)
                }
            }
            writer.field("startedAt", answer.report.startedAt)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func systems(_ verdicts: [LinkVerdict], _ asked: Set<AppleSystem>) {
        objects("systems", verdicts) { writer, verdict in
            writer.field("system", verdict.system.rawValue)
            writer.field("counts", asked.isEmpty ? verdict.system == .iOS14 : asked.contains(verdict.system))
            writer.field("works", verdict.outcome.works)
            writer.field("certainty", verdict.outcome.certainty.rawValue)
            writer.field("because", verdict.because.map(\.rawValue))
            writer.field("appIDs", verdict.apps.map(\.text))
            writer.field("source", verdict.fileAnswer?.source.rawValue)
            writer.field("outcome", verdict.fileAnswer?.match.outcome.rawValue)
            writer.field("rule", verdict.fileAnswer?.match.rule)
            writer.field("why", verdict.fileAnswer?.match.obstacle?.description ?? verdict.fileAnswer?.nearMiss)
        }
    }

    fileprivate mutating func trail(_ words: CaseWords) {
        object("trail", of: words.answer.trail) { writer, trail in
            writer.field("hosts", trail.hosts)
            writer.field("redirects", trail.hops)
            writer.field("end", trail.redirects?.end.rawValue)
            writer.field("status", trail.last?.status)
            writer.field("notes", words.trailNotes)
            writer.object("destination", of: words.answer.destination) { writer, destination in
                writer.field("url", destination.request.text)
                writer.field("host", destination.report.domain?.host)
                writer.systems(destination.verdicts, words.answer.question.systems)
            }
        }
    }

    fileprivate mutating func fields(of step: CaseWords.Step) {
        field("title", step.title)
        field("code", step.finding?.code.rawValue)
        field("severity", step.finding?.severity.rawValue)
        field("domain", step.report.domain?.host)
        field("message", step.message)
        field("remedy", step.action)
        field("who", step.responsible)
    }
}
