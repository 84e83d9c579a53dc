import ArgumentParser
import Audit

/// Which domains are asked.
struct TargetOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "A host name, host:port, URL, or entitlement entry such as applinks:*.example.com.", valueName: "domain"))
    var domains: [String] = []

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "A file with a target a line, or CSV with a `domain` column; - is the standard input. Repeatable.",
            valueName: "file"))
    var list: [String] = []

    @Option(help: ArgumentHelp("Leave out targets whose host matches; repeatable.", valueName: "regex"))
    var exclude: [String] = []

    func validate() throws {
        if domains.isEmpty && list.isEmpty {
            throw ValidationError("No domain was given, as in: aasa-audit example.com")
        }
        if list.filter({ $0 == "-" }).count > 1 { throw ValidationError("The standard input can be read only once.") }
    }

    /// Where targets come from, in order: those of the command line first.
    var sources: [TargetSource] { [.arguments(domains)] + list.map { .list(path: $0) } }

    /// Whether all targets are on the command line, so that they are few and known at once.
    var isShort: Bool { list.isEmpty }
}
