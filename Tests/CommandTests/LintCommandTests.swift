import Foundation
import TestSupport
import Testing

/// `lint`, end to end: the built program against files on disk.
@Suite(.inTurn(minutes: 3)) struct LintCommandTests {
    /// The part of the JSON report that the tests read.
    struct Document: Decodable {
        struct File: Decodable {
            struct Finding: Decodable {
                var code: String
                var location: String
                var pointer: String?
                var line: Int?
                var column: Int?
            }
            struct App: Decodable {
                var appID: String
                var services: [String]
                var rules: Int
            }
            var path: String
            var signed: Bool
            var status: String
            var error: String?
            var findings: [Finding]
            var apps: [App]
        }
        var schemaVersion: Int
        var files: [File]

        init(_ text: String) throws {
            self = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
        }
    }

    /// Runs `body` with the path of a file that has `bytes`.
    static func withFile(
        _ bytes: some Sequence<UInt8>, _ body: (_ path: String, _ folder: String) async throws -> Void
    ) async throws {
        let bytes = Array(bytes)
        try await withTemporaryDirectory { folder in
            let path = "\(folder)/file.json"
            try writeFile(bytes, to: path)
            try await body(path, folder)
        }
    }

    static let app = "K7QW2XNB5T.net.waldweg.karten"
    static let warned = #"{"applinks":{"details":[{"appIDs":["\#(app)"]}]}}"#

    /// The content of a file, its first finding, its status, and the exit code.
    static let files: [(content: String, code: String?, status: String, exit: Int32)] = [
        (Sample.association, "applinks-apps-missing", "pass", 0),
        (warned, "detail-rules-missing", "warn", 0),
        ("{", "json-invalid", "fail", 2),
        ("", "file-empty", "fail", 2),
        (Sample.page, "html-instead-of-file", "fail", 2),
        ("\u{1F}\u{8B}\u{08}", "json-invalid", "fail", 2),
        ("[]", "json-not-object", "fail", 2),
        ("-----BEGIN PKCS7-----\nMIIB\n", "signature-invalid", "fail", 2),
    ]

    @Test(arguments: files)
    func judgesAFile(_ row: (content: String, code: String?, status: String, exit: Int32)) async throws {
        try await Self.withFile(row.content.utf8) { path, _ in
            let result = try await Command.run("lint", "-f", "json", path)
            #expect(result.status == row.exit, "\(result.errors)")
            #expect(result.errors.isEmpty)
            let file = try #require(try Document(result.output).files.first)
            #expect(file.path == path)
            #expect(file.status == row.status)
            if let code = row.code { #expect(file.findings.contains { $0.code == code }, "\(file.findings)") }
            #expect(file.findings.allSatisfy { $0.location == "file" })
            // The same report as text, with 80 columns.
            let text = try await Command.run("lint", path)
            #expect(text.status == row.exit)
            #expect(text.output.contains(row.status.uppercased()))
            #expect(text.output.split(separator: "\n").allSatisfy { $0.unicodeScalars.count <= 80 })
        }
    }

    @Test func tellsCompressedAndOversizedFiles() async throws {
        try await Self.withFile([0x1F, 0x8B, 0x08, 0x00]) { path, _ in
            let result = try await Command.run("lint", path)
            #expect(result.status == 2)
            #expect(result.output.contains("content-encoding-broken"))
        }
        let sizes = [
            (128_000, nil), (128_001, "file-size-near-limit"), (131_072, "file-size-near-limit"),
            (131_073, "file-oversized"), (3_000_000, "file-oversized"),
        ]
        for (size, code) in sizes {
            try await Self.withFile(Sample.association(bytes: size)) { path, _ in
                let file = try #require(
                    try Document(try await Command.run("lint", "-f", "json", path).output).files.first)
                #expect(file.findings.map(\.code).filter { $0.hasPrefix("file-") } == [code].compactMap(\.self))
            }
        }
    }

    @Test func namesTheAppsAndThePlaces() async throws {
        try await Self.withFile("{\n \"applinks\": {\"details\": [\n  {\"appIDs\": [\"nope\"]}]}}".utf8) { path, _ in
            let file = try #require(
                try Document(try await Command.run("lint", "-f", "json", path).output).files.first)
            let finding = try #require(file.findings.first { $0.code == "app-id-malformed" })
            #expect(finding.pointer == "/applinks/details/0/appIDs/0")
            #expect(finding.line == 3)
            #expect(finding.column == 15)
            #expect(file.apps.map(\.appID) == ["nope"])
            #expect(file.apps.map(\.services) == [["applinks"]])
        }
    }

    @Test func goesOnAfterAFileThatCannotBeRead() async throws {
        try await Self.withFile(Sample.association.utf8) { path, folder in
            let result = try await Command.run("lint", "-f", "json", "\(folder)/none", path, folder)
            #expect(result.status == 4)
            #expect(result.errors.contains("none"))
            let files = try Document(result.output).files
            #expect(files.map(\.status) == ["unreadable", "pass", "unreadable"])
            #expect(files.map { $0.error == nil } == [false, true, false])
            let text = try await Command.run("lint", "\(folder)/none", path)
            #expect(text.output.contains("UNREADABLE"))
            #expect(text.output.contains("2 files: 1 OK, 1 not readable."))
        }
    }

    @Test func readsTheStandardInput() async throws {
        try await Self.withFile("{".utf8) { path, _ in
            let input = try #require(FileHandle(forReadingAtPath: path))
            let result = try await Command.run(["lint", "-"], input: input)
            #expect(result.status == 2)
            #expect(result.output.contains("standard input  FAIL"))
        }
    }

    @Test func exitCodeFollowsFailOn() async throws {
        try await Self.withFile(Self.warned.utf8) { path, _ in
            #expect(try await Command.run("lint", "--fail-on", "warning", path).status == 2)
            let quiet = try await Command.run("lint", "-q", path)
            #expect(!quiet.output.contains("info"))
            #expect(quiet.output.contains("detail-rules-missing"))
        }
        try await Self.withFile("{".utf8) { path, _ in
            let result = try await Command.run("lint", "--fail-on", "never", path)
            #expect(result.status == 0)
        }
    }

    @Test func opensSignedFiles() async throws {
        let good = try await Signing.with { try $0.sign(Array(Sample.association.utf8), host: "links.test") }
        try await Self.withFile(good) { path, folder in
            let roots = try CertificateAuthority.shared().writeBundle(to: folder)
            let rows: [([String], [String])] = [
                (["--cacert", roots, "--domain", "links.test"], []),
                (["--cacert", roots], []),
                (["--cacert", roots, "--domain", "other.test"], ["signature-untrusted"]),
                // The roots of this machine, if any, do not include the authority of the tests.
                ([], ["signature-untrusted"]),
            ]
            for (arguments, codes) in rows {
                let result = try await Command.run(
                    ["lint", "-f", "json", path] + arguments, environment: ["SSL_CERT_FILE": "\(folder)/others.pem"])
                #expect(result.status == 0, "\(result.errors)")
                let file = try #require(try Document(result.output).files.first)
                #expect(file.signed)
                #expect(file.apps.map(\.appID) == [Self.app])
                let signature = file.findings.map(\.code).filter { $0.hasPrefix("signature-") }
                if !arguments.isEmpty { #expect(signature == codes + ["signature-obsolete"]) }
            }
        }
    }
}
