import Foundation
import TestSupport
import Testing

/// `--entitlements`, end to end: apps of several shapes against servers on the loopback interface.
@Suite(.inTurn(minutes: 3)) struct EntitlementsCommandTests {
    private static let app = "A1B2C3D4E5.com.acme.app"
    private static let site = Site(
        wellKnown: .ok(
            """
            {"applinks":{"details":[{"appIDs":["\(app)"],"components":[{"/":"/shop/*"}]}]},
            "webcredentials":{"apps":["\(app)"]},"appclips":{"apps":["\(app).Clip"]}}
            """), root: .status(404))
    private static let sites = [
        "shop.test": site, "www.shop.test": site, "bare.test": Site.everywhere(.status(404)),
    ]

    private static func write(_ bytes: some Sequence<UInt8>, _ path: String) throws {
        let url = URL(filePath: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    private static func words(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test func auditsTheDomainsOfAListAndExpectsItsApp() async throws {
        try await AuditCommandTests.withSites(Self.sites) { _, arguments, folder in
            let path = "\(folder)/Shop.entitlements"
            let entries = [
                "applinks:shop.test", "webcredentials:shop.test", "applinks:https://www.shop.test/",
                "applinks:*.bare.test",
                "applinks:$(STAGING_HOST)",
            ]
            try Self.write(SampleApp.entitlements(entries, appID: "A1B2C3D4E5.com.acme.other").utf8, path)
            let result = try await Command.run(["--entitlements", path, "-f", "json"] + arguments)
            try KeptReports.keep(result.output, "entitlements.json")
            let document = try DecodedReport(result.output)
            #expect(result.status == 2, "\(result.errors)")
            #expect(
                document.domains.map(\.input) == [
                    "applinks:shop.test", "applinks:https://www.shop.test/", "applinks:*.bare.test",
                    "applinks:$(STAGING_HOST)",
                ])
            #expect(
                document.domains.map { $0.findings.filter { $0.severity == "error" }.map(\.code) } == [
                    ["expected-app-missing", "expected-app-missing"],
                    ["expected-app-missing", "entitlement-malformed"],
                    ["wildcard-apex-missing"], [],
                ])
            #expect(document.domains.map(\.status) == ["fail", "fail", "fail", "invalid"])
            #expect(
                document.domains[0].listedBy?.map(\.entries) == [["applinks:shop.test", "webcredentials:shop.test"]])
            #expect(document.domains[0].listedBy?.map(\.app) == ["Shop"])
            #expect(document.domains[3].listedBy == nil)
        }
    }

    @Test func auditsAnArchiveInOneCommand() async throws {
        try await AuditCommandTests.withSites(Self.sites) { _, arguments, folder in
            let path = "\(folder)/Shop.ipa"
            let bundles = [
                ("Shop.app", SampleApp.entitlements(["applinks:shop.test", "applinks:*.shop.test"], appID: Self.app)),
                (
                    "Shop.app/AppClips/Clip.app",
                    SampleApp.entitlements(
                        ["appclips:www.shop.test"], appID: "\(Self.app).Clip",
                        more: "<key>com.apple.developer.on-demand-install-capable</key><true/>")
                ),
            ]
            try Self.write(SampleApp.ipa(bundles), path)
            let outputs = ["md", "html", "ndjson", "txt"].flatMap { ["-o", "\(folder)/report.\($0)"] }
            let result = try await Command.run(["--entitlements", path] + outputs + arguments)
            #expect(result.status == 0, "\(result.errors)\(result.output)")
            #expect(result.errors.isEmpty, "\(result.errors)")
            for text in [result.output, try String(contentsOfFile: "\(folder)/report.txt", encoding: .utf8)] {
                #expect(!text.contains("\n\n\n"), "\(text)")
                let text = Self.words(text)
                #expect(text.contains("Shop (\(Self.app)), \(path): Payload/Shop.app: 1 domain"), "\(text)")
                #expect(text.contains("PASS shop.test applinks:shop.test, applinks:*.shop.test"), "\(text)")
                #expect(text.contains("Clip (\(Self.app).Clip), \(path): Payload/Shop.app/AppClips/Clip.app: 1 domain"))
            }
            let markdown = try String(contentsOfFile: "\(folder)/report.md", encoding: .utf8)
            #expect(markdown.contains("## Apps"))
            #expect(markdown.contains("### `Shop (\(Self.app))`"), "\(markdown)")
            #expect(try String(contentsOfFile: "\(folder)/report.html", encoding: .utf8).contains("Listed by"))
            // The written report can be read again, with the same sections.
            let again = try await Command.run("report", "--from", "\(folder)/report.ndjson", "-f", "md")
            #expect(again.output.contains("### `Clip (\(Self.app).Clip)`"), "\(again.errors)")
        }
    }

    @Test func findsTheThreeTargetsOfAProject() async throws {
        try await AuditCommandTests.withSites(Self.sites) { _, arguments, folder in
            let project = "\(folder)/project"
            let targets = ["Shop", "Clip", "Keys"].map { ($0, [("Release", "\($0)/\($0).entitlements")]) }
            try Self.write(SampleApp.project(targets).utf8, "\(project)/Shop.xcodeproj/project.pbxproj")
            for (name, entry) in [
                ("Shop", "applinks:*.shop.test?mode=managed"), ("Clip", "appclips:shop.test"),
                ("Keys", "webcredentials:www.shop.test"),
            ] {
                try Self.write(
                    SampleApp.entitlements([entry], appID: "$(AppIdentifierPrefix)com.acme.app").utf8,
                    "\(project)/\(name)/\(name).entitlements")
            }
            // Neither files outside the project nor third-party code are read.
            try FileManager.default.createSymbolicLink(atPath: "\(project)/link", withDestinationPath: "/")
            try Self.write("x".utf8, "\(project)/Pods/Bad.entitlements")
            let unnamed = try await Command.run(["--entitlements", project, "-f", "json"] + arguments)
            let document = try DecodedReport(unnamed.output)
            #expect(document.domains.map { $0.listedBy?.map(\.app) } == [["Shop", "Clip"], ["Keys"]])
            #expect(
                document.domains[0].notes.contains {
                    $0.contains("a managed device fetches the file from this server")
                })
            #expect(unnamed.errors.contains("which Xcode completes when it builds"), "\(unnamed.errors)")
            #expect(unnamed.errors.contains("with --app-id"))
            // The longest entry that covers the host determines whether a link opens the app.
            let links = ["--opens", "https://a.shop.test/shop/1", "--does-not-open", "https://a.shop.test/x"]
            let named = try await Command.run(
                ["--entitlements", project, "--app-id", Self.app, "-f", "json"] + links + arguments)
            #expect(named.errors.isEmpty, "\(named.errors)")
            #expect(try DecodedReport(named.output).domains.map(\.status) == ["pass", "pass"], "\(named.output)")
            let other = try await Command.run(
                ["--entitlements", project, "--app-id", Self.app, "--opens", "https://www.elsewhere.test/"] + arguments)
            #expect(other.status == 64)
            #expect(other.errors.contains("No app lists the host of “https://www.elsewhere.test/”"), "\(other.errors)")
        }
    }

    @Test func takesPathsFromTheConfiguration() async throws {
        try await AuditCommandTests.withSites(Self.sites) { _, arguments, folder in
            try Self.write(
                SampleApp.entitlements(["applinks:shop.test"], appID: Self.app).utf8, "\(folder)/Shop.entitlements")
            try Self.write("entitlements: [Shop.entitlements]\n".utf8, "\(folder)/audit.yaml")
            let check = try await Command.run("config", "check", "\(folder)/audit.yaml")
            #expect(check.status == 0, "\(check.errors)")
            let result = try await Command.run(
                ["--config", "\(folder)/audit.yaml", "--no-db", "-f", "json"] + arguments)
            #expect(try DecodedReport(result.output).domains.map(\.status) == ["pass"], "\(result.errors)")
            try Self.write("entitlements: [Missing.entitlements]\n".utf8, "\(folder)/wrong.yaml")
            #expect(try await Command.run("config", "check", "\(folder)/wrong.yaml").status == 3)
        }
    }

    @Test func saysWhatCannotBeRead() async throws {
        try await withTemporaryDirectory { folder in
            var archive = ZipFile()
            archive.add("../../escaped.txt", Array("x".utf8))
            let files: [(String, [UInt8], String)] = [
                ("a.entitlements", Array("hello".utf8), "it is not a property list; the supported inputs are"),
                ("b.ipa", Array("hello".utf8), "an .ipa file must be a zip archive, and this one is not"),
                ("a.ipa", archive.bytes(), "an entry that leads out of it"),
                ("empty/readme.txt", [], "no target of a project and no .entitlements file"),
                ("Bare.app/readme.txt", [], "there is no app in it"),
            ]
            for (name, bytes, words) in files {
                try Self.write(bytes, "\(folder)/\(name)")
                let path = name.contains("/") ? String(name.prefix { $0 != "/" }) : name
                let result = try await Command.run("--entitlements", "\(folder)/\(path)")
                #expect(result.status == 64)
                #expect(result.errors.contains(words), "\(result.errors)")
            }
            #expect(try FileManager.default.subpathsOfDirectory(atPath: folder).allSatisfy { !$0.contains("escaped") })
            let missing = try await Command.run("--entitlements", "\(folder)/nothing")
            #expect(missing.status == 64)
            #expect(missing.errors.contains("No such file or directory"), "\(missing.errors)")
        }
    }
}
