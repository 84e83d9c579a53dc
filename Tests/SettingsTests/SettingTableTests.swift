import Audit
import Findings
import Foundation
import Records
import Reports
import TestSupport
import Testing
import Transport

@testable import Settings

/// The entries of all settings, and the values from their sources.
struct SettingTableTests {
    @Test func everyNameIsThereOnce() {
        let entries = SettingTable.entries
        #expect(entries.count > 40)
        for names in [entries.map(\.key), entries.map(\.flag), entries.map(\.variable)] {
            #expect(Set(names).count == names.count)
        }
        let letters = entries.compactMap(\.short)
        #expect(Set(letters).count == letters.count)
        for entry in entries {
            #expect(entry.excludes.map { other in entries.contains { $0.key == other } } ?? true, "\(entry.key)")
            #expect(!entry.help.contains("{"), "\(entry.key)")
        }
    }

    @Test func namesFollowFromTheKeyButForThoseThatAreExceptions() throws {
        let exceptions = SettingTable.entries.filter { $0.flag != $0.key.replacing("_", with: "-") }.map(\.flag)
        #expect(exceptions == ["list", "app-id", "output", "header"])
        let retries = SettingTable.Network.table.maxRetries.entry
        #expect(retries.flag == "max-retries")
        #expect(retries.variable == "AASA_AUDIT_MAX_RETRIES")
        #expect(retries.fileVariable == nil)
        let secrets = SettingTable.entries.compactMap(\.fileVariable)
        #expect(
            secrets == ["NOTIFY", "NOTIFY_SECRET", "PROXY", "HEADER"].map { "AASA_AUDIT_\($0)_FILE" })
    }

    @Test func helpNamesTheDefaults() {
        let table = SettingTable.Network.table
        #expect(table.timeout.entry.help.contains("(default: 20s)"))
        #expect(table.deadline.entry.help.contains("(default: 60s)"))
        #expect(SettingTable.History.table.keep.entry.help.contains("(default: 90d)"))
        #expect(SettingTable.Judgement.table.failOn.entry.help.contains("(default: error)"))
    }

    // MARK: The options of a run

    @Test func reportedOptionsAreTheSpecifiedOnes() throws {
        let sources = SettingSources([
            "AASA_AUDIT_TIMEOUT": "1500ms", "AASA_AUDIT_RATE_LIMIT": "7", "AASA_AUDIT_IPV6": "yes",
            "AASA_AUDIT_HEADER": "X-A: secret\nX-B: secret", "AASA_AUDIT_PROXY": "http://me:secret@a.test",
            "AASA_AUDIT_CACERT": "roots.pem",
        ])
        let options = try sources.values(of: SettingTable.Network.self).reportedOptions
        #expect(
            options.entries.map(\.key) == [
                "hostConcurrency", "rateLimit", "runDeadlineMs", "loops", "timeoutMs", "connectTimeoutMs", "deadlineMs",
                "maxRetries", "maxRedirects", "publicOnly", "allowPrivateRedirects", "userAgent", "addressFamily",
                "cacert",
                "proxy", "headers",
            ])
        #expect(!"\(options)".contains("secret"))
        #expect(options["headers"] == ["X-A", "X-B"])
        #expect(options["addressFamily"] == "IPv6")
        #expect(options["runDeadlineMs"] == .null)
    }

    @Test func severitiesAreRecordedByTheirCodes() {
        var options = Evidence()
        options.add(severities: [.slowResponse: .info, .redirect: .error])
        #expect(options["severities"] == ["redirect": "error", "slow-response": "info"])
    }

    // MARK: Sources

    @Test func theCommandLineGoesBeforeTheEnvironmentBeforeTheFile() throws {
        var file: [String: [String]] = [:]
        (file["loops"], file["headers"], file["timeout"]) = (["2"], ["X-A: a", "X-B: b"], ["3s"])
        let sources = SettingSources(["AASA_AUDIT_LOOPS": "3", "AASA_AUDIT_TIMEOUT": ""], file: file)
        let network = try sources.values(of: SettingTable.Network.self, commandLine: ["loops": ["4"]])
        #expect(network.loops == 4)
        #expect(network.source(of: \.loops) == .commandLine)
        #expect(try sources.values(of: SettingTable.Network.self).loops == 3)
        #expect(network.headers.map(\.name) == ["X-A", "X-B"])
        #expect(network.timeout == .seconds(3))
        #expect(network.source(of: \.timeout) == .file)
        #expect(network.deadline == .seconds(60))
        #expect(network.source(of: \.deadline) == nil)
    }

    @Test func knowsItsVariables() {
        let sources = SettingSources([
            "AASA_AUDIT_PROXY_FILE": "a", "AASA_AUDIT_NOTIFY_SECRET": "a", "AASA_AUDIT_LOOPS_FILE": "a", "PATH": "a",
            "AASA_AUDIT_CONFIG": "a",
        ])
        #expect(sources.unknown == ["AASA_AUDIT_CONFIG", "AASA_AUDIT_LOOPS_FILE"])
    }

    // MARK: Secrets in files

    @Test(arguments: [
        ("http://me:secret@a.test", "http://me:secret@a.test"), ("http://a.test\n", "http://a.test"),
        ("http://a.test\r\nuser: me\n", "http://a.test"),
    ])
    func readsASecretFromTheFirstLineOfAFile(text: String, value: String) throws {
        try Self.withFile(Array(text.utf8)) { path in
            let sources = SettingSources(["AASA_AUDIT_PROXY_FILE": path])
            let network = try sources.values(of: SettingTable.Network.self)
            #expect(network.proxy == value)
        }
    }

    @Test func readsAHeaderFieldFromEachLineOfAFile() throws {
        try Self.withFile(Array("X-A: a\n\nX-B: b\r\n".utf8)) { path in
            let sources = SettingSources(["AASA_AUDIT_HEADER_FILE": path])
            let network = try sources.values(of: SettingTable.Network.self)
            #expect(network.headers.map(\.name) == ["X-A", "X-B"])
        }
    }

    @Test(
        arguments: [
            ([], "is empty"), (Array("\n\nhush-hush".utf8), "empty line"), ([0x73, 0xFF], "UTF-8"),
            (Array("gopher://me:hush-hush@proxy".utf8), "socks5h"),
            ([UInt8](repeating: 0x61, count: (64 << 10) + 1), "64 KiB"),
        ] as [([UInt8], String)])
    func saysWhatIsWrongWithAFileAndDoesNotRepeatIt(bytes: [UInt8], words: String) throws {
        try Self.withFile(bytes) { path in
            let sources = SettingSources(["AASA_AUDIT_PROXY_FILE": path])
            let error = #expect(throws: UsageError.self) { try sources.values(of: SettingTable.Network.self) }
            let text = try #require(error).description
            #expect(text.contains(words), "\(text)")
            #expect(text.contains("AASA_AUDIT_PROXY_FILE"), "\(text)")
            #expect(!text.contains("hush-hush"))
        }
    }

    @Test(arguments: [
        (["AASA_AUDIT_NOTIFY_FILE": "/nonexistent/url"], "/nonexistent/url"),
        (["AASA_AUDIT_NOTIFY_FILE": "/tmp"], "directory"),
        (["AASA_AUDIT_NOTIFY_FILE": "/tmp/a", "AASA_AUDIT_NOTIFY": "https://a.test/secret"], "cannot both be set"),
    ])
    func saysWhyAFileCannotBeUsed(variables: [String: String], words: String) throws {
        let error = #expect(throws: UsageError.self) {
            try SettingSources(variables).values(of: SettingTable.Notification.self)
        }
        let text = try #require(error).description
        #expect(text.contains(words), "\(text)")
        #expect(text.contains("AASA_AUDIT_NOTIFY_FILE"), "\(text)")
        #expect(!text.contains("secret"))
    }

    @Test(
        arguments: [
            ("lists", [:], true), ("lists", ["lists": ["other.txt"]], false), ("no_db", ["no_db": ["true"]], true),
            ("exclude", [:], false), ("shard", [:], true), ("shard", ["shard": ["0/2"]], false),
        ] as [(String, [String: [String]], Bool)])
    func knowsTheSettingsThatOnlyTheFileDetermines(key: String, commandLine: [String: [String]], expected: Bool) {
        var file: [String: [String]] = [:]
        file["lists"] = ["domains.txt"]
        file["no_db"] = ["true"]
        file["exclude"] = ["^a[.]"]
        let sources = SettingSources(["AASA_AUDIT_EXCLUDE": "^b[.]"], file: file)
        #expect(sources.fileDecides(key, commandLine: commandLine) == expected)
    }

    private static func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "aasa-audit-\(UUID())").path
        try Data(bytes).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }
}
