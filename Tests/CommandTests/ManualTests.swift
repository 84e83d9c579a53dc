import Foundation
import TestSupport
import Testing

/// The manual documents the commands, options and exit codes of the program.
@Suite(.inTurn(minutes: 3)) struct ManualTests {
    static let commands = ["audit", "case", "lint", "match", "report", "explain", "history", "diff", "init"]
    static let pages = ["README.md", "Scripts/deploy/README.md"] + Repository.pages

    /// `TEST_GENERATE=1` regenerates the help.
    @Test func showsTheHelp() async throws {
        let file = GeneratedFile("\(Repository.manualFolder)/Commands.md")
        let text = try await file.texts(commands: ["aasa-audit --help", "aasa-audit audit --help"]) { command in
            try await Command.run(command.split(separator: " ").dropFirst().map(String.init)).output
        }
        #expect(text.found == text.expected)
    }

    @Test(arguments: commands)
    func everyCommandHasHelpOf80ColumnsAndIsInTheManual(command: String) async throws {
        let help = try await Command.run(command, "--help")
        #expect(help.status == 0)
        #expect(help.errors.isEmpty)
        for line in help.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        #expect(
            try Repository.page("Commands").contains("\naasa-audit \(command) ") || command == "audit"
        )
    }

    @Test func namesEveryExitCode() throws {
        let page = try Repository.page("ExitCodes")
        for code in [0, 1, 2, 3, 4, 64, 65, 130] { #expect(page.contains("\n| \(code) | ")) }
    }

    @Test func namesNoOptionThatDoesNotExist() async throws {
        var options: Set<Substring> = []
        for command in Self.commands + ["config check", "config schema", "baseline accept"] {
            let help = try await Command.run(command.split(separator: " ").map(String.init) + ["--help"])
            options.formUnion(help.output.matches(of: /--[a-z0-9-]+/).map(\.output))
        }
        for path in ["README.md"] + Repository.manual {
            // Scripts have options of their own.
            let text = try Repository.text(path).replacing(/`Scripts\/[^`]+`/, with: "").replacing(
                "`--prefix DIR`", with: "")
            for option in text.matches(of: /--[a-z][a-z0-9-]+/).map(\.output) {
                #expect(options.contains(option), "\(option) in \(path)")
            }
        }
    }

    @Test(arguments: Repository.manual)
    func pagesBeginWithTheirPurpose(path: String) throws {
        let parts = try Repository.text(path).split(separator: "\n\n", maxSplits: 2)
        try #require(parts.count == 3)
        #expect(parts[0].wholeMatch(of: /# [^\n]+/) != nil)
        #expect(parts[1].wholeMatch(of: /[A-Z][^\n]+\./) != nil, "\(parts[1])")
    }

    @Test func theFirstPageLeadsToAllOthers() throws {
        let links = try Repository.page("aasa-audit").matches(of: /- <doc:(\w+)>/).map { String($0.1) }
        let names = Repository.pages.map { String($0.split(separator: "/").last?.dropLast(3) ?? "") }
        #expect(links.sorted() == names.filter { $0 != "aasa-audit" }.sorted())
    }

    @Test(arguments: pages)
    func linksLeadToAFile(path: String) throws {
        let page = Repository.root.appending(path: path)
        for match in try Repository.text(path).matches(of: /\]\(([^)#\s]+)/) where !match.1.contains("://") {
            let target = page.deletingLastPathComponent().appending(path: String(match.1)).standardizedFileURL
            #expect(FileManager.default.fileExists(atPath: target.path), "\(match.1) in \(path)")
        }
    }

    @Test(arguments: pages)
    func linksLeadToAHeading(path: String) throws {
        let page = Repository.root.appending(path: path)
        for match in try Repository.text(path).matches(of: /\]\(([A-Za-z\/.]*)#([^)\s]+)\)/) {
            let name = String(match.1)
            let target = name.isEmpty ? page : page.deletingLastPathComponent().appending(path: name)
            let headings = try String(contentsOf: target, encoding: .utf8).matches(of: /\n#+ ([^\n]+)/).map { heading in
                heading.1.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
                    .replacing(" ", with: "-")
            }
            #expect(headings.contains(String(match.2)), "\(match.0) in \(path)")
        }
    }
}
