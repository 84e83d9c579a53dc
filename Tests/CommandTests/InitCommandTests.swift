import Foundation
import TestSupport
import Testing

/// `init` and `config schema`, end to end.
///
/// Their output is kept for an independent validator.
@Suite(.inTurn(minutes: 3)) struct InitCommandTests {
    /// The input of `init`, and the required result.
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var files: [String: String] = [:]
        /// `FOLDER/` stands for the folder of the files.
        var arguments: [String] = []
        var input: String?
        var status: Int32 = 0
        /// Lines of the file.
        var lines: [String] = []
        /// Words of the output.
        var words: [String] = []
        /// The digest of the file that `config check` prints.
        var digest: String?
        var testDescription: String { name }
    }

    static let csv = """
        domain,owner,contact,team,tags,expected_app_ids,cost centre
        shop.example,Dana Example,dana@example.com,Web platform,production;europe,A1B2C3D4E5.com.acme.shop,17
        www.shop.example,Dana Example,,Web platform,,,
        "*.brand.example","Robin ""R"" Example",#brand,Brand,,,
        shop.example,again,,,,,

        """

    /// A row without a domain, a row with a second line, and values with a meaning in YAML.
    static let hostile =
        "domain,owner,team\na b,x,y\n\"evil.example\n- x.example\",x,y\nok.example,\"*a: {b} &c\n#d\",\u{202E}no\n"

    static let rows: [Row] = [
        Row(
            name: "nothing", lines: ["  #- shop.example"],
            words: ["Wrote audit.yaml. Next:", "put domains under “domains:”", "config check audit.yaml"],
            digest: "0 domains; 0 waivers; 1 setting."),
        Row(
            name: "arguments", arguments: ["shop.example", "BÜCHER.example", "https://www.shop.example/x"],
            lines: ["  - shop.example", "  - \"bücher.example\"", "  - www.shop.example"],
            words: [
                "3 domains. Next:", "aasa-audit config check audit.yaml ",
                "aasa-audit --config audit.yaml -o report.html", "aasa-audit diff --config audit.yaml",
            ], digest: "3 domains; "),
        Row(
            name: "text", files: ["domains.txt": "# ours\n\nshop.example\r\nwww.shop.example # eu\n"],
            arguments: ["-l", "domains.txt", "app.example", "www.shop.example"],
            lines: ["lists: [domains.txt]", "  - app.example", "  - www.shop.example"], words: ["3 domains"],
            digest: "3 domains; "),
        Row(
            name: "csv", files: ["domains.csv": csv], arguments: ["--list", "domains.csv"],
            lines: ["lists: [domains.csv]", "  #- shop.example"], words: ["3 domains of 2 teams"],
            digest: "3 domains; 0 waivers; 2 settings; lists: "),
        Row(
            name: "csv-input", arguments: ["--list", "-"], input: csv,
            lines: [
                "  - {name: shop.example, owner: \"Dana Example\", contact: \"dana@example.com\", team: \"Web platform\", "
                    + "tags: [production, europe], expect: {app_ids: [A1B2C3D4E5.com.acme.shop]}}",
                "  - {name: www.shop.example, owner: \"Dana Example\", team: \"Web platform\"}",
                "  - {name: \"*.brand.example\", owner: \"Robin \\\"R\\\" Example\", contact: \"#brand\", team: Brand}",
            ], words: ["3 domains of 2 teams", "no keys for them: “cost centre”. To keep them"],
            digest: "3 domains (1 with expectations); "),
        Row(
            name: "input", arguments: ["-l", "-"], input: "a.example\nb.example\n",
            lines: ["  - a.example", "  - b.example", "#lists: [domains.csv]"], digest: "2 domains; "),
        Row(
            name: "pipe", arguments: ["-l", "/dev/fd/0"], input: "a.example\nb.example\n",
            lines: ["  - a.example", "  - b.example", "#lists: [domains.csv]"], digest: "2 domains; "),
        Row(
            name: "hostile",
            files: ["domains.csv": hostile],
            arguments: ["-l", "domains.csv"], status: 65, lines: ["lists: [domains.csv]"],
            words: ["No domain: domains.csv, line 2: ", "No domain: domains.csv, line 3: "],
            digest: "1 domain; 0 waivers; 2 settings; lists: "),
        Row(
            name: "hostile-input", arguments: ["-l", "-"],
            input: hostile,
            status: 65,
            lines: ["  - {name: ok.example, owner: \"*a: {b} \\x26c #d\", team: \"\\u202Eno\"}"],
            words: ["No domain: standard input, line 2: ", "No domain: standard input, line 3: "], digest: "1 domain; "),
        Row(
            name: "empty", files: ["empty.txt": ""], arguments: ["-l", "empty.txt"], status: 64,
            words: ["The input contains no domain"]),
        Row(
            name: "comments", files: ["list.txt": "# none yet\n"], arguments: ["-l", "list.txt"], status: 64,
            words: ["The input contains no domain"]),
        Row(
            name: "header", files: ["list.csv": "domain,owner\n"], arguments: ["-l", "list.csv"], status: 64,
            words: ["The input contains no domain"]),
        Row(
            name: "nonsense", files: ["list.txt": "a b\n/ /\n"], arguments: ["-l", "list.txt"], status: 65,
            words: ["list.txt, line 1: ", "list.txt, line 2: ", "None of these is a domain"]),
        Row(name: "missing", arguments: ["-l", "none.txt"], status: 64, words: ["none.txt"]),
        Row(name: "folder", arguments: ["-o", "none/audit.yaml"], status: 1, words: ["none"]),
        Row(name: "entitlements", arguments: ["--entitlements", "none.ipa"], status: 64, words: ["none.ipa"]),
    ]

    @Test(arguments: rows)
    func writesWhatConfigCheckTakes(row: Row) async throws {
        try await withTemporaryDirectory { folder in
            for (name, text) in row.files { try writeFile(text.utf8, to: "\(folder)/\(name)") }
            let input = Pipe()
            try input.fileHandleForWriting.write(contentsOf: Data((row.input ?? "").utf8))
            try input.fileHandleForWriting.close()
            let arguments = ["init"] + (row.arguments.contains("-o") ? [] : ["-o", "audit.yaml"]) + row.arguments
            let result = try await Command.start(
                arguments, input: input.fileHandleForReading, script: "cd '\(folder)' && exec \"$0\" \"$@\""
            ).result()
            #expect(result.status == row.status, "\(result.errors)")
            #expect(result.output.isEmpty)
            for words in row.words { #expect(result.errors.contains(words), "\(result.errors)") }
            let file = "\(folder)/audit.yaml"
            guard let digest = row.digest else {
                return #expect(!FileManager.default.fileExists(atPath: file))
            }
            if row.status == 0 {
                #expect(result.errors.split(separator: "\n").count { $0.hasPrefix("  ") } == 3, "\(result.errors)")
            }
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let lines = Set(text.split(separator: "\n").map(String.init))
            for line in row.lines { #expect(lines.contains(line), "\(line) in \(text)") }
            let check = try await Command.run("config", "check", file)
            // An invalid target is an error in a list, but was omitted from the domains.
            let isWrong = row.status == 65 && text.contains("\nlists: ")
            #expect(check.status == (isWrong ? 3 : 0), "\(check.errors)")
            if !isWrong { #expect(check.output.contains(digest), "\(check.output)") }
            try KeptReports.keep(text, "init-\(row.name).yaml")
        }
    }

    @Test func takesWhatAnAppLists() async throws {
        try await withTemporaryDirectory { folder in
            let app = "A1B2C3D4E5.com.acme.shop"
            let entries = ["applinks:shop.example", "webcredentials:shop.example", "applinks:*.brand.example"]
            let list = SampleApp.entitlements(entries, appID: app)
            try writeFile(list.utf8, to: "\(folder)/Shop.entitlements")
            try writeFile(SampleApp.ipa([("Shop.app", list)]), to: "\(folder)/Shop.ipa")
            for name in ["Shop.entitlements", "Shop.ipa"] {
                let file = "\(folder)/\(name).yaml"
                let result = try await Command.run("init", "--entitlements", "\(folder)/\(name)", "-o", file)
                #expect(result.status == 0, "\(result.errors)")
                let text = try String(contentsOfFile: file, encoding: .utf8)
                for line in [
                    "  - {name: shop.example, expect: {app_ids: [\(app), \"webcredentials:\(app)\"]}}",
                    "  - {name: \"*.brand.example\", expect: {app_ids: [\(app)]}}",
                ] { #expect(text.contains("\n\(line)\n"), "\(text)") }
                #expect(text.contains("\n#entitlements: ["))
                let check = try await Command.run("config", "check", file)
                #expect(check.output.contains("2 domains (2 with expectations)"), "\(check.output)\(check.errors)")
                try KeptReports.keep(text, "init-\(name).yaml")
            }
        }
    }

    @Test func replacesAFileOnlyWhereItIsTold() async throws {
        try await withTemporaryDirectory { folder in
            let file = try ConfigurationCommandTests.write("# mine\n", to: folder)
            func text() throws -> String { try String(contentsOfFile: file, encoding: .utf8) }
            let refused = try await Command.run("init", "a.example", "-o", file)
            #expect(refused.status == 64)
            for words in ["audit.yaml", "not changed", "--force"] { #expect(refused.errors.contains(words)) }
            #expect(try text() == "# mine\n")
            // Invalid input does not change the file either.
            #expect(try await Command.run("init", "a b", "-o", file, "--force").status == 65)
            #expect(try text() == "# mine\n")
            #expect(try await Command.run("init", "a.example", "-o", file, "--force").status == 0)
            #expect(try text().contains("\n  - a.example\n"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["audit.yaml"])
            let printed = try await Command.run("init", "a.example", "-o", "-")
            #expect(printed.status == 0 && printed.errors.isEmpty)
            #expect(printed.output.contains("\n  - a.example\n"))
        }
    }

    /// The commands at the beginning of the file can be copied for any name of the file.
    @Test(arguments: [
        "two  blanks", "it's $HOME \"quoted\" `id`",
        "a long name " + String(repeating: "with blanks ", count: 12) + "in it",
    ])
    func theCommandsInTheFileWork(name: String) async throws {
        let port = try UnusedPort()
        try await withTemporaryDirectory { folder in
            let file = "\(folder)/\(name).yaml"
            #expect(try await Command.run("init", "a.example", "-o", file).status == 0)
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let commands = text.split(separator: "\n").filter { $0.hasPrefix("#   aasa-audit ") }
            try #require(commands.count == 2, "\(text.prefix(900))")
            // The name server does not run, so the second command sends no request to the domain.
            let further = [
                "", " --dns-servers 127.0.0.1:\(port.number) --max-retries 0 --allow-unreachable --no-db -f json",
            ]
            for (command, further) in zip(commands, further) {
                let script = "\"$0\" " + command.dropFirst("#   aasa-audit ".count) + further
                let result = try await Command.start([], script: script).result()
                #expect(result.status == 0, "\(script): \(result.errors)")
                if !further.isEmpty { #expect(try DecodedReport(result.output).domains.map(\.domain) == ["a.example"]) }
            }
        }
    }

    /// Texts that other YAML readers interpret as numbers or Booleans are valid for the program and for the schema.
    static let plain = """
        name: 2026
        domains: [{name: a.example, owner: 123, contact: 4.5, team: true, tags: [2024, no]}]

        """

    /// Keys and values that the schema and the program must reject.
    static let refused = [
        "timeuot: 10s", "timeout: 10", "timeout: soon", "fail_on: errors", "expiry_days: 4000", "quiet: \"true\"",
        "domain: [a.example]", "domains: [{nme: a.example}]", "domains: [{owner: Dana}]",
        "domains: [{name: a.example, expect: {app_id: [A1B2C3D4E5.com.acme]}}]", "owners: [{domain: a.example}]",
        "waivers: [{code: redirct, domain: a.example, reason: x}]", "waivers: [{code: redirect, reason: x}]",
        "waivers: [{code: redirect, domain: a.example, reason: x, until: June}]", "severities: {redirect: off}",
        "severities: {redirct: info}", "lists: domains.txt", "quiet: true\nverbose: true", "min_targets: most",
    ]

    /// Keeps the files for an independent validator, which checks them against the schema.
    @Test func theSchemaIsThereForAValidator() async throws {
        let schema = try await Command.run("config", "schema")
        #expect(schema.status == 0 && schema.errors.isEmpty)
        try KeptReports.keep(schema.output, "aasa-audit.schema")
        let example = try Repository.text("Scripts/deploy/aasa-audit.example.yaml")
        try KeptReports.keep(example, "example.yaml")
        try KeptReports.keep(example.replacing(#/(?m)^#(?=[a-z])/#, with: ""), "example-in-use.yaml")
        try KeptReports.keep(Self.plain, "plain-texts.yaml")
        try await withTemporaryDirectory { folder in
            let plain = try ConfigurationCommandTests.write(Self.plain, to: folder, "plain.yaml")
            let taken = try await Command.run("config", "check", plain)
            #expect(taken.status == 0, "\(taken.errors)")
            for (index, text) in Self.refused.enumerated() {
                try KeptReports.keep(text + "\n", "refused-\(index).yaml")
                let file = try ConfigurationCommandTests.write(text + "\n", to: folder)
                #expect(try await Command.run("config", "check", file).status == 3, "\(text)")
            }
        }
    }
}
