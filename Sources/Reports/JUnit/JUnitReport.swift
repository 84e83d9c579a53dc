import Audit
import Basics
import Findings
package import Records

import struct Foundation.Date

/// The result of a run as a test suite with one test case for each domain (the schema of Jenkins' xUnit plugin).
///
/// A target that could not be checked or is invalid is an error, because its state is unknown. An interrupted run has
/// an additional test case with an error: a build must not pass if part of the list was not checked.
package struct JUnitReport: DocumentRenderer, Sendable {
    private static let name = "aasa-audit"

    package init() {}

    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        try sink.write(head(run))
        try run.forEachDomain { report throws(OutputError) in try sink.write(testCase(report)) }
        var end = ""
        if let interruption = run.ending.interruption {
            end += Self.runTestCase(
                "the whole list", errorType: (run.ending.cause ?? .interrupted).rawValue, message: interruption,
                text: "Targets that have no test case here were not checked.")
        }
        for warning in run.ending.warnings {
            end += Self.runTestCase(
                "the run as a whole: \(warning.code.rawValue)",
                errorType: warning.isFailure ? warning.code.rawValue : nil, message: warning.message,
                text: warning.message)
        }
        try sink.write(end + "  </testsuite>\n</testsuites>\n")
    }

    /// Returns a test case about the run: an error, or a passed test with output if `errorType` is `nil`.
    private static func runTestCase(_ name: String, errorType: String?, message: String, text: String) -> String {
        let tag = errorType == nil ? "system-out" : "error"
        let attributes = errorType.map { " type=\"\($0)\" message=\"\(XMLText.attribute(message))\"" } ?? ""
        return """
                <testcase name="\(XMLText.attribute(name))" classname="\(Self.name)" time="0">
                  <\(tag)\(attributes)>\(XMLText.content(text))</\(tag)>
                </testcase>

            """
    }

    private func head(_ run: any StoredRun) -> String {
        let summary = run.summary
        let interruptions = run.ending.isComplete ? 0 : 1
        let warnings = run.ending.warnings
        let runErrors = interruptions + warnings.count(where: \.isFailure)
        let counts =
            "tests=\"\(summary.targets + interruptions + warnings.count)\" failures=\"\(summary[.fail])\" "
            + "errors=\"\(summary[.unreachable] + summary[.invalid] + runErrors)\""
        let time = "time=\"\(Self.seconds(run.finishedAt.timeIntervalSince(run.facts.startedAt)))\""
        let start = " timestamp=\"\(run.facts.startedAt.rfc3339.prefix(19))\""
        let properties: KeyValuePairs = [
            "run": run.facts.id, "version": run.facts.toolVersion, "rules": run.facts.rulesVersion,
            "complete": "\(run.ending.isComplete)",
        ]
        let elements = properties.map { "      <property name=\"\($0)\" value=\"\(XMLText.attribute($1))\"/>\n" }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="\(Self.name)" \(counts) \(time)>
              <testsuite name="\(Self.name)" \(counts) skipped="\(summary[.accepted])" \(time)\(start)>
                <properties>
            \(elements.joined())    </properties>

            """
    }

    private func testCase(_ report: DomainReport) -> String {
        let time = Self.seconds(report.totalMs / 1000)
        let name = report.name.isEmpty ? report.input : report.name
        let start = "    <testcase name=\"\(XMLText.attribute(name))\" classname=\"\(Self.name)\" time=\"\(time)\""
        let result: String
        switch report.status {
        case .pass: return start + "/>\n"
        case .accepted: result = "      <skipped message=\"\(XMLText.attribute(VerdictSentence.text(report)))\"/>\n"
        case .warn: result = Self.element("system-out", of: report)
        case .fail: result = Self.element("failure", attributes: Self.attributes(report), of: report)
        case .unreachable, .invalid: result = Self.element("error", attributes: Self.attributes(report), of: report)
        }
        return start + ">\n" + result + "    </testcase>\n"
    }

    private static func attributes(_ report: DomainReport) -> String {
        let cause = report.cause
        let words = [VerdictSentence.text(report) + ".", cause?.message ?? report.notes.joined(separator: " ")]
        return " type=\"\(cause?.code.rawValue ?? report.status.rawValue)\""
            + " message=\"\(XMLText.attribute(words.joined(separator: " ")))\""
    }

    private static func element(_ name: String, attributes: String = "", of report: DomainReport) -> String {
        let details = TextReport(isOneOfMany: true, width: 100).render(report)
        return "      <\(name)\(attributes)>\(XMLText.content(details))</\(name)>\n"
    }

    private static func seconds(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds > 0, seconds < 1e12 else { return "0" }
        let milliseconds = Int((seconds * 1000).rounded())
        let fraction = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
    }
}

/// Untrusted text escaped for XML 1.0, which cannot represent most control characters in any way.
enum XMLText {
    /// Returns the value of an attribute between double quotes, on one line.
    static func attribute(_ text: String) -> String { escaped(VisibleText.escape(text)) }

    /// Returns the content of an element; line feeds are kept.
    static func content(_ text: String) -> String { escaped(VisibleText.escapeLines(text)) }

    private static func escaped(_ text: String) -> String {
        text.escaped { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            default: nil
            }
        }
    }
}
