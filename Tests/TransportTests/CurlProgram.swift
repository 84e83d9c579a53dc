import Foundation
import TestSupport

/// What the `curl` program said.
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
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/curl")
    process.arguments =
        [
            "--disable", "--silent", "--show-error", "--cacert", roots, "--output", body, "--write-out", "%{http_code}",
        ] + options + ["--connect-to", "::127.0.0.1:\(port)", url]
    // No proxy of this machine's, no resolver options.
    process.environment = [:]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        process.terminationHandler = { _ in continuation.resume() }
        do {
            try process.run()
        } catch {
            continuation.resume(throwing: SupportError("/usr/bin/curl cannot be run (apt-get install curl): \(error)"))
        }
    }
    let status = try output.fileHandleForReading.readToEnd() ?? Data()
    let words = try errors.fileHandleForReading.readToEnd() ?? Data()
    let bytes = try Data(contentsOf: URL(filePath: body))
    return CurlResult(
        exitCode: process.terminationStatus, status: String(decoding: status, as: UTF8.self),
        body: String(decoding: bytes, as: UTF8.self), bytes: bytes.count,
        errors: String(decoding: words, as: UTF8.self))
}
