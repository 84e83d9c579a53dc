import AppSiteAssociation
import Audit
import Basics
import Findings
import Platform
package import Records

import struct Foundation.Date

package struct StoredReportProblem: Hashable, Sendable, CustomStringConvertible {
    package var path: String
    /// The line, from 1; `nil` if the problem concerns the file as a whole.
    package var line: Int?
    package var reason: String

    package var description: String {
        let name = path == "-" ? "the standard input" : VisibleText.escape(path)
        let position = line.map { ", line \($0)" } ?? ""
        return "\(name)\(position): \(reason)"
    }
}

/// The domains of any number of stored reports, NDJSON and JSON documents in any order, combined into one run.
///
/// A repeated domain counts once, with its last observation, at the position of its first occurrence. Domains are
/// stored on disk, so files that were read may change or be deleted.
package final class ReportCollection {
    /// A key of two different hashes: a collision of both among ten million domains is practically impossible.
    private struct Key: Hashable {
        let first: Int
        let second: Int

        init(_ text: String) {
            first = text.hashValue
            second = [text, ""].hashValue
        }
    }

    private struct Document {
        var facts = RunFacts(id: "", startedAt: Date(timeIntervalSince1970: 0), toolVersion: "", rulesVersion: "")
        var finishedAt: Date?
        var ending = RunEnding(isComplete: false)

        init(_ bytes: [UInt8]) throws(ReportReadError) {
            var reader = try JSONObjectReader(JSONValue(parsing: bytes))
            try facts.visitFields(with: &reader)
            try reader.visit("finishedAt", &finishedAt)
            try ending.visitFields(with: &reader)
        }
    }

    private let spool: Spool
    /// The path of the file that is being read.
    private var path = ""
    /// The position in the spool, and the time of the last observation, of each domain.
    private var keptDomains: [Key: (index: Int, startedAt: Date)] = [:]
    private var contentHash = StableHash()
    private var aliases = Aliases()
    private var documents: [Document] = []
    private var hasNDJSONLines = false
    /// The run identifiers in NDJSON lines, `nil` for a line without one; two suffice to show that the runs differ.
    private var runIDsOfLines: Set<String?> = []
    /// Whether the current document has an unsupported schema version, so that its domains are skipped.
    private var skipsDocument = false
    private var summary = RunSummary()
    private var firstStart: Date?
    private var lastEnd: Date?
    private let onProblem: (StoredReportProblem) -> Void
    private let toolVersion: String
    private let rulesVersion: String

    package private(set) var duplicateCount = 0
    package private(set) var problemCount = 0

    /// Whether no domain and no complete document was read.
    package var isEmpty: Bool { documents.isEmpty && keptDomains.isEmpty }

    /// Creates an empty collection, which stores domains in the first of `spoolFolders` that is writable.
    ///
    /// The combined run has the given versions unless it consists of a single document; `onProblem` is called with each
    /// part that cannot be read.
    package init(
        spoolFolders: [String], toolVersion: String, rulesVersion: String,
        onProblem: @escaping (StoredReportProblem) -> Void
    ) throws(OutputError) {
        spool = try Spool.open(inOneOf: spoolFolders)
        self.toolVersion = toolVersion
        self.rulesVersion = rulesVersion
        self.onProblem = onProblem
    }

    /// Adds all domains of a file, or of the standard input for `-`; throws an error only if a domain cannot be stored.
    package func add(path: String) throws(OutputError) {
        self.path = path
        let descriptor = FileDescriptor(
            path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC), closes: path != "-")
        guard descriptor.number >= 0 else {
            reportProblem("it cannot be opened: \(systemError())")
            return
        }
        var splitter = ReportSplitter()
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let number = descriptor.number
            let count = buffer.withUnsafeMutableBytes { read(number, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            if count < 0 { reportProblem("it cannot be read: \(systemError())") }
            guard count > 0 else { break }
            try add(splitter.split(buffer[..<count]))
        }
        try add(splitter.unfinished)
    }

    /// Returns the run that consists of the domains of all files.
    ///
    /// A single document keeps its identifier, options and times, and lines of a single run keep its identifier.
    /// Otherwise, the identifier is derived from the content, and the options are those in which the documents agree.
    /// With NDJSON lines, or without any content, the completeness of the run is unknown.
    package func combinedRun() throws(OutputError) -> any StoredRun {
        let starts = documents.map(\.facts.startedAt) + [firstStart].compactMap(\.self)
        let ends = (documents.map(\.finishedAt) + [lastEnd]).compactMap(\.self)
        var facts = facts
        facts.startedAt = starts.min() ?? Date(timeIntervalSince1970: 0)
        var run = SpooledRun(
            facts: facts, summary: summary, finishedAt: ends.max() ?? facts.startedAt,
            ending: ending, spool: spool, bodies: .always, aliases: aliases, history: nil)
        guard duplicateCount > 0 else { return run }
        // `summary` also counts domains that were replaced, so the remaining domains are counted again.
        var remaining = RunSummary()
        try run.forEachDomain { remaining.add($0) }
        run.summary = remaining
        return run
    }

    private var ending: RunEnding {
        var ending = RunEnding(
            isComplete: problemCount == 0 && documents.allSatisfy(\.ending.isComplete),
            cause: documents.lazy.compactMap(\.ending.cause).first, warnings: warnings)
        ending.isCompletenessAssumed = hasNDJSONLines || documents.isEmpty
        return ending
    }

    /// The warnings of all documents; if only a part of the run is in doubt, one warning replaces those that say why.
    private var warnings: [RunWarning] {
        let inDoubt = documents.filter(\.ending.isInDoubt)
        guard !inDoubt.isEmpty, hasNDJSONLines || inDoubt.count < documents.count else {
            return documents.flatMap(\.ending.warnings)
        }
        let names = inDoubt.map { document in
            [
                document.facts.startedAt.minuteText, document.facts.part.text,
                document.ending.warnings.first(where: \.code.putsRunInDoubt)?.code.rawValue,
            ].compactMap(\.self).joined(separator: ", ")
        }
        let combinedWarning = RunWarning(
            .partInDoubt,
            "\(Phrase.count(inDoubt.count, "report is", "reports are")) in doubt (\(Phrase.list(names, limit: 10))): "
                + "\(inDoubt.count == 1 ? "its" : "their") results may be wrong. Run "
                + "\(inDoubt.count == 1 ? "that audit" : "those audits") again.")
        return [combinedWarning] + documents.flatMap(\.ending.warnings).filter { !$0.code.putsRunInDoubt }
    }

    private var facts: RunFacts {
        if documents.count == 1, !hasNDJSONLines { return documents[0].facts }
        let runID = documents.isEmpty && runIDsOfLines.count == 1 ? runIDsOfLines.compactMap(\.self).first : nil
        return RunFacts(
            id: runID ?? "together-\(contentHash.hex)", startedAt: Date(timeIntervalSince1970: 0),
            toolVersion: toolVersion, rulesVersion: rulesVersion,
            options: RunPart.combinedOptions(of: documents.map(\.facts.options)))
    }

    private struct Domain: Sendable {
        var report: DomainReport
        var line: DomainLine
        /// The identifier of the run that the line belongs to, from the line's member `run`.
        var runID: String?

        init(_ bytes: [UInt8]) throws(ReportReadError) {
            let value = try JSONValue(parsing: bytes)
            report = try DomainReport(json: value)
            line = DomainLine(report, bodies: .always)
            runID = value["run"]?.string
        }
    }

    /// Adds pieces in order; domains are parsed on all cores, because parsing takes by far the most time.
    private func add(_ pieces: [ReportSplitter.Piece]) throws(OutputError) {
        let domains = pieces.concurrentMap { piece -> Result<Domain, ReportReadError>? in
            switch piece {
            case .domain(let bytes, line: _), .object(let bytes, line: _, isDocument: false):
                Result { () throws(ReportReadError) in try Domain(bytes) }
            case .head, .object, .broken: nil
            }
        }
        for (piece, domain) in zip(pieces, domains) { try add(piece, domain) }
    }

    private func add(_ piece: ReportSplitter.Piece, _ domain: Result<Domain, ReportReadError>?) throws(OutputError) {
        switch piece {
        case .broken(let reason, let line): reportProblem(reason, line: line)
        case .head(let bytes, let line):
            let problem = Self.unsupportedVersionProblem(of: bytes, subject: "this report")
            skipsDocument = problem != nil
            if let problem { reportProblem(problem, line: line) }
        case .domain(let bytes, let line): if !skipsDocument { try keepOrReport(domain, bytes, line) }
        case .object(let bytes, line: let line, isDocument: false):
            hasNDJSONLines = true
            if case .success(let domain) = domain, runIDsOfLines.count < 2 { runIDsOfLines.insert(domain.runID) }
            try keepOrReport(domain, bytes, line)
        case .object(let bytes, line: let line, isDocument: true):
            if skipsDocument { return }
            do throws(ReportReadError) {
                documents.append(try Document(bytes))
            } catch {
                reportProblem("the part of the document outside its domains cannot be read: \(error)", line: line)
            }
        }
    }

    private func keepOrReport(
        _ domain: Result<Domain, ReportReadError>?, _ bytes: [UInt8], _ line: Int
    ) throws(OutputError) {
        switch domain {
        case nil: break
        case .success(let domain): try keep(domain)
        case .failure(let error):
            let reason =
                Self.isDocumentWithoutDomains(bytes)
                ? "this document has no domains; reports of lint and match cannot be rendered"
                : "this is not a domain of a report: \(error)"
            let versionProblem = Self.unsupportedVersionProblem(of: bytes, subject: "this line")
            reportProblem(versionProblem ?? reason, line: line)
        }
    }

    private func keep(_ domain: Domain) throws(OutputError) {
        let report = domain.report
        let name = report.domain?.authority ?? "invalid \(report.input)"
        let key = Key(name)
        contentHash.add(name)
        contentHash.add(report.startedAt.rfc3339)
        var index = keptDomains.count
        if let earlier = keptDomains[key] {
            duplicateCount += 1
            guard report.startedAt >= earlier.startedAt else { return }
            index = earlier.index
        }
        keptDomains[key] = (index, report.startedAt)
        aliases[index] = report.aliases ?? Aliases.Row()
        summary.add(report)
        firstStart = min(firstStart ?? report.startedAt, report.startedAt)
        let end = report.startedAt.addingTimeInterval(report.totalMs / 1000)
        lastEnd = max(lastEnd ?? end, end)
        try spool.add(domain.line, at: index)
    }

    /// Returns the problem of text with an unsupported schema version; `nil` if there is none.
    private static func unsupportedVersionProblem(of bytes: [UInt8], subject: String) -> String? {
        guard let version = try? JSONDocument(bytes).root["schemaVersion"],
            version.integer != DomainLine.schemaVersion
        else { return nil }
        let found = VisibleText.escape(version.text.cut(to: 20))
        return "\(subject) has schemaVersion \(found), and this version of aasa-audit reads "
            + "\(DomainLine.schemaVersion); read it with the version that wrote it, or a newer one"
    }

    private static func isDocumentWithoutDomains(_ bytes: [UInt8]) -> Bool {
        guard let root = try? JSONDocument(bytes).root else { return false }
        // A line of NDJSON has a version as well, but also an input.
        return root["schemaVersion"] != nil && root["input"] == nil
    }

    private func reportProblem(_ reason: String, line: Int? = nil) {
        problemCount += 1
        onProblem(StoredReportProblem(path: path, line: line, reason: reason))
    }
}
