import Audit
import Basics
import Findings
package import Records

/// The domains with problems as annotations of a GitHub Actions run, for the standard output of a step.
///
/// GitHub shows ten errors, ten warnings and ten notices of a step and silently drops the others (GitHub Docs, "Limits
/// on annotations"). Therefore, each domain has one annotation, the worst domains come first, and a folded part of the
/// log lists the others.
package struct GitHubReport: DocumentRenderer, Sendable {
    package static let maxAnnotationsOfKind = 10

    package func render(_ run: any StoredRun, to sink: any OutputSink) throws(OutputError) {
        // The last annotation of the run is a notice.
        var annotationCounts: [WorkflowCommand: Int] = [.notice: 1]
        for notice in run.ending.notices {
            let command: WorkflowCommand = notice.isFailure ? .error : .warning
            try sink.write(command.line(title: "The run as a whole", notice.message))
            annotationCounts[command, default: 0] += 1
        }
        let groups: [(statuses: [DomainStatus], command: WorkflowCommand)] = [
            ([.fail, .invalid], .error), ([.unreachable, .warn], .warning), ([.accepted], .notice),
        ]
        var foldedCount = 0
        for (statuses, command) in groups {
            foldedCount += try writeGroup(
                statuses, of: run, as: command, after: annotationCounts[command, default: 0], to: sink)
        }
        var text = "\(run.summary.targetsText)."
        if foldedCount > 0 {
            text +=
                " GitHub shows \(Self.maxAnnotationsOfKind) annotations of a kind: "
                + "\(Phrase.number(foldedCount)) more domains are in the log of this step."
        }
        try sink.write(WorkflowCommand.notice.line(title: "aasa-audit", text))
    }

    /// Writes the first domains of `statuses` as annotations and the rest as folded lines; returns the number of lines.
    private func writeGroup(
        _ statuses: [DomainStatus], of run: any StoredRun, as command: WorkflowCommand, after annotationCount: Int,
        to sink: any OutputSink
    ) throws(OutputError) -> Int {
        let total = statuses.reduce(0) { $0 + run.summary[$1] }
        var written = 0
        let maxAnnotations = max(0, Self.maxAnnotationsOfKind - annotationCount)
        for status in statuses where run.summary[status] > 0 {
            try run.forEachDomain { report throws(OutputError) in
                guard report.status == status else { return }
                if written == maxAnnotations {
                    let rest = Phrase.number(total - maxAnnotations)
                    try sink.write("::group::\(rest) more without an annotation (\(command.rawValue)s)\n")
                }
                try sink.write(
                    written < maxAnnotations
                        ? command.line(title: title(report), body(report))
                        : WorkflowCommand.plain("\(title(report)): \(report.cause?.message ?? "")"))
                written += 1
            }
        }
        guard written > maxAnnotations else { return 0 }
        try sink.write("::endgroup::\n")
        return written - maxAnnotations
    }

    private func title(_ report: DomainReport) -> String {
        let cause = report.cause.map { " (\($0.code.rawValue))" } ?? ""
        return "\(WorkflowCommand.cut(report.name, to: 100)): \(VerdictSentence.text(report))\(cause)"
    }

    private func body(_ report: DomainReport) -> String {
        guard let cause = report.cause else {
            if let waiver = report.waiver { return waiver.sentence }
            return report.notes.isEmpty ? "See the report of aasa-audit." : report.notes.joined(separator: "\n")
        }
        var lines = [WorkflowCommand.cut(cause.message, to: 1200)]
        if let location = report[cause.location] { lines.append(WorkflowCommand.cut(location.url, to: 600)) }
        lines.append("What to do: \(cause.remedy)")
        let others = report.findings.filter { $0 != cause && $0.isCounted }.map(\.code.rawValue).unique
        if !others.isEmpty { lines.append("Also: \(others.joined(separator: ", "))") }
        let responsibility = report.responsibility(for: cause).line
        if report.people.text != nil { lines.append(WorkflowCommand.cut(responsibility, to: 400)) }
        return lines.joined(separator: "\n")
    }
}

/// A workflow command to the runner, on one line of the standard output.
enum WorkflowCommand: String {
    case error
    case warning
    case notice

    /// The maximum number of UTF-16 code units of a message and of a title; the runner counts unescaped text.
    private static let maxMessageLength = 4096
    private static let maxTitleLength = 255

    /// Returns the command; line feeds in `message` are kept, and all other invisible characters are escaped.
    func line(title: String, _ message: String) -> String {
        let title = Self.encoded(VisibleText.escape(title), to: Self.maxTitleLength, "%:,")
        let message = Self.encoded(VisibleText.escapeLines(message), to: Self.maxMessageLength, "%\n")
        return "::\(rawValue) title=\(title)::\(message)\n"
    }

    /// Returns a line of the log that the runner does not interpret as a command in either syntax, `::` or `##[`.
    static func plain(_ text: String) -> String {
        let text = VisibleText.escape(text).escaped { before, scalar, _ in
            before == "#" && scalar == "[" ? " [" : nil
        }
        let start = text.unicodeScalars.drop { $0.properties.isWhitespace }
        return (start.starts(with: "::".unicodeScalars) ? "\\" : "") + text + "\n"
    }

    /// Returns the beginning of `text` in at most `limit` UTF-16 code units, with an ellipsis if text is omitted.
    static func cut(_ text: String, to limit: Int) -> String {
        guard text.utf16.count > limit else { return text }
        var kept = ""
        var count = "…".utf16.count
        for character in text {
            count += character.utf16.count
            if count > limit { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// Returns the beginning of `text`, with the characters in `special` percent-encoded for the runner.
    private static func encoded(_ text: String, to limit: Int, _ special: String) -> String {
        cut(text, to: limit).escaped { special.unicodeScalars.contains($0) ? UInt8($0.value).percentEncoded : nil }
    }
}
