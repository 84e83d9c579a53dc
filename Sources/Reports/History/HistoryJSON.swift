import Audit
import Findings
package import Records

package enum HistoryJSON {
    /// Returns the list of runs: `{ "schemaVersion", "runs": […] }`.
    package static func bytes(runs: [RunRecord]) -> [UInt8] {
        JSONWriter.document { writer in
            writer.objects("runs", runs) { writer, run in
                // A run is settled once its reports are written and its message is delivered.
                writer.fields([
                    "number": Int(run.number), "id": run.facts.id, "startedAt": run.facts.startedAt,
                    "finishedAt": run.finishedAt, "state": run.state.rawValue, "settled": run.isSettled,
                    "toolVersion": run.facts.toolVersion, "rulesVersion": run.facts.rulesVersion,
                ])
                writer.object("summary", of: run.summary) { $0.fields(of: $1) }
            }
        }
    }

    /// Returns the timelines of a host: `{ "schemaVersion", "domains": [ { "domain", "runs", "findings" } ] }`.
    package static func bytes(_ timelines: [DomainTimeline]) -> [UInt8] {
        JSONWriter.document { writer in writer.objects("domains", timelines) { $0.fields(of: $1) } }
    }

    /// Returns a comparison: `{ "schemaVersion", "from", "to", "changes", "domains": […] }`.
    package static func bytes(_ diff: RunDiff) -> [UInt8] {
        JSONWriter.document { writer in
            for (key, run) in [("from", diff.earlierRun), ("to", diff.laterRun)] {
                writer.object(
                    key,
                    [
                        "number": Int(run.number), "id": run.facts.id, "startedAt": run.facts.startedAt,
                        "rulesVersion": run.facts.rulesVersion, "complete": run.isComplete,
                    ])
            }
            writer.object("changes") { $0.counts(of: diff.changes) }
            if let kinds = diff.shownKinds {
                writer.field("only", RunDiff.selectableKinds.filter(kinds.contains).map(\.option))
            }
            writer.field("domainsLeftOut", diff.domainsLeftOut)
            writer.objects("domains", diff.domains) { $0.fields(of: $1) }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func fields(of timeline: DomainTimeline) {
        field("domain", timeline.name)
        objects("runs", of: timeline.results) { result in
            [
                "number": Int(result.run.number), "id": result.run.facts.id, "startedAt": result.run.facts.startedAt,
                "status": result.status, "errors": result.errors, "warnings": result.warnings,
                "changed": result.isChanged,
            ]
        }
        objects("findings", timeline.findings) { writer, span in
            writer.fields(of: span.finding)
            writer.fields([
                "state": span.finding.state, "firstSeen": span.finding.firstSeen, "lastSeen": span.lastSeen,
                "fixedAt": span.fixedAt,
            ])
        }
    }

    private mutating func fields(of finding: Finding) {
        fields([
            "code": finding.code, "severity": finding.severity, "location": finding.location,
            "pointer": finding.pointer, "message": finding.message,
        ])
    }

    fileprivate mutating func fields(of domain: RunDiff.Domain) {
        field("domain", domain.name)
        fields(of: domain.people)
        fields([
            "presence": domain.presence.rawValue, "before": domain.earlierStatus, "after": domain.laterStatus,
            "compared": domain.presence == .both && !domain.isUncheckedInAnyRun,
        ])
        objects("findings", domain.findings) { writer, change in
            writer.field("change", change.kind.rawValue)
            if change.isCausedByRuleChange { writer.field("byRules", true) }
            writer.fields(of: change.finding)
        }
        objects("facts", of: domain.otherChanges) { ["kind": $0.kind.rawValue, "text": $0.text] }
    }
}
