import AppSiteAssociation
import Audit
import Basics
import Findings
package import Records
import Transport

package struct CaseJSON: Sendable {
    let bodies: FileTextPolicy

    package func bytes(_ answer: CaseAnswer) -> [UInt8] {
        let words = CaseWords(answer: answer)
        return JSONWriter.document { writer in
            writer.fields([
                "url": words.link, "appID": answer.question.app?.text, "opens": answer.conclusion.rawValue,
                "sentence": Phrase.sentence(words.sentence()), "host": answer.report.domain?.host,
            ])
            writer.writeSystems(answer.verdicts, answer.question.systems)
            writer.field("otherAppIDs", answer.otherApps.map(\.text))
            writer.writeTrail(words)
            writer.objects("steps", of: words.steps) { step in
                [
                    "title": step.title, "code": step.finding?.code, "severity": step.finding?.severity,
                    "domain": step.report.domain?.host, "message": step.message, "remedy": step.action,
                    "who": step.responsible.sentence,
                ]
            }
            writer.field("check", words.verification)
            writer.objects("unseen", of: words.unseen) { ["cause": $0.reason, "check": $0.check] }
            writer.array("domains") { writer in
                for report in [answer.report, answer.destination?.report].compactMap(\.self) {
                    writer.value(report, bodies: bodies)
                }
            }
            writer.field("startedAt", answer.report.startedAt)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func writeSystems(_ verdicts: [LinkVerdict], _ requested: Set<AppleSystem>) {
        objects("systems", verdicts) { writer, verdict in
            let isRelevant = requested.isEmpty ? verdict.system == .iOS14 : requested.contains(verdict.system)
            let file = verdict.fileAnswer
            writer.fields([
                "system": verdict.system, "counts": isRelevant, "works": verdict.works,
                "certainty": verdict.outcome.certainty, "because": verdict.because,
                "appIDs": verdict.apps.map(\.text), "source": file?.source.rawValue,
                "outcome": file?.match.outcome.rawValue,
            ])
            writer.field("rule", file?.match.rule)
            writer.field("why", file?.match.obstacle?.description ?? file?.nearMiss)
        }
    }

    fileprivate mutating func writeTrail(_ words: CaseWords) {
        object("trail", of: words.answer.trail) { writer, trail in
            writer.fields([
                "hosts": trail.hosts, "redirects": trail.hops, "end": trail.redirects?.end.rawValue,
                "status": trail.last?.status, "notes": words.trailNotes,
            ])
            writer.object("destination", of: words.answer.destination) { writer, destination in
                writer.field("url", destination.request.text)
                writer.field("host", destination.report.domain?.host)
                writer.writeSystems(destination.verdicts, words.answer.question.systems)
            }
        }
    }
}
