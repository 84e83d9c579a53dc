import ArgumentParser
import Audit
import Basics
import Execution
import Records
import Reports
import SignedFile
import Transport

import struct Foundation.Date
import class Foundation.ProcessInfo

/// The threshold at which `lint` fails; without regressions, because files on disk have no previous run.
enum LintThreshold: String, ExpressibleByArgument, CaseIterable {
    case error, warning, never

    var threshold: FailureThreshold { FailureThreshold(rawValue: rawValue) ?? .error }
}

struct LintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check association files on disk, including signed ones.",
        usage: "aasa-audit lint [<options>] [<file> ...]",
        discussion: """
            Exit codes: 0 no findings that --fail-on selects; 2 such findings; 4 a file could not be read; 1 the tool \
            itself failed; 64 incorrect usage.
            """)

    @Argument(help: ArgumentHelp("A file; - is the standard input.", valueName: "file"))
    var files: [String] = []

    @OptionGroup(title: "Output") var output: CommandOutputOptions

    @Flag(name: .shortAndLong, help: "Print less: no files without findings, and no notes.")
    var quiet = false

    @Flag(name: .shortAndLong, help: "Print more: every note in full, every app.")
    var verbose = false

    @Option(help: "The findings that cause exit code 2.")
    var failOn: LintThreshold = .error

    @Option(
        help: ArgumentHelp("The host that serves the file; a signer's certificate must cover it.", valueName: "host"),
        transform: { try TargetParser.parse($0).host })
    var domain: String?

    @Option(help: ArgumentHelp("PEM file of root certificates for signers instead of the system's.", valueName: "file"))
    var cacert: String?

    func validate() throws {
        if files.isEmpty {
            throw ValidationError("No file was given. Example: aasa-audit lint apple-app-site-association")
        }
        if files.count(where: { $0 == "-" }) > 1 { throw ValidationError("The standard input can be read only once.") }
        if quiet && verbose {
            throw ValidationError("-q and -v cannot be used together: keep -q to print less, or -v to print more.")
        }
    }

    func run() throws {
        let plainLinter = Linter()
        // Few files are signed, so the system's roots are read only when needed; given roots are always read.
        var signedLinter: Linter?
        if cacert != nil { signedLinter = Linter(contentJudge: ContentJudge(anchors: try anchors())) }
        let now = Date()
        var code = RunExitCode.Code.success
        var list = ListOutput(format: output.format, json: JSONList("files"), sink: OutputFile.standardOutput())
        let detail: TextReport.Detail = if quiet { .quiet } else if verbose { .verbose } else { .normal }
        var text = LintText(style: try output.style(), detail: detail)
        func write(_ report: LintReport) throws {
            if report.status == .unreadable { code = max(code, .unreachable) }
            if report.findings.contains(where: failOn.threshold.isReached) { code = max(code, .findings) }
            try list.write(text.render(report)) { $0.write(report) }
        }
        for path in files {
            let file: FileBytes
            do throws(FileReadError) {
                file = try FileBytes(path: path)
            } catch {
                Console.error(Phrase.sentence("\(error)"))
                try write(LintReport(error))
                continue
            }
            var linter = plainLinter
            if SignedFile.detect(file.bytes) != .none {
                linter = try signedLinter ?? Linter(contentJudge: ContentJudge(anchors: anchors()))
                signedLinter = linter
            }
            try write(linter.lint(file, path: path, domain: domain, at: now))
        }
        try list.write(text.summary()) { $0.finish() }
        throw ExitCode(code.rawValue)
    }

    /// Returns the roots for signers: the specified ones, else those of the system, else none.
    private func anchors() throws -> CertificateStore? {
        do throws(TransportError) {
            return try CertificateStore(
                file: cacert, environment: ProcessInfo.processInfo.environment, defaultFile: nil)
        } catch {
            if cacert != nil { throw ValidationError("\(error)") }
            Console.error("\(error) Whether signers are trusted is not checked.")
            return nil
        }
    }
}
