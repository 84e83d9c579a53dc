import TestSupport

import struct Foundation.Data
import struct Foundation.URL

/// The result of the `curl` program.
struct CurlResult {
    var exitCode: Int32
    /// `000` when there was no answer.
    var status: String
    var body: String
    /// The size of the body.
    var bytes: Int
    var errors: String
}

/// Asks a fault server with the `curl` program, which is independent of all that is tested here.
func curl(
    _ server: FaultServer, _ directory: String, url: String = "https://example.test\(Site.wellKnownPath)",
    address: String = "127.0.0.1", options: [String] = []
) async throws -> CurlResult {
    try await curl(
        port: server.port, server.authority, directory, url: url,
        options: ["--connect-to", "::\(address):\(server.port)"] + options)
}

/// Asks what listens on a port of 127.0.0.1, whatever the host in the URL, unless options say otherwise.
func curl(
    port: UInt16, _ authority: CertificateAuthority, _ directory: String, url: String, options: [String] = []
) async throws -> CurlResult {
    let roots = try authority.writeBundle(to: directory)
    let body = "\(directory)/body"
    try writeFile([], to: body)
    // An empty environment: no proxy of this machine's.
    let tally = try await runProgram(
        "/usr/bin/curl",
        [
            "--disable", "--silent", "--show-error", "--cacert", roots, "--output", body, "--write-out", "%{http_code}",
        ] + options + ["--connect-to", "::127.0.0.1:\(port)", url])
    let bytes = try Data(contentsOf: URL(filePath: body))
    let exitCode: Int32 = if case .exited(let code) = tally.ending { code } else { -1 }
    return CurlResult(
        exitCode: exitCode, status: tally.outputText, body: String(decoding: bytes, as: UTF8.self), bytes: bytes.count,
        errors: tally.errorText)
}
