import Foundation
import TestSupport
import Testing

/// The requirements of Scripts/install for the program.
@Suite(.inTurn(minutes: 3)) struct InstallationTests {
    @Test(arguments: ["bash", "zsh", "fish"])
    func completesItsCommandsAndOptions(shell: String) async throws {
        let result = try await Command.run("--generate-completion-script", shell)
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        for word in [
            "audit", "case", "no-follow", "lint", "match", "explain", "log-format", "max-concurrency", "no-db",
            "init", "schema", "force", "no-look-behind", "no-progress", "no-trace", "no-cdn",
            "tls-certificate-expired", "nginx",
        ] {
            #expect(result.output.contains(word), "\(word)")
        }
    }

    /// A page as ArgumentParser writes it, and the same page as it is installed.
    @Test func manualPagesHaveWhatArgumentParserLeavesOut() async throws {
        try await withTemporaryDirectory { folder in
            let audit = ".Dt AASA-AUDIT.AUDIT 1\n.Bl\n.It Fl -color Ar color\nColours in the text.\n.El\n"
            let page = """
                .Dt AASA-AUDIT.CONFIG.CHECK 1
                .Sh DESCRIPTION
                Exit codes: 0; 2 findings; 64 incorrect usage.
                .Bl -tag -width 6n
                .It Fl -color Ar color
                Colours in the text.
                .It Fl f , -format Ar format
                What to print.
                .It Fl -db Ar file
                The database.
                .El
                .Sh "EXIT STATUS"
                .Ex -std

                """
            let help = """
                  -f, --format <format>   What to print.
                                          (values: text, json; default: text)
                  --db <file>             The database.

                """
            for (name, text) in [("audit", audit), ("help", help), ("page", page)] {
                try writeFile(text.utf8, to: "\(folder)/\(name)")
            }
            let script = "awk -f '\(Repository.root.path)/Scripts/lib/manual_page.awk' audit help page"
            let made = try await Command.start([], script: "cd '\(folder)' && \(script)").result().output
            let expected = """
                .Dt AASA-AUDIT-CONFIG-CHECK 1
                .Sh DESCRIPTION
                .Bl -tag -width 6n
                .It Fl -color Ar color
                Colours in the text.
                .It Fl f , -format Ar format
                What to print. (values: text, json; default: text)
                .It Fl -db Ar file
                The database.
                .El
                .Sh "EXIT STATUS"
                .Bl -tag -width 4n
                .It 0
                Everything was done.
                .It 2
                Findings.
                .It 64
                Incorrect usage.
                .El
                .Sh ENVIRONMENT
                The command line takes precedence over these variables.
                .Bl -tag -width 6n
                .It Ev AASA_AUDIT_COLOR
                The same as
                .Fl -color.
                .It Ev AASA_AUDIT_DB
                The same as
                .Fl -db.
                .It Ev NO_COLOR
                No colors, unless they are requested.
                .It Ev XDG_STATE_HOME , HOME
                The folder of the default database.
                .El
                .Sh FILES

                """
            #expect(made.hasPrefix(expected), "\(made)")
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
        #expect(Set(["audit", "case", "lint", "match", "explain", "init"]).isSubset(of: commands))
    }
}
