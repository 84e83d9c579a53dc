public import ArgumentParser
public import Audit
public import Findings
import Records

extension DomainStatus: ExpressibleByArgument {}

extension Severity: ExpressibleByArgument {}

struct SelectionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only domains of this team; repeatable.", valueName: "name"))
    var team: [String] = []

    @Option(help: ArgumentHelp("Only domains of this owner; repeatable.", valueName: "name"))
    var owner: [String] = []

    @Option(help: ArgumentHelp("Only domains with this tag; repeatable.", valueName: "tag"))
    var tag: [String] = []

    @Option(help: ArgumentHelp("Only domains with this status; repeatable.", valueName: "status"))
    var status: [DomainStatus] = []

    @Option(help: ArgumentHelp("Only domains with a finding of this severity or above.", valueName: "severity"))
    var minSeverity: Severity?

    var selection: DomainSelection {
        DomainSelection(teams: team, owners: owner, tags: tag, statuses: status, minSeverity: minSeverity)
    }
}
