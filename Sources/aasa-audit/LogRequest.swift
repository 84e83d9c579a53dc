import Execution
import Logging
import Settings

import class Foundation.ProcessInfo
import struct Foundation.UUID

/// The log for errors that end a command before it has a log of its own, as those of the command line do.
enum LogRequest {
    /// Returns the log that the arguments or the environment specify; `nil` if they specify none, or an invalid one.
    static func log() -> Logger? {
        var texts: [String: [String]] = [:]
        let arguments = CommandLine.arguments.dropFirst()
        for entry in SettingTable.Log.entries {
            for (argument, next) in zip(arguments, Array(arguments.dropFirst()) + [""]) {
                if argument == "--\(entry.flag)" {
                    texts[entry.key] = [next]
                } else if argument.hasPrefix("--\(entry.flag)=") {
                    texts[entry.key] = [String(argument.dropFirst(entry.flag.count + 3))]
                }
            }
        }
        let sources = SettingSources(ProcessInfo.processInfo.environment)
        guard let values = try? sources.values(of: SettingTable.Log.self, commandLine: texts) else { return nil }
        return Logger(values, run: UUID().uuidString.lowercased())
    }
}
