import Findings
import TestSupport
import Testing
import Transport

import class Foundation.FileManager

@testable import Audit

/// The folder of a server in whose configuration the snippets of the catalogue are used unchanged.
///
/// The snippets contain `example.com` and the usual paths of files; ``configuration(_:)`` only replaces them with those
/// of the folder.
struct RemedyLab: Sendable {
    static let host = "example.test"

    let directory: String
    let authority: CertificateAuthority

    /// Creates the folder's content: the association file, a web app's page, and a good certificate.
    init(directory: String, authority: CertificateAuthority) throws {
        self.directory = directory
        self.authority = authority
        for folder in ["www/example.test/.well-known", "www/app", "live", "ssl"] {
            try FileManager.default.createDirectory(
                atPath: "\(directory)/\(folder)", withIntermediateDirectories: true)
        }
        try write(Sample.association, to: "www/example.test/.well-known/apple-app-site-association")
        try write(Sample.page, to: "www/app/index.html")
        try write(certificate: .good, to: "live")
    }

    /// Creates a lab for a folder that already has its content.
    init(existing directory: String, authority: CertificateAuthority) {
        self.directory = directory
        self.authority = authority
    }

    func write(_ text: String, to path: String) throws { try write(Array(text.utf8), to: path) }

    /// Writes a file that other users can read, because the workers of Apache do not run as root.
    func write(_ bytes: [UInt8], to path: String) throws {
        try writeFile(bytes, to: "\(directory)/\(path)")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: "\(directory)/\(path)")
    }

    /// Writes `fullchain.pem` and `privkey.pem`.
    func write(certificate: ServerCertificate, to folder: String) throws {
        let identity = try authority.identity(for: Self.host, certificate)
        try write(identity.chainPEM(), to: "\(folder)/fullchain.pem")
        try write(identity.keyPEM(), to: "\(folder)/privkey.pem")
    }

    func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: "\(directory)/\(path)") }

    func move(_ path: String, to other: String) throws {
        try FileManager.default.moveItem(atPath: "\(directory)/\(path)", toPath: "\(directory)/\(other)")
    }

    /// Returns a text of the catalogue with the names of this folder.
    func configuration(_ text: String) -> String {
        text.replacing("/var/www/", with: "\(directory)/www/")
            .replacing("/etc/letsencrypt/live/example.com/", with: "\(directory)/live/")
            .replacing("/etc/ssl/", with: "\(directory)/ssl/").replacing("example.com", with: Self.host)
    }

    /// Audits the host at an address `runs` times, and returns the last report.
    func audit(address: String = "127.0.0.1", port: UInt16, runs: Int = 1) async throws -> DomainReport {
        var settings = TransportSettings(userAgent: "aasa-audit-tests")
        settings.certificateAuthorityFile = try authority.writeBundle(to: directory)
        settings.connectToOverrides = [
            ConnectToOverride(host: "", port: nil, targetHost: address, targetPort: Int(port))
        ]
        let transport = try Transport(settings)
        defer { transport.shutDown() }
        let observer = Observer(transport: transport, settings: ObserverSettings(maxRetries: 0))
        var observation = await observer.observe(Target(input: Self.host, domain: DomainID(host: Self.host)))
        for _ in 1..<runs {
            observation = await observer.observe(Target(input: Self.host, domain: DomainID(host: Self.host)))
        }
        return Judge().judge(observation)
    }
}

extension DomainReport {
    /// Returns whether `code` was found where it matters; next to a good file, findings at root are only notes.
    func has(_ code: FindingCode) -> Bool {
        findings.contains { $0.code == code && ($0.location != .root || $0.severity > .info) }
    }

    /// Expects that the remedy for `platform` is offered if a response allows the platform to be recognised.
    func expectOffered(_ code: FindingCode, on platform: HostingPlatform) {
        for finding in findings where finding.code == code && Catalogue[code].family == .http {
            #expect(serverRemedy(for: finding)?.platform == platform)
        }
    }

    /// Expects that the finding `code` is resolved, and that there are no other problems.
    func expectMended(_ code: FindingCode, _ context: String) {
        #expect(!has(code), "\(context)")
        #expect(wellKnown?.outcome == .served, "\(context)")
        #expect(status == .pass, "\(findings.map { "\($0.code.rawValue): \($0.message)" }) \(context)")
    }
}

/// Returns the snippet of the catalogue for `code`.
func snippet(_ code: FindingCode, _ platform: HostingPlatform?) throws -> String {
    let remedy = Remedies.all(for: code).first { $0.platform == platform }
    return try #require(remedy?.snippet?.text, "no snippet for \(code.rawValue)")
}

/// Returns the remedies that have a snippet in `language`, as `code on platform`.
func snippets(in language: ConfigurationSnippet.Language) -> Set<String> {
    Set(Remedies.all.filter { $0.snippet?.language == language }.map { "\($0.code.rawValue) on \($0.platformName)" })
}

/// Runs `body` with the port of an application behind the server that always gives `answer`; 0 without an application.
func withApplication<Result>(
    _ answer: TestSupport.Answer?, _ body: (UInt16) async throws -> Result
) async throws -> Result {
    guard let answer else { return try await body(0) }
    return try await withFaultServer(otherwise: .everywhere(answer)) { try await body($0.port) }
}
