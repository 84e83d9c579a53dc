import Audit
import Foundation
import Records
import Testing

@testable import Reports

/// The ending of a run, in every format that can contain it.
struct RunEndingTests {
    static let formats: [OutputFormat] = [.text, .json, .html, .mail, .md, .junit, .sarif, .github]

    static func text(_ format: OutputFormat, _ run: SampleRun) throws -> String {
        let sink = MemorySink()
        try RenderingSettings().renderer(format).render(run, to: sink)
        return String(decoding: sink.bytes, as: UTF8.self)
    }

    @Test(arguments: formats)
    func saysWhyARunIsNotComplete(_ format: OutputFormat) throws {
        for (cause, words) in [
            (RunEnding.Cause.runDeadline, "cut off by --run-deadline"), (.interrupted, "interrupted"),
            (.listUnreadable, "could not be read completely"),
        ] {
            let run = SampleRun(domains: Samples.all, complete: false, cause: cause)
            let text = try Self.text(format, run)
            #expect(text.contains(format == .json ? "\"incompleteBecause\": \"\(cause.rawValue)\"" : words), "\(text)")
        }
        let complete = try Self.text(format, SampleRun(domains: Samples.all))
        #expect(!complete.contains("interrupted"))
        #expect(!complete.contains("incompleteBecause"))
    }

    @Test(arguments: formats)
    func saysWhatLooksWrongWithARun(_ format: OutputFormat) throws {
        let hostile = "9 targets & <b>30</b>"
        let warnings = [RunWarning(.targetsDropped, hostile), RunWarning(.unreachableTooMany, "Nobody answers.")]
        let text = try Self.text(format, SampleRun(domains: Samples.all, warnings: warnings))
        #expect(text.contains("9 targets"), "\(text)")
        #expect(text.contains("Nobody answers."), "\(text)")
        if format == .html || format == .mail || format == .junit { #expect(!text.contains("<b>30")) }
        // Only a warning that makes the run fail is shown as an error.
        switch format {
        case .junit:
            #expect(text.contains("<error type=\"unreachable-too-many\""))
            #expect(!text.contains("<error type=\"targets-dropped\""))
        case .sarif: #expect(text.contains("\"executionSuccessful\":false"))
        case .github:
            #expect(text.contains("::warning title=The run as a whole::9 targets"))
            #expect(text.contains("::error title=The run as a whole::Nobody answers."))
        default: break
        }
        let well = try Self.text(format, SampleRun(domains: Samples.all))
        #expect(!well.contains("The run as a whole") && !well.contains("\"warnings\""))
    }

    @Test func figuresSaySoToo() throws {
        let text = try SampleRun(domains: [], warnings: [RunWarning(.targetsTooFew, "None.")])
            .rendered(PrometheusReport())
        #expect(text.contains("aasa_audit_run_warning{code=\"targets-too-few\",effect=\"failed\"} 1\n"))
        #expect(text.contains("aasa_audit_run_warning{code=\"targets-dropped\",effect=\"noted\"} 0\n"))
    }
}
