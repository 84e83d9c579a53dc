import Foundation
import TestSupport
import Testing

/// The README says what the program does.
@Suite(.inTurn(minutes: 3)) struct ReadmeTests {
    static func readme() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return String(decoding: try Data(contentsOf: root.appending(path: "README.md")), as: UTF8.self)
    }

    @Test(arguments: [["--help"], ["audit", "--help"]])
    func showsTheHelp(arguments: [String]) async throws {
        let text = try await Command.run(arguments).output.trimmingCharacters(in: .newlines)
        let readme = try Self.readme()
        #expect(readme.contains("```\n$ aasa-audit \(arguments.joined(separator: " "))\n\(text)\n```"), "\(text)")
    }

    @Test(arguments: ["audit", "lint", "match", "report", "explain", "history", "diff"])
    func everyCommandHasHelpOf80ColumnsAndIsInTheReadme(command: String) async throws {
        let help = try await Command.run(command, "--help")
        #expect(help.status == 0)
        #expect(help.errors.isEmpty)
        for line in help.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        #expect(try Self.readme().contains("\naasa-audit \(command) ") || command == "audit")
    }

    @Test func namesEveryExitCode() throws {
        let readme = try Self.readme()
        for code in [0, 1, 2, 3, 4, 64, 65, 130] { #expect(readme.contains("\n| \(code) | ")) }
    }
}
