import TestSupport

import struct Foundation.Data
import struct Foundation.URL

/// The result of the `curl` program.
struct CurlResult {
    var exitCode: Int32
    /// The HTTP status; `000` without a response.
    var status: String
    var body: String
    /// The size of the body.
    var bytes: Int
    var errors: String
}

/// Sends a request to a fault server with the `curl` program, which is independent of the tested code.
func curl(
    _ server: FaultServer, _ directory: String, url: String = "https://example.test\(Site.wellKnownPath)",
    options: [String] = []
) async throws -> CurlResult {
    try await curl(port: server.port, server.authority, directory, url: url, options: options)
}

/// Sends a request to a port of 127.0.0.1 for any host in the URL, unless options specify another address.
func curl(
    port: UInt16, _ authority: CertificateAuthority, _ directory: String, url: String, options: [String] = []
) async throws -> CurlResult {
    let roots = try authority.writeBundle(to: directory)
    let body = "\(directory)/body"
    try writeFile([], to: body)
    // The environment is empty, so that a proxy of this machine is not used.
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
