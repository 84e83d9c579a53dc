import Foundation
import TestSupport
import Testing

/// `--public-only`, end to end: untrusted names with addresses of this machine.
@Suite(.inTurn(minutes: 3)) struct PublicOnlyCommandTests {
    /// Runs `body` with a local web server, and with arguments that connect names below `.inside.test` to it.
    private static func withServer(
        _ body: (_ server: FaultServer, _ target: String, _ arguments: [String], _ folder: String) async throws -> Void
    ) async throws {
        let site = Site(root: .file, answers: ["/T1": .status(200)])
        try await withDNSFaultServer(["a.inside.test": .loopback]) { names in
            try await withTemporaryDirectory { folder in
                try await withFaultServer([:], otherwise: site) { server in
                    let roots = try server.authority.writeBundle(to: folder)
                    let arguments = ["--dns-servers", names.endpoint, "--cacert", roots, "--max-retries", "0"]
                    try await body(server, "a.inside.test:\(server.port)", arguments, folder)
                }
            }
        }
    }

    @Test func saysThatTheDomainWasNotAskedAndWhatToDo() async throws {
        try await Self.withServer { server, target, arguments, folder in
            let files = ["report.json", "report.html", "report.md"]
            let result = try await Command.run(
                [target, "localhost:\(server.port)", "127.0.0.1:\(server.port)", "--public-only"] + arguments
                    + files.flatMap { ["-o", "\(folder)/\($0)"] })
            #expect(result.status == 4, "\(result.errors)")
            #expect(server.tally.connections == 0)
            let text = AdditionalCheckTests.words(result.output)
            #expect(text.contains("NOT CHECKED"))
            #expect(text.contains("error address-excluded"))
            #expect(text.contains("was not contacted: its address is not public (127.0.0.1)."), "\(text)")
            #expect(text.contains("check it without --public-only"), "\(text)")
            let json = try String(contentsOfFile: "\(folder)/report.json", encoding: .utf8)
            try KeptReports.keep(json, "public-only.json")
            let document = try DecodedReport(json)
            #expect(document.domains.map(\.status) == ["unreachable", "unreachable", "unreachable"])
            for domain in document.domains {
                #expect(domain.findings.filter { $0.severity == "error" }.map(\.code) == ["address-excluded"])
            }
            #expect(json.contains("\"publicOnly\": true") || json.contains("\"publicOnly\":true"))
            for file in files.dropFirst() {
                #expect(try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).contains("address-excluded"))
            }
        }
    }

    @Test func isSetAsAnyOtherSetting() async throws {
        try await Self.withServer { server, target, arguments, folder in
            let file = "\(folder)/audit.yaml"
            try Data("public_only: true\n".utf8).write(to: URL(filePath: file))
            let variable = "AASA_AUDIT_PUBLIC_ONLY"
            var connections = 0
            for (more, environment, isAsked) in [
                (["--public-only"], [:], false), ([], [variable: "1"], false), (["--config", file], [:], false),
                (["--config", file], [variable: "0"], true),
                (["--allow-private-redirects", "--config", file], [:], true),
                ([], [:], true),
            ] as [([String], [String: String], Bool)] {
                let result = try await Command.run(
                    [target, "-f", "json", "--no-db", "--allow-unreachable"] + more + arguments,
                    environment: environment)
                #expect(
                    result.output.contains("address-excluded") != isAsked, "\(more) \(environment) \(result.errors)")
                // A requested domain has an address that is not public, which is an error for Apple's CDN.
                #expect(result.status == (isAsked ? 2 : 0), "\(more) \(environment)")
                #expect((server.tally.connections > connections) == isAsked, "\(more) \(environment)")
                connections = server.tally.connections
            }
            let both = try await Command.run([target, "--public-only", "--allow-private-redirects"] + arguments)
            #expect(both.status == 64)
            #expect(both.errors.contains("--public-only and --allow-private-redirects cannot be used together"))
        }
    }

    @Test func holdsForLinksAsWell() async throws {
        try await Self.withServer { server, target, arguments, _ in
            let link = "https://\(target)/karte/7"
            let match = try await Command.run(["match", link, "--public-only"] + arguments)
            #expect(match.status == 4, "\(match.output) \(match.errors)")
            #expect(match.output.contains("address-excluded"), "\(match.output)")
            let found = try await Command.run(["case", link, "--public-only", "--no-cdn"] + arguments)
            #expect(found.status == 4, "\(found.output) \(found.errors)")
            #expect(found.output.contains("address-excluded"), "\(found.output)")
            #expect(server.tally.connections == 0)
        }
    }

    @Test func publicOnlyDoesNotApplyToOtherAddressesOfTheUser() async throws {
        try await Self.withServer { server, target, arguments, _ in
            let webhook = ["--notify", "http://127.0.0.1:\(server.port)/T1", "--notify-always"]
            let told = try await Command.run([target, "--public-only"] + webhook + arguments)
            #expect(told.status == 4, "\(told.errors)")
            #expect(server.tally.requests.map { "\($0.method) \($0.path)" }.first == "POST /T1")
            #expect(server.tally.requests.allSatisfy { $0.method == "POST" })
            let resolved = try await Command.run(
                [target, "--public-only", "--resolve", "\(target):127.0.0.1", "-f", "json"] + arguments)
            #expect(try DecodedReport(resolved.output).domains.first?.locations.wellKnown?.outcome == "served")
        }
    }
}
