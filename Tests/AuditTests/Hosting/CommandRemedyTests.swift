import Audit
import Findings
import TestSupport
import Testing

/// Snippets that fix the file are run on a file with the fault; snippets for servers that are not available here are
/// parsed by a program for their language.
@Suite(.inTurn(minutes: 3)) struct CommandRemedyTests {
    /// A file that has the fault.
    struct Case: Sendable, CustomTestStringConvertible {
        let code: FindingCode
        let content: [UInt8]

        var testDescription: String { code.rawValue }
    }

    static let cases = [
        Case(code: .encodingBOM, content: [0xEF, 0xBB, 0xBF] + Array(Sample.association.utf8)),
        Case(
            code: .encodingNotUTF8,
            content: [0xFF, 0xFE] + Sample.association.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }),
        Case(code: .fileOversized, content: Sample.association(bytes: 140_000)),
        Case(code: .fileSizeNearLimit, content: Sample.association(bytes: 130_000)),
    ]

    @Test func everyCommandForEveryServerHasACase() {
        let codes = Remedies.all.filter { $0.platform == nil && $0.snippet != nil }.map(\.code)
        #expect(Set(Self.cases.map(\.code)) == Set(codes))
    }

    @Test(arguments: cases)
    func commandMendsTheFile(_ row: Case) async throws {
        let text = try snippet(row.code, nil)
        try await withNginx { setup in
            let lab = try RemedyLab(directory: setup.directory, authority: setup.authority)
            try lab.write(row.content, to: "www/example.test/.well-known/apple-app-site-association")
            return try setup.server(
                RemedyLab.host, "root \(setup.directory)/www/example.test; default_type application/json;")
        } _: { nginx in
            let lab = RemedyLab(existing: nginx.directory, authority: nginx.authority)
            let faulty = try await lab.audit(port: nginx.port)
            #expect(faulty.has(row.code), "\(faulty.findings.map(\.code.rawValue))")
            let folder = "\(nginx.directory)/www/example.test/.well-known"
            let run = try await runProgram(
                "/bin/sh", ["-e", "-c", "cd '\(folder)'\n\(text)"],
                environment: ["PATH": "/usr/bin:/bin:/opt/homebrew/bin", "LC_ALL": "C"])
            #expect(run.ending == .exited(0), "\(run.errorText)")
            try await lab.audit(port: nginx.port).expectMended(row.code, text)
        }
    }

    private static let readers: [ConfigurationSnippet.Language: [String]] = [
        .json: ["python3", "-c", "import json, sys; json.loads(sys.argv[1])"],
        .toml: ["python3", "-c", "import tomllib, sys; tomllib.loads(sys.argv[1])"],
        .xml: [
            "python3", "-c",
            "import xml.etree.ElementTree, sys; xml.etree.ElementTree.fromstring(sys.argv[1].encode())",
        ],
        .shell: ["sh", "-n", "-c"],
    ]

    @Test(arguments: Remedies.all.filter { $0.snippet.map { readers[$0.language] != nil } ?? false })
    func snippetCanBeRead(_ remedy: ServerRemedy) async throws {
        let snippet = try #require(remedy.snippet)
        let reader = try #require(Self.readers[snippet.language])
        let run = try await runProgram(
            "/usr/bin/env", reader + [snippet.text], environment: ["PATH": "/usr/bin:/bin:/opt/homebrew/bin"])
        #expect(run.ending == .exited(0), "\(run.errorText)\n\(snippet.text)")
    }
}
