import Foundation
import TestSupport
import Testing

/// The user name and password of a proxy are sent only to the proxy, for every source and outcome.
@Suite(.inTurn(minutes: 3)) struct ProxySecretTests {
    /// The source of a proxy setting.
    enum Source: String, Sendable, CaseIterable {
        case flag, variable, surroundings, configuration

        /// Returns the arguments and the environment that specify `proxy`; the configuration file is written to `folder`.
        func arguments(_ proxy: String, in folder: String) throws -> (
            arguments: [String], environment: [String: String]
        ) {
            switch self {
            case .flag: return (["--proxy", proxy], [:])
            case .variable: return ([], ["AASA_AUDIT_PROXY": proxy])
            case .surroundings: return ([], ["https_proxy": proxy])
            case .configuration:
                let file = "\(folder)/audit.yaml"
                let quoted = proxy.replacing("'", with: "''")
                try Data("proxy: '\(quoted)'\n".utf8).write(to: URL(filePath: file))
                return (["--config", file], [:])
            }
        }

        /// The name of the source in messages.
        var name: String {
            switch self {
            case .flag: "--proxy"
            case .variable: "AASA_AUDIT_PROXY"
            case .surroundings: "https_proxy"
            case .configuration: "“proxy”"
            }
        }
    }

    /// Valid proxies; `PORT` is that of a proxy that requires another password, `DEAD` is a port without a listener.
    static let usable = [
        "http://secretuser:secretword@127.0.0.1:PORT", "secretuser:secretword@127.0.0.1:PORT",
        "http://secretuser:a%2Fsecret%40%3Aword@127.0.0.1:PORT/", "HTTP://secretuser@127.0.0.1:PORT",
        "http://secretuser:se\"cret<'|secretword@localhost:PORT", "socks5h://secretuser:secretword@127.0.0.1:PORT",
        "https://secretuser:secretword@127.0.0.1:DEAD",
    ]

    static let files = [
        "a.json", "a.ndjson", "a.html", "a.csv", "a.md", "a.junit.xml", "a.sarif", "a.prom", "text:a.txt",
        "github:a.github",
    ]

    @Test(arguments: usable, Source.allCases)
    func reportsLogAndDatabaseDoNotHaveIt(proxy: String, source: Source) async throws {
        try await withTemporaryDirectory { folder in
            try await withForwardProxy(.status(407), to: 1) { server in
                let dead = try UnusedPort()
                let proxy = proxy.replacing("PORT", with: "\(server.port)").replacing("DEAD", with: "\(dead.number)")
                let (arguments, environment) = try source.arguments(proxy, in: folder)
                let files = Self.files.flatMap { file in
                    let parts = file.split(separator: ":")
                    let path = "\(folder)/out-\(parts[parts.count - 1])"
                    return ["-o", parts.count > 1 ? "\(parts[0]):\(path)" : path]
                }
                let result = try await Command.run(
                    ["example.com", "-v", "--max-retries", "0", "--db", "\(folder)/out-runs.sqlite"]
                        + ["--log-format", "json", "--log-level", "debug"] + files + arguments,
                    environment: environment)
                #expect(result.status == 4, "\(result.errors)")
                #expect(result.output.contains("proxy-failed"))
                #expect(try Self.traces(in: folder) == [])
                #expect(!(result.output + result.errors).contains("secret"))
                let again = try await Command.run("report", "--db", "\(folder)/out-runs.sqlite", "-f", "json", "latest")
                #expect(again.output.contains("proxy-failed"), "\(again.errors)")
                #expect(!(again.output + again.errors).contains("secret"))
            }
        }
    }

    /// Returns the files of a run that contain a part of the secret.
    private static func traces(in folder: String) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("out-") }
        #expect(names.count > files.count)
        return try names.filter { name in
            try Data(contentsOf: URL(filePath: "\(folder)/\(name)")).range(of: Data("secret".utf8)) != nil
        }
    }

    /// Values that libcurl cannot read as a proxy, or reads as something else.
    static let malformed = [
        "http://me:pa/secret@127.0.0.1:1", "http://me:sec@secret@127.0.0.1:1", "http://me:%0Asecret@127.0.0.1:1",
        "gopher://me:secret@127.0.0.1:1", "http://me:secret", "http://me:secret@ho st",
    ]

    @Test(arguments: malformed, Source.allCases)
    func malformedProxiesAreUsageErrorsAndNotQuoted(proxy: String, source: Source) async throws {
        try await withTemporaryDirectory { folder in
            let (arguments, environment) = try source.arguments(proxy, in: folder)
            for format in ["text", "json"] {
                let result = try await Command.run(
                    ["example.com", "--max-retries", "0", "--log-format", format] + arguments, environment: environment)
                #expect(result.status == (source == .configuration ? 3 : 64), "\(result.errors)")
                #expect(result.output.isEmpty)
                #expect(result.errors.contains(source.name), "\(result.errors)")
                #expect(!result.errors.contains("secret"))
            }
        }
    }

    @Test func theProxyGetsIt() async throws {
        try await AuditCommandTests.withSites(["good.test": AuditCommandTests.good]) { server, _, folder in
            try await withForwardProxy(.wantsPassword(user: "me", password: "pa/s@s"), to: server.port) { proxy in
                let result = try await Command.run(
                    "good.test", "--cacert", "\(folder)/roots.pem", "-f", "json",
                    environment: ["https_proxy": "http://me:pa%2Fs%40s@127.0.0.1:\(proxy.port)"])
                #expect(result.status == 0, "\(result.errors) \(result.output)")
            }
        }
    }
}
