import ArgumentParser

/// `explain [CODE]`: what a finding means, its impact, how to fix it.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Explain a finding, or list all of them.")

    @Argument(help: ArgumentHelp("The code of a finding, such as redirect.", valueName: "code"))
    var code: String?
}
