import Foundation
import TestSupport
import Testing

/// What Scripts/install asks of the program.
@Suite(.inTurn(minutes: 3)) struct InstallationTests {
    @Test(arguments: ["bash", "zsh", "fish"])
    func completesItsCommandsAndOptions(shell: String) async throws {
        let result = try await Command.run("--generate-completion-script", shell)
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        for word in ["audit", "case", "no-follow", "lint", "match", "explain", "log-format", "max-concurrency"] {
            #expect(result.output.contains(word), "\(word)")
        }
    }

    @Test func describesItselfForManualPages() async throws {
        let result = try await Command.run("--experimental-dump-help")
        #expect(result.status == 0)
        let help = try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let command = try #require(help["command"] as? [String: Any])
        #expect(command["commandName"] as? String == "aasa-audit")
        let commands = try #require(command["subcommands"] as? [[String: Any]]).compactMap {
            $0["commandName"] as? String
        }
        #expect(Set(["audit", "case", "lint", "match", "explain"]).isSubset(of: commands))
    }
}
