import Foundation
import TestSupport
import Testing

/// `baseline accept` over several nights.
@Suite(.inTurn(minutes: 3)) struct BaselineTests {
    /// An error makes every run fail until it is fixed or accepted, not only the first run.
    @Test func errorsFailRunsUntilTheyAreFixedOrAccepted() async throws {
        let sites = [
            "old.test": Site.everywhere(.status(404)),
            "new.test": Site(wellKnown: .inTurn(.file, .status(404))),
            "down.test": Site(handshake: .close),
        ]
        try await AuditCommandTests.withSites(sites) { _, arguments, folder in
            let configuration = try ConfigurationCommandTests.write(
                "# ours\ndomains: [old.test, new.test]\ninclude: [accepted.yaml]\ndb: runs.sqlite\n",
                to: folder)
            let accepted = try ConfigurationCommandTests.write("# empty\n", to: folder, "accepted.yaml")
            let before = try String(contentsOfFile: configuration, encoding: .utf8)
            func night() async throws -> Command.Result {
                try await Command.run(["--config", configuration, "--max-retries", "0", "-n"] + arguments)
            }
            func accept(_ more: String...) async throws -> Command.Result {
                try await Command.run(["baseline", "accept", "--config", configuration] + more)
            }
            let first = try await night()
            #expect(first.status == 2, "\(first.errors)")
            for _ in 2...3 {
                let next = try await night()
                #expect(next.status == 2, "\(next.errors)")
            }
            let report = try await Command.run("report", "--config", configuration, "-q", "--fail-on", "error")
            #expect(report.status == 2, "\(report.errors)")

            let unknown = try await accept("new.test", "other.test")
            #expect(unknown.status == 64)
            #expect(unknown.errors.contains("has not audited “other.test”; nothing was written"), "\(unknown.errors)")
            #expect(try String(contentsOfFile: accepted, encoding: .utf8) == "# empty\n")

            let one = try await accept(
                "new.test", "--reason", #"moves: "soon""#, "--until", "2099-12-31", "--accepted-by", "Dana")
            #expect(one.status == 0, "\(one.errors)")
            #expect(one.errors.contains("Accepted findings of run 3 on 1 domain: added 1 waiver to "), "\(one.errors)")
            #expect(!one.errors.contains("include:"))
            let text = try String(contentsOfFile: accepted, encoding: .utf8)
            #expect(text.hasPrefix("# empty\nwaivers:\n  # error, first seen on "), "\(text)")
            #expect(text.contains("    until: 2099-12-31\n    accepted_by: \"Dana\"\n"), "\(text)")
            // A waiver with an end is not replaced by one without an end.
            let same = try await accept("new.test")
            #expect(same.errors.contains("Nothing is left to accept in run 3"), "\(same.errors)")
            let fourth = try await night()
            #expect(fourth.status == 2, "\(fourth.errors)")
            #expect(fourth.output.contains(#""soon""#), "\(fourth.output)")

            // All remaining findings are accepted, and then none are left.
            let rest = try await accept()
            #expect(rest.errors.contains("Accepted findings of run 4 on 1 domain: added 1 waiver to"), "\(rest.errors)")
            #expect(try await night().status == 0)
            let nothing = try await accept()
            #expect(nothing.status == 0)
            #expect(nothing.errors.contains("Nothing is left to accept in run 5"), "\(nothing.errors)")
            let strict = try await Command.run(["--config", configuration, "--fail-on", "warning", "-q"] + arguments)
            #expect(strict.status == 0, "\(strict.errors)")
            #expect(try String(contentsOfFile: configuration, encoding: .utf8) == before)
        }
    }

    /// A command waits for another one that accepts findings, and adds its waivers to those of the other.
    @Test func twoAtOnceLoseNothing() async throws {
        let names = ["a.test", "b.test"]
        let sites = Dictionary(uniqueKeysWithValues: names.map { ($0, Site.everywhere(.status(404))) })
        try await AuditCommandTests.withSites(sites) { _, arguments, folder in
            let configuration = try ConfigurationCommandTests.write(
                "domains: [a.test, b.test]\ndb: runs.sqlite\n", to: folder)
            _ = try await Command.run(["--config", configuration, "-q"] + arguments)
            let lock = open(folder, O_RDONLY | O_CLOEXEC)
            try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
            let both = try names.map {
                try Command.start(["baseline", "accept", $0, "--config", configuration])
            }
            for one in both { try await one.errors(contain: "Waiting for another “baseline accept”") }
            close(lock)
            for one in both {
                let result = try await one.result()
                #expect(result.status == 0, "\(result.errors)")
            }
            let text = try String(contentsOfFile: folder + "/accepted.yaml", encoding: .utf8)
            for name in names { #expect(text.contains("domain: \"\(name):443\""), "\(text)") }
        }
    }

    /// Accepting findings of a domain does not accept those on another port, even if it is audited later.
    @Test func acceptingDoesNotCoverOtherPorts() async throws {
        try await AuditCommandTests.withSites(["old.test": Site.everywhere(.status(404))]) {
            server, arguments, folder in
            let configuration = try ConfigurationCommandTests.write(
                "domains: [old.test, \"old.test:8443\"]\ninclude: [accepted.yaml]\ndb: runs.sqlite\n", to: folder)
            let accepted = try ConfigurationCommandTests.write("", to: folder, "accepted.yaml")
            let ways = ["--connect-to", ":8443:127.0.0.1:\(server.port)"] + arguments
            func night() async throws -> [String] {
                let night = try await Command.run(["--config", configuration, "-f", "json"] + ways)
                return try DecodedReport(night.output).domains.map(\.status)
            }
            #expect(try await night() == ["fail", "fail"])
            for (name, statuses) in [
                ("old.test", ["accepted", "fail"]), ("old.test:8443", ["accepted", "accepted"]),
            ] {
                let result = try await Command.run("baseline", "accept", name, "--config", configuration)
                #expect(result.status == 0, "\(result.errors)")
                #expect(try await night() == statuses)
            }
            let text = try String(contentsOfFile: accepted, encoding: .utf8)
            #expect(text.contains("    domain: \"old.test:443\"\n"), "\(text)")
        }
    }

    /// The content of a file of up to 8 MiB, the limit for configurations, is kept.
    @Test func aLargeFileKeepsAllThatIsInIt() async throws {
        try await AuditCommandTests.withSites(["old.test": Site.everywhere(.status(404))]) { _, arguments, folder in
            let configuration = try ConfigurationCommandTests.write(
                "domains: [old.test]\ninclude: [accepted.yaml]\ndb: runs.sqlite\n", to: folder)
            let entries = (0..<6000).map { number in
                """
                  # error, first seen on 2026-11-20: The file is at neither location: https://d\(number).test/.well-known/apple-app-site-association answers 404.
                  - code: file-missing
                    domain: "d\(number).test:443"
                    reason: "Accepted as found on 2026-11-20."

                """
            }
            let text = "waivers:\n" + entries.joined()
            try #require(text.utf8.count > 1 << 20)
            let accepted = try ConfigurationCommandTests.write(text, to: folder, "accepted.yaml")
            _ = try await Command.run(["--config", configuration, "-q"] + arguments)
            let result = try await Command.run("baseline", "accept", "--config", configuration)
            #expect(result.status == 0, "\(result.errors)")
            let written = try String(contentsOfFile: accepted, encoding: .utf8)
            #expect(written.hasPrefix(text))
            #expect(written.count { $0 == "\n" } > text.count { $0 == "\n" })
            #expect(written.suffix(100).contains(/reason: "Accepted as found on [0-9-]{10}\."\n$/))
            #expect(written.contains("    domain: \"old.test:443\"\n"))

            // A larger file is rejected, not read in part.
            let more = String(repeating: "# more than there may be\n", count: 340_000)
            _ = try ConfigurationCommandTests.write(more, to: folder, "large.yaml")
            let refused = try await Command.run(
                "baseline", "accept", "--config", configuration, "--file", folder + "/large.yaml")
            #expect(refused.status == 3, "\(refused.errors)")
            #expect(refused.errors.contains("is larger than 8 MiB"), "\(refused.errors)")
            #expect(try String(contentsOfFile: folder + "/large.yaml", encoding: .utf8) == more)
        }
    }

    @Test func saysHowToUseTheFile() async throws {
        try await AuditCommandTests.withSites(["old.test": Site.everywhere(.status(404))]) { _, arguments, folder in
            let configuration = try ConfigurationCommandTests.write(
                "domains: [old.test]\ndb: runs.sqlite\n", to: folder)
            _ = try await Command.run(["--config", configuration, "-q"] + arguments)
            let accepted = try await Command.run("baseline", "accept", "--config", configuration)
            #expect(accepted.status == 0, "\(accepted.errors)")
            #expect(
                accepted.errors.contains("does not use it yet: add “include: [accepted.yaml]”"), "\(accepted.errors)")
            for (arguments, status) in [
                (["--until", "soon"], 64), (["--until", "2020-01-01"], 64), (["--reason", ""], 64),
                (["--file", folder + "/none/x.yaml"], 1),
                (["--file", configuration], 3),
            ] as [([String], Int32)] {
                let wrong = try await Command.run(["baseline", "accept", "--config", configuration] + arguments)
                #expect(wrong.status == status, "\(arguments) \(wrong.errors)")
            }
            let missing = try await Command.run("old.test", "--fail-on", "regression")
            #expect(missing.status == 64)
        }
    }

    @Test func aDifferenceHasAnExitCode() async throws {
        let sites = ["a.test": Site(wellKnown: .inTurn(.file, .status(404))), "b.test": Site.everywhere(.status(404))]
        try await AuditCommandTests.withSites(sites) { _, arguments, folder in
            let run = ["a.test", "b.test", "--db", folder + "/runs.sqlite", "-q"] + arguments
            for _ in 1...3 { _ = try await Command.run(run) }
            let rows: [([String], Int32)] = [
                (["1", "2"], 0), (["1", "2", "--exit-code"], 2), (["1", "2", "--exit-code", "--only", "new"], 2),
                (["1", "2", "--exit-code", "--only", "fixed,returned"], 0), (["2", "3", "--exit-code"], 0),
                (["2", "3", "--exit-code", "--only", "still"], 2), (["1", "2", "--only", "newest"], 64),
            ]
            for (more, status) in rows {
                let diff = try await Command.run(["diff", "--db", folder + "/runs.sqlite"] + more)
                #expect(diff.status == status, "\(more) \(diff.output) \(diff.errors)")
            }
        }
    }
}
