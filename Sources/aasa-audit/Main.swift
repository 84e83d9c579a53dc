import ArgumentParser

@main
struct AASAAudit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "aasa-audit")
}
