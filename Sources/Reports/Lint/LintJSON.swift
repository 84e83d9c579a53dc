package import Audit
import Records

extension JSONList {
    package mutating func write(_ report: LintReport) {
        object { writer in
            writer.field("path", report.path)
            writer.field("signed", report.isSigned)
            writer.field("status", report.status.rawValue)
            if let problem = report.problem { writer.field("error", problem) }
            writer.field("findings", report.findings)
            writer.field("services", report.file?.services ?? [])
            writer.field("apps", report.file?.apps ?? [])
        }
    }
}
