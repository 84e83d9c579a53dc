import ArgumentParser
import Platform
import Records
import Reports
import Settings

import class Foundation.ProcessInfo

extension FailureThreshold: ExpressibleByArgument {}

/// The options for the standard output of commands other than `audit`.
struct CommandOutputOptions: ParsableArguments {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case text, json
    }

    @Option(name: .shortAndLong, help: ArgumentHelp("text or json.", valueName: "format"))
    var format: Format = .text

    @Option(SettingTable.Output.table.color.entry) var color: String?

    func style() throws -> TextStyle { try Self.style(color) }

    /// Returns the text style for the standard output; `color` is the value of the flag, which precedes the
    /// environment.
    static func style(_ color: String?) throws -> TextStyle {
        let variables = ProcessInfo.processInfo.environment
        let color = try SettingSources(variables).value(of: SettingTable.Output.table.color, commandLine: color)
        return color.usesColor(isTerminal: isatty(STDOUT_FILENO) == 1, environment: variables) ? .ansi : .plain
    }
}

/// An output that receives results one by one, as text or as elements of a list in JSON.
struct ListOutput {
    let format: CommandOutputOptions.Format
    var json: JSONList
    let sink: any OutputSink

    /// Writes `text`, or the JSON of the list that `append` creates.
    mutating func write(_ text: @autoclosure () -> String, append: (inout JSONList) -> Void) throws(OutputError) {
        switch format {
        case .text: try sink.write(text())
        case .json:
            append(&json)
            try sink.write(json.takeBytes())
        }
    }
}
