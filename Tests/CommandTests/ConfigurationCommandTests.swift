import Foundation
import TestSupport
import Testing

/// `--config` and `config check`, end to end.
@Suite(.inTurn(minutes: 3)) struct ConfigurationCommandTests {
    /// Writes `text` to a file in `folder`.
    static func write(_ text: String, to folder: String, _ name: String = "audit.yaml") throws -> String {
        let path = folder + "/" + name
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    /// Returns the `options` of a JSON report.
    static func options(_ output: String) throws -> [String: String] {
        let object = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any]
        let options = try #require((object?["run"] as? [String: Any])?["options"] as? [String: Any])
        return options.mapValues { value in
            (value as? [Any]).map { $0.map { "\($0)" }.joined(separator: " ") } ?? "\(value)"
        }
    }

    // MARK: Precedence

    /// A setting, its form in the report, and its values in the file, the environment and the command line.
    struct Setting: Sendable {
        var flag: String
        var option: String
        var file: String
        var shownOfFile: String
        var environment: String
        var shownOfEnvironment: String
        var arguments: [String]
        var shownOfArguments: String
        var shownByDefault: String?

        /// Creates a setting whose values are shown unchanged.
        init(_ flag: String, _ option: String, _ values: (String, String, String), default shown: String?) {
            self.init(flag, option, (values.0, values.0), (values.1, values.1), (values.2, values.2), default: shown)
        }

        init(
            _ flag: String, _ option: String, _ file: (String, String), _ environment: (String, String),
            _ argument: (String, String), default shown: String?
        ) {
            self.flag = flag
            self.option = option
            self.file = file.0
            shownOfFile = file.1
            self.environment = environment.0
            shownOfEnvironment = environment.1
            arguments = argument.0.isEmpty ? ["--\(flag)"] : ["--\(flag)", argument.0]
            shownOfArguments = argument.1
            shownByDefault = shown
        }

        var key: String { ["header": "headers"][flag] ?? flag.replacing("-", with: "_") }
        var variable: String { "AASA_AUDIT_" + flag.uppercased().replacing("-", with: "_") }
    }

    static let settings: [Setting] = [
        Setting("max-concurrency", "maxConcurrency", ("11", "12", "13"), default: nil),
        Setting("host-concurrency", "hostConcurrency", ("11", "12", "13"), default: "20"),
        Setting("rate-limit", "rateLimit", ("11", "12", "13"), default: "<null>"),
        Setting(
            "run-deadline", "runDeadlineMs", ("11s", "11000"), ("12s", "12000"), ("13s", "13000"), default: "<null>"),
        Setting("loops", "loops", ("2", "3", "1"), default: nil),
        Setting("timeout", "timeoutMs", ("11s", "11000"), ("12s", "12000"), ("13s", "13000"), default: "20000"),
        Setting(
            "connect-timeout", "connectTimeoutMs", ("1s", "1000"), ("2s", "2000"), ("3s", "3000"), default: "10000"),
        Setting("deadline", "deadlineMs", ("11s", "11000"), ("12s", "12000"), ("13s", "13000"), default: "60000"),
        Setting("max-retries", "maxRetries", ("3", "4", "5"), default: "2"),
        Setting("max-redirects", "maxRedirects", ("3", "4", "5"), default: "10"),
        Setting(
            "resolve", "resolve", ("[\"a.test:443:192.0.2.1\"]", "a.test:443:192.0.2.1"),
            ("b.test:443:192.0.2.1", "b.test:443:192.0.2.1"), ("c.test:443:192.0.2.1", "c.test:443:192.0.2.1"),
            default: nil),
        Setting(
            "connect-to", "connectTo", ("[\"[::1]:443:[2001:db8::1]:\"]", "[::1]:443:[2001:db8::1]:"),
            ("b.test::b.test:", "b.test::b.test:"), ("c.test::b.test:", "c.test::b.test:"), default: nil),
        Setting(
            "dns-servers", "dnsServers", ("[192.0.2.1, 192.0.2.2]", "192.0.2.1 192.0.2.2"), ("192.0.2.3", "192.0.2.3"),
            ("192.0.2.4", "192.0.2.4"), default: nil),
        Setting(
            "proxy", "proxy", ("http://me:secret@a.test", "http://***@a.test"),
            ("http://me:secret@b.test", "http://***@b.test"), ("http://me:secret@c.test", "http://***@c.test"),
            default: nil),
        Setting(
            "header", "headers", ("[\"X-A: secret\", \"X-B: secret\"]", "X-A X-B"), ("X-C: secret", "X-C"),
            ("X-D: secret", "X-D"), default: nil),
        Setting("user-agent", "userAgent", ("a/1", "b/1", "c/1"), default: nil),
        Setting("expiry-days", "expiryDays", ("3", "4", "5"), default: "14"),
        Setting("fail-on", "failOn", ("warning", "never", "error"), default: "error"),
        Setting("bodies", "bodies", ("always", "never", "findings"), default: "findings"),
    ]

    /// Settings that a flag can only turn on.
    static let switches: [(flag: String, option: String, off: String, on: String)] = [
        ("allow-private-redirects", "allowPrivateRedirects", "0", "1"), ("skip-invalid", "skipInvalid", "0", "1"),
    ]

    @Test func theCommandLineGoesBeforeTheEnvironmentBeforeTheFileBeforeTheDefault() async throws {
        try await withTemporaryDirectory { folder in
            let text =
                Self.settings.map { "\($0.key): \($0.file)\n" }.joined()
                + Self.switches.map { "\($0.flag.replacing("-", with: "_")): true\n" }.joined()
            let file = try Self.write(text, to: folder)
            var environment = Dictionary(uniqueKeysWithValues: Self.settings.map { ($0.variable, $0.environment) })
            for row in Self.switches {
                environment["AASA_AUDIT_" + row.flag.uppercased().replacing("-", with: "_")] = "false"
            }
            let arguments = Self.settings.flatMap(\.arguments) + Self.switches.map { "--\($0.flag)" }
            // An invalid target results in a report without any request.
            let base = ["a b", "-f", "json", "--config", file]

            func options(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> [String: String]
            {
                let result = try await Command.run(arguments, environment: environment)
                #expect(!(result.output + result.errors).contains("secret"))
                return try Self.options(result.output)
            }
            let byDefault = try await options(["a b", "-f", "json"])
            let ofFile = try await options(base)
            let ofEnvironment = try await options(base, environment)
            let ofArguments = try await options(base + arguments, environment)
            for setting in Self.settings {
                if let shown = setting.shownByDefault { #expect(byDefault[setting.option] == shown, "\(setting.flag)") }
                #expect(ofFile[setting.option] == setting.shownOfFile, "\(setting.flag)")
                #expect(ofEnvironment[setting.option] == setting.shownOfEnvironment, "\(setting.flag)")
                #expect(ofArguments[setting.option] == setting.shownOfArguments, "\(setting.flag)")
            }
            for row in Self.switches {
                #expect(
                    [byDefault, ofFile, ofEnvironment, ofArguments].map { $0[row.option] }
                        == [row.off, row.on, row.off, row.on].map(Self.truth), "\(row.flag)")
            }
            #expect(ofFile["config"] == file)
        }
    }

    /// JSONSerialization represents Booleans as numbers on some platforms.
    private static func truth(_ digit: String) -> String? {
        let shown = try? JSONSerialization.jsonObject(with: Data("[\(digit == "1")]".utf8)) as? [Any]
        return shown?.first.map { "\($0)" }
    }

    @Test func settingsThatExcludeEachOtherAreDecidedByTheFirstThatSpeaks() async throws {
        try await withTemporaryDirectory { folder in
            let file = try Self.write("ipv4: true\nquiet: true\n", to: folder)
            let rows: [([String], [String: String], String?)] = [
                ([], [:], "IPv4"), ([], ["AASA_AUDIT_IPV6": "1"], "IPv6"), (["-6"], [:], "IPv6"),
                (["-4"], ["AASA_AUDIT_IPV6": "1"], "IPv4"), ([], ["AASA_AUDIT_IPV4": "0"], nil),
            ]
            for (arguments, environment, family) in rows {
                let result = try await Command.run(
                    ["a b", "-f", "json", "--config", file] + arguments, environment: environment)
                #expect(try Self.options(result.output)["addressFamily"] == family, "\(arguments) \(environment)")
            }
        }
    }

    @Test func theFileSaysWhereReportsGoUnlessTheCommandLineDoes() async throws {
        try await withTemporaryDirectory { folder in
            let file = try Self.write("outputs: [out.json, \"ndjson:-\"]\ncolor: always\n", to: folder)
            let first = try await Command.run("a b", "--config", file)
            #expect(first.output.hasPrefix("{\"input\""))
            #expect(try DecodedReport(String(contentsOfFile: folder + "/out.json", encoding: .utf8)).domains.count == 1)
            // Another format for the standard output does not change the files.
            let second = try await Command.run("a b", "--config", file, "-f", "text")
            #expect(second.output.contains("INVALID"))
            #expect(second.output.contains("\u{1B}["))
            try FileManager.default.removeItem(atPath: folder + "/out.json")
            let third = try await Command.run(
                "a b", "--config", file, "-o", folder + "/other.ndjson", "--color", "never")
            #expect(third.output.contains("INVALID"))
            #expect(!third.output.contains("\u{1B}["))
            #expect(third.errors.contains("not written, because --output specifies others: json:\(folder)/out.json"))
            #expect(!first.errors.contains("not written"))
            #expect(!FileManager.default.fileExists(atPath: folder + "/out.json"))
        }
    }

    // MARK: Domains, waivers, expectations

    static let sites = [
        "good.test": Site(root: .file), "moved.test": Site.everywhere(.redirect(to: "https://good.test/")),
        "gone.test": Site.everywhere(.status(404)),
    ]

    @Test func auditsItsDomainsWithWhatItKnowsOfThem() async throws {
        try await AuditCommandTests.withSites(Self.sites) { _, arguments, folder in
            _ = try Self.write("gone.test\n", to: folder, "more.txt")
            let file = try Self.write(
                """
                domains:
                  - name: good.test
                    owner: Dana
                    team: Web
                    tags: [a, b]
                    expect: {app_ids: [A1B2C3D4E5.com.acme.missing]}
                  - moved.test
                lists: [more.txt]
                waivers:
                  - {code: redirect, domain: "moved.*", reason: moves in June}
                  - {code: redirect, domain: "moved.*", reason: too late, until: 2020-01-31}
                  - {code: timeout, domain: "*", reason: never needed}
                severities: {file-missing: warning}
                """, to: folder)
            let all = try await Command.run(["--config", file, "-f", "json", "-v"] + arguments)
            #expect(all.status == 2, "\(all.errors)")
            let document = try DecodedReport(all.output)
            #expect(document.domains.map(\.input) == ["good.test", "moved.test", "gone.test"])
            #expect(document.domains.map(\.status) == ["fail", "accepted", "warn"])
            #expect(all.output.contains("\"expected-app-missing\""))
            #expect(all.output.contains("moves in June"))
            #expect(all.output.contains("\"Dana\""))
            #expect(all.errors.contains("ended on 2020-01-31 and matched no finding"))
            #expect(all.errors.contains("timeout on * (\(file), line 12) matched no finding"), "\(all.errors)")

            // Domains on the command line replace those of the file, but keep their attributes from the file.
            let one = try await Command.run(["moved.test", "--config", file, "-f", "json"] + arguments)
            #expect(one.status == 0, "\(one.errors)")
            #expect(try DecodedReport(one.output).domains.map(\.input) == ["moved.test"])
            #expect(!one.errors.contains("matched no finding"))
            let other = try await Command.run(["good.test", "--config", file, "-f", "json"] + arguments)
            #expect(other.status == 2)
            #expect(other.output.contains("\"Dana\""))
            let list = try await Command.run(
                ["--config", file, "-f", "json"] + arguments,
                environment: ["AASA_AUDIT_LIST": folder + "/more.txt"])
            #expect(try DecodedReport(list.output).domains.map(\.input) == ["gone.test"])
        }
    }

    @Test func showsAWaivedFindingAsWaived() async throws {
        try await AuditCommandTests.withSites(Self.sites) { _, arguments, folder in
            let file = try Self.write(
                "waivers: [{code: redirect, domain: \"*\", reason: moves in June, until: 2099-06-30}]", to: folder)
            let result = try await Command.run(["moved.test", "--config", file] + arguments)
            #expect(result.status == 0)
            #expect(result.output.contains("Accepted until 2099-06-30: moves in June"), "\(result.output)")
        }
    }

    // MARK: Errors

    @Test func aWrongFileEndsWithCodeThreeBeforeAnythingIsAsked() async throws {
        try await withTemporaryDirectory { folder in
            let file = try Self.write("timeouts: 3s\nproxy: gopher://me:secret@proxy\n", to: folder)
            for arguments in [["good.test", "--config", file], ["config", "check", file]] {
                let result = try await Command.run(arguments)
                #expect(result.status == 3, "\(result.errors)")
                #expect(result.output.isEmpty)
                #expect(result.errors.contains("\(file):1:1: "))
                #expect(result.errors.contains("“timeout”"))
                #expect(result.errors.contains("\(file):2:8: "))
                #expect(!result.errors.contains("secret"))
            }
            #expect(try await Command.run("good.test", "--config", folder + "/none.yaml").status == 3)
            // Only the flag can specify a configuration.
            let unasked = try await Command.run("a b", environment: ["AASA_AUDIT_CONFIG": file])
            #expect(unasked.status == 65)
            #expect(unasked.errors.contains("AASA_AUDIT_CONFIG"))
        }
    }

    @Test func checksAFile() async throws {
        try await withTemporaryDirectory { folder in
            let file = try Self.write("domains: [a.test]\nlists: [none.txt]\noutputs: [none/r.json]\n", to: folder)
            let missing = try await Command.run("config", "check", file)
            #expect(missing.status == 3)
            #expect(missing.errors.contains("none.txt"))
            #expect(missing.errors.contains("none/r.json"))
            let right = try Self.write("domains: [a.test]\n", to: folder, "right.yaml")
            let result = try await Command.run("config", "check", right)
            #expect(result.status == 0)
            #expect(result.output == "\(right) is valid: 1 domain; 0 waivers; 0 settings.\n")
            #expect(result.errors.isEmpty)
            // A team without domains would never receive a message; the teams of lists are included.
            _ = try Self.write("domain,team\nb.test,Shop\nc.test,Payments\n", to: folder, "teams.csv")
            let stale = try Self.write(
                """
                lists: [teams.csv]
                webhooks: [{team: shop, url: "https://h.test/1"}, {team: Media, url: "https://h.test/2"}]
                """, to: folder, "stale.yaml")
            let warned = try await Command.run("config", "check", stale)
            #expect(warned.status == 0, "\(warned.errors)")
            let words =
                "Warning: No domain belongs to the team “Media”; the teams are “Payments” and “Shop”. It has a webhook"
            #expect(warned.errors.hasPrefix(words) && !warned.errors.contains("shop"), "\(warned.errors)")
            // A file without targets is valid for command lines with targets.
            let settings = try Self.write("timeout: 3s\n", to: folder, "settings.yaml")
            let without = try await Command.run("config", "check", settings)
            #expect(without.status == 0)
            #expect(without.errors.contains("neither domains nor lists"))
        }
    }

    /// Errors in the file, in the files that it names, in the environment and in lists do not hide each other.
    @Test func tellsEverythingThatIsWrongAtOnce() async throws {
        try await withTemporaryDirectory { folder in
            let file = try Self.write(
                """
                timeouts: 3s
                domains: [a.test, "b c"]
                lists: [names.txt, none.txt]
                cacert: none.pem
                outputs: [none/r.json]
                """, to: folder)
            _ = try Self.write("d.test\ne f\n", to: folder, "names.txt")
            let result = try await Command.run(
                "config", "check", file, environment: ["AASA_AUDIT_DEADLINE": "3", "AASA_AUDIT_MAX_RETRIES": "x"])
            #expect(result.status == 3)
            #expect(result.output.isEmpty)
            let words = [
                "\(file):1:1: ", "b c", "none.txt", "none.pem", "none/r.json", "AASA_AUDIT_DEADLINE",
                "AASA_AUDIT_MAX_RETRIES", "names.txt, line 2",
            ]
            for word in words { #expect(result.errors.contains(word), "\(word) in \(result.errors)") }
        }
    }

    /// Files with errors, and words of the message.
    static let wrongFiles = [
        ("exclude: [\"[\"]\n", "regular expression"), ("lists: [none.txt]\n", "none.txt"),
        ("lists: [.]\n", "is a folder"),
        ("cacert: none.pem\n", "none.pem"), ("outputs: [none/r.json]\n", "none/r.json"),
        ("entitlements: [none.ipa]\n", "none.ipa"), ("entitlements: [audit.yaml]\n", "entitlements of"),
        ("cacert: audit.yaml\n", "audit.yaml"), ("lists: [hosts.csv]\n", "column “domain”"),
        ("no_db: true\nfail_on: regression\n", "has no database"),
        ("no_db: true\nmin_targets: 80%\n", "has no database"), ("outputs: [\"json:.\"]\n", "is a folder"),
        ("outputs: [r.json, \"json:r.json\"]\n", "the same file"),
        ("outputs: [\"site:new\", \"site:./new/\"]\n", "the same folder"),
        ("outputs: [\"site:empty\", \"site:new/../empty\", \"site:empty/.\"]\n", "the same folder"),
        ("outputs: [\"site:.\"]\n", "files that are not a site"), ("outputs: [\"site:hosts.csv\"]\n", "not a folder"),
        ("outputs: [\"site:none/site\"]\n", "no writable folder"),
        ("outputs: [\"site:new\", \"json:new\"]\n", "each report needs its own"),
        ("outputs: [\"json:-\", \"csv:-\"]\n", "standard output"),
    ]

    @Test(arguments: wrongFiles)
    func aWrongFileIsRefusedByItsCheckAndByTheAudit(text: String, words: String) async throws {
        try await withTemporaryDirectory { folder in
            let file = try Self.write("domains: [a.test]\n" + text, to: folder)
            _ = try Self.write("host,owner\na.test,Dana\n", to: folder, "hosts.csv")
            for name in ["empty", "new"] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder)/\(name)", withIntermediateDirectories: false)
            }
            if text.contains("json:new") || text.contains("./new/") {
                try FileManager.default.removeItem(atPath: "\(folder)/new")
            }
            for arguments in [["config", "check", file], ["--config", file, "--no-db"]] {
                let result = try await Command.run(arguments)
                #expect(result.status == 3, "\(arguments): \(result.errors)")
                #expect(result.output.isEmpty)
                #expect(result.errors.contains(words), "\(result.errors)")
            }
        }
    }

    /// A configuration with a site is valid before and after the site exists.
    @Test func aFileWithASiteIsRightEveryNight() async throws {
        let port = try UnusedPort()
        try await withTemporaryDirectory { folder in
            let file = try Self.write(
                "domains: [a.test]\noutputs: [\"site:public\", all.json]\nno_db: true\n", to: folder)
            for night in 1...2 {
                let check = try await Command.run("config", "check", file)
                #expect(check.status == 0, "night \(night): \(check.errors)")
                #expect(check.errors.isEmpty)
                let audit = try await Command.run(
                    "--config", file, "--dns-servers", "127.0.0.1:\(port.number)", "--max-retries", "0")
                #expect(audit.status == 4, "night \(night): \(audit.errors)")
            }
            #expect(try OutputPathTests.names(folder) == ["all.json", "audit.yaml", "public"])
        }
    }

    @Test func filesThatAreNotUsedNeedNotBeThere() async throws {
        try await withTemporaryDirectory { folder in
            let file = try Self.write("lists: [none.txt]\noutputs: [none/r.json]\ncacert: none.pem\n", to: folder)
            let right = try Self.write("", to: folder, "roots.pem")
            let list = try Self.write("a.test\n", to: folder, "mine.txt")
            let result = try await Command.run(
                "-l", list, "--config", file, "-o", folder + "/r.json", "--cacert", right, "--no-db")
            #expect(result.status == 64, "\(result.errors)")
            #expect(result.errors.contains("roots.pem"), "\(result.errors)")
        }
    }

    @Test func secretsComeFromFilesThatVariablesName() async throws {
        try await withTemporaryDirectory { folder in
            let headers = try Self.write("X-A: secret\nX-B: secret\n", to: folder, "headers")
            let proxy = try Self.write("http://me:secret@a.test\n", to: folder, "proxy")
            let environment = ["AASA_AUDIT_HEADER_FILE": headers, "AASA_AUDIT_PROXY_FILE": proxy]
            let result = try await Command.run(["a b", "-f", "json"], environment: environment)
            #expect(result.status == 65)
            #expect(!(result.output + result.errors).contains("secret"))
            #expect(!result.errors.contains("not known"))
            let options = try Self.options(result.output)
            #expect(options["headers"] == "X-A X-B")
            #expect(options["proxy"] == "http://***@a.test")
            let missing = try await Command.run(["a b"], environment: ["AASA_AUDIT_NOTIFY_FILE": folder + "/none"])
            #expect(missing.status == 64)
            #expect(missing.errors.contains("AASA_AUDIT_NOTIFY_FILE"))
        }
    }

    @Test func anEmptyFileNamesNoDomain() async throws {
        try await withTemporaryDirectory { folder in
            let file = try Self.write("timeout: 3s\n", to: folder)
            let result = try await Command.run("--config", file)
            #expect(result.status == 64)
            #expect(result.errors.contains("neither domains nor lists"))
        }
    }
}
