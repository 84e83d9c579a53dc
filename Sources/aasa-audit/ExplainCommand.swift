import ArgumentParser
import Basics
import Findings
import Reports
import Settings

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explain a finding, or list all of them.",
        usage: "aasa-audit explain [<options>] [<code>]",
        discussion: """
            With a CODE: what it means, its impact, what to do, and the settings for common servers. Without one: all \
            codes as a table.

            Exit codes: 0; 64 there is no such finding or server, or other incorrect usage.
            """)

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, md
    }

    @Argument(
        help: ArgumentHelp("The code of a finding, such as redirect.", valueName: "code"),
        completion: .list(FindingCode.allCases.map(\.rawValue)))
    var code: String?

    @Option(
        help: ArgumentHelp("Show the settings for this server only, such as nginx.", valueName: "name"),
        completion: .list(HostingPlatform.allCases.map(\.rawValue)))
    var server: String?

    @Option(name: .shortAndLong, help: "The format (default: text).")
    var format: Format?

    @Option(SettingTable.Output.table.color.entry) var color: String?

    func run() throws {
        try OutputFile.standardOutput().write(try text(style: CommandOutputOptions.style(color)))
    }

    private func text(style: TextStyle) throws -> String {
        let server = try server.map(platform)
        if let code = try code.map(finding) {
            return format == .md
                ? ReferencePage.section(code, server: server) : ExplainText.page(code, server: server, style: style)
        }
        guard server == nil else {
            throw ValidationError(
                "--server needs the code of a finding. Example: aasa-audit explain redirect --server nginx")
        }
        return format == .md ? ReferencePage.markdown() : ExplainText.table(style: style)
    }

    private func platform(named name: String) throws -> HostingPlatform {
        if let platform = HostingPlatform(called: name) { return platform }
        let known = HostingPlatform.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("Unknown server \(VisibleText.quote(name, limit: 80)). Known servers: \(known).")
    }

    private func finding(named name: String) throws -> FindingCode {
        if let code = FindingCode(rawValue: name.lowercased()) { return code }
        let suggestions = ExplainText.suggestions(for: name).map { "“\($0.rawValue)”" }
        let hint =
            suggestions.isEmpty
            ? "“aasa-audit explain” lists all codes." : "Did you mean \(suggestions.joined(separator: " or "))?"
        throw ValidationError("\(VisibleText.quote(name, limit: 80)) is not the code of a finding. \(hint)")
    }
}
