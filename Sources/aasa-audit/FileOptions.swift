import ArgumentParser
import Platform
import Reports

import class Foundation.ProcessInfo

/// The formats of `lint` and `match`.
enum FileFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case json
}

/// How `lint` and `match` write.
struct FileOutputOptions: ParsableArguments {
    @Option(name: .shortAndLong, help: ArgumentHelp("text or json.", valueName: "format"))
    var format: FileFormat = .text

    @Option(help: "Colours in the text (default: auto, which honours NO_COLOR).")
    var color: ColorChoice?

    /// Whether text is coloured: flag before environment before default.
    func style() throws -> TextStyle { try Self.style(color) }

    /// Whether text is coloured: flag before environment before default.
    static func style(_ color: ColorChoice?) throws -> TextStyle {
        let variables = ProcessInfo.processInfo.environment
        var environment = SettingsEnvironment(variables)
        let color = try environment.choice(color, "color") ?? .auto
        return color.usesColor(isTerminal: isatty(STDOUT_FILENO) == 1, environment: variables) ? .ansi : .plain
    }
}
