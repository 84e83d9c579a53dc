import ArgumentParser
import Findings
import Reports

import class Foundation.ProcessInfo

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// `explain [CODE]`: what a finding means, whom it hurts, what to do.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explain a finding, or list all of them.")

    @Argument(help: ArgumentHelp("The code of a finding, such as redirect.", valueName: "code"))
    var code: String?

    @Option(help: "Colours in the text (default: auto, which honours NO_COLOR).")
    var color: ColorChoice?

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        let variables = ProcessInfo.processInfo.environment
        var environment = SettingsEnvironment(variables)
        let color = try environment.choice(color, "color") ?? .auto
        let usesColor = color.usesColor(isTerminal: isatty(STDOUT_FILENO) == 1, environment: variables)
        let style: TextStyle = usesColor ? .ansi : .plain
        let text =
            try code.map { ExplainText.page(try finding(named: $0), style: style) } ?? ExplainText.table(style: style)
        do throws(OutputError) {
            try StandardOutput().write(text)
        } catch {
            if error == .closedPipe { return }
            Console.error("\(error)")
            throw ExitCode.failure
        }
    }

    private func finding(named name: String) throws -> FindingCode {
        if let code = FindingCode(rawValue: name.lowercased()) { return code }
        let suggestions = ExplainText.suggestions(for: name).map(\.rawValue)
        let hint =
            suggestions.isEmpty
            ? "“aasa-audit explain” lists all codes."
            : "Was it \(suggestions.joined(separator: " or ")) that was meant?"
        throw ValidationError("There is no finding “\(TerminalText.escape(String(name.prefix(80))))”. \(hint)")
    }
}
