import Foundation
import TestSupport
import Testing

@Suite(.inTurn(minutes: 3)) struct UsageTests {
    @Test func printsAllVersions() async throws {
        let result = try await Command.run("--version")
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        for name in ["aasa-audit", "rules", "libcurl", "OpenSSL", "c-ares", "nghttp2", "libidn2", "Swift"] {
            #expect(result.output.contains(try Regex("(?m)^\(name) +[0-9]")), "\(name)")
        }
        // The line of libcurl contains its TLS library.
        #expect(result.output.contains(#/libcurl +\d+\.\d+\.\d+.* \(.*OpenSSL/3/#))
    }

    struct Misuse: Sendable, CustomTestStringConvertible {
        var arguments: [String]
        var words: [String]
        var environment: [String: String] = [:]

        init(_ arguments: String..., words: String..., environment: [String: String] = [:]) {
            self.arguments = arguments
            self.words = words
            self.environment = environment
        }

        var testDescription: String { "\(arguments) \(environment)" }
    }

    static let misuses: [Misuse] = [
        Misuse(words: "domain"),
        Misuse("audti", "example.com", words: "“audti”", "“audit”", "aasa-audit audit audti"),
        Misuse("exa", "mple.com", words: "“exa” is neither a command", "no spaces; did you mean “example.com”?"),
        Misuse("scan", "example.com", words: "“scan” is neither a command", "Commands: audit,"),
        Misuse("scan", "https://example.com/", words: "help. To audit a host called “scan”"),
        Misuse("notify", words: "“notify” is neither a command", "the option --notify?"),
        Misuse("site", words: "the output -o site:FOLDER?"), Misuse("json", "a.example", words: "the output -f json?"),
        Misuse("intranet", words: "“intranet” is neither a command nor a domain", "aasa-audit audit intranet"),
        Misuse("lnit", words: "“lint”"), Misuse("lnt", words: "“lint”"), Misuse("confg", "check", words: "“config”"),
        Misuse("--app-id", "X", "example.com", words: "A1B2C3D4E5.com.acme.app"),
        Misuse("lint", "--fail-on", "regression", "x", words: "error", "warning", "never"),
        Misuse("--nonsense", "example.com", words: "--nonsense"),
        Misuse("--timeout", "10", "example.com", words: "--timeout", "10s"),
        Misuse("--timeout", "soon", "example.com", words: "“soon”", "500ms"),
        Misuse("--max-retries", "21", "example.com", words: "0 to 20"),
        Misuse("-c", "0", "example.com", words: "1 to 100000"),
        Misuse("--loops", "x", "example.com", words: "whole number"),
        Misuse("--expiry-days", "x", "example.com", words: "whole number"),
        Misuse(
            "-4", "-6", "example.com",
            words: "-4 and -6 cannot be used together: keep -4 to use IPv4 addresses only, or -6 to use "),
        Misuse("-q", "-v", "example.com", words: "keep -q to print less, or -v to print more."),
        Misuse("--db", "a.sqlite", "--no-db", "example.com", words: "keep --db to store the run in this database, or "),
        Misuse("--resolve", "example.com:443", "example.com", words: "HOST:PORT:ADDR"),
        Misuse("--connect-to", "a:b:c:d", "example.com", words: "HOST1:PORT1:HOST2:PORT2"),
        Misuse("--dns-servers", "dns.example", "example.com", words: "192.0.2.53"),
        Misuse("--cacert", "/nonexistent/ca.pem", "example.com", words: "/nonexistent/ca.pem"),
        Misuse("--proxy", "gopher://me:secret@proxy.example", "example.com", words: "--proxy", "socks5h"),
        Misuse("-H", "Host: secret", "example.com", words: "Host", "--connect-to"),
        Misuse("-H", "secret", "example.com", words: "--header"),
        Misuse("-f", "pdf", "example.com", words: "text", "json", "ndjson"),
        Misuse("-o", "report.pdf", "example.com", words: "“report.pdf”", ".json"),
        Misuse("-o", "out", "example.com", words: "html:out, or as in site:out for a folder of pages"),
        Misuse("-o", "/nonexistent/report.json", "example.com", words: "there is no folder /nonexistent"),
        Misuse("-o", "json:/", "example.com", words: "it is a folder"),
        Misuse("-o", "a.json", "-o", "json:a.json", "example.com", words: "a.json", "are the same file"),
        Misuse("-f", "json", "-o", "ndjson:-", "example.com", words: "standard output"),
        Misuse("--exclude", "(", "example.com", words: "“(” is not a regular expression", "^staging[.]"),
        Misuse("--color", "blue", "example.com", words: "auto", "always", "never"),
        Misuse("--fail-on", "info", "example.com", words: "error", "warning", "never"),
        Misuse("example.com", words: "AASA_AUDIT_TIMEOUT", "10s", environment: ["AASA_AUDIT_TIMEOUT": "10"]),
        Misuse("example.com", words: "AASA_AUDIT_FORMAT", "ndjson", environment: ["AASA_AUDIT_FORMAT": "pdf"]),
        Misuse("example.com", words: "AASA_AUDIT_IPV4", "yes", environment: ["AASA_AUDIT_IPV4": "maybe"]),
        Misuse("example.com", words: "AASA_AUDIT_HEADER", environment: ["AASA_AUDIT_HEADER": "secret"]),
        Misuse("match", words: "URL"), Misuse("match", "--file", "-", "--urls", "-", words: "standard input"),
        Misuse("match", "--domain", "a.test", "https://a.test/", words: "--file"),
        Misuse("match", "--file", "x", "--domain", "a b", "https://a.test/", words: "--domain"),
        Misuse("match", "--explain", "--no-trace", "https://a.test/", words: "cannot be used together"),
        Misuse("match", "--urls", "/nonexistent/urls", "https://a.test/", words: "/nonexistent/urls"),
        Misuse("match", "--timeout", "soon", "https://a.test/", words: "“soon”"),
        Misuse("lint", words: "file"), Misuse("lint", "-", "-", words: "once"),
        Misuse("lint", "-q", "-v", "x", words: "cannot be used together"),
        Misuse("lint", "-f", "pdf", "x", words: "json"),
        Misuse("lint", "--domain", "a b", "x", words: "--domain"),
        Misuse("lint", "--cacert", "/nonexistent/ca.pem", "x", words: "/nonexistent/ca.pem"),
        Misuse("lint", "--fail-on", "info", "x", words: "warning"),
        Misuse("explain", "no-such-code", words: "no-such-code"),
        Misuse("explain", "entitlement-unheard-of", words: "entitlement-unheard-of"),
        Misuse("explain", "tls-certificate-expird", words: "tls-certificate-expired"),
        Misuse("explain", "file-missing", "file-empty", words: "file-empty"),
        Misuse("explain", "redirect", "--server", "ngimx", words: "ngimx", "nginx, apache"),
        Misuse("explain", "--server", "nginx", words: "needs the code"),
    ]

    @Test(arguments: misuses)
    func saysWhatIsWrongWithTheUsage(_ misuse: Misuse) async throws {
        let result = try await Command.run(misuse.arguments, environment: misuse.environment)
        #expect(result.status == 64, "\(result.errors)")
        #expect(result.output.isEmpty)
        for words in misuse.words { #expect(result.errors.contains(words), "\(result.errors)") }
        #expect(!result.errors.contains("secret"))
    }

    /// A word is a host if it follows a command.
    @Test(arguments: [["audit", "audti"], ["audit", "audit"], ["audit", "lint"], ["audit", "intranet"]])
    func aBareWordMayBeAHost(arguments: [String]) async throws {
        let result = try await Command.run(
            arguments + ["--connect-to", "::127.0.0.1:9", "--max-retries", "0", "-f", "json"])
        #expect(result.status != 64, "\(result.errors)")
    }

    @Test func helpOfLintListsWhatItTakes() async throws {
        let help = try await Command.run("lint", "--help").output
        #expect(help.contains(/error,\s+warning,\s+never/) && !help.contains("regression"), "\(help)")
    }

    @Test(arguments: [["history", "--prune"], ["history"], ["diff"]])
    func lookingBackMakesNoDatabase(arguments: [String]) async throws {
        try await withTemporaryDirectory { folder in
            let result = try await Command.run(arguments + ["--db", "\(folder)/typo.sqlite"])
            #expect(result.status == 1)
            #expect(result.errors.contains("typo.sqlite"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test func warnsOfAVariableThatNoFlagHas() async throws {
        let result = try await Command.run("a b", environment: ["AASA_AUDIT_TIMEOUTS": "10s"])
        #expect(result.errors.contains("AASA_AUDIT_TIMEOUTS"))
        #expect(result.status == 65)
    }
}
