import Platform

/// The parameters for the configuration of a Caddy that is about to start.
public struct CaddySetup: Sendable {
    /// The loopback address that it listens on.
    public let address: String
    /// The port of ``address``.
    public let port: UInt16
    /// A new directory for files to serve; removed at the end.
    public let directory: String
    /// The authority that issues certificates.
    public let authority: CertificateAuthority
}

/// Runs `body` with a real Caddy, and ends it afterwards.
///
/// - Parameters:
///   - site: Creates the site block, including certificates and addresses.
///   - body: The code that runs while Caddy does.
/// - Returns: The result of `body`.
/// - Throws: Errors from `body` and `site`; a ``SupportError`` with Caddy's messages if it does not start.
public func withCaddy<Result>(
    _ site: (CaddySetup) throws -> String, _ body: (CaddySetup) async throws -> Result
) async throws -> Result {
    let authority = try CertificateAuthority.shared()
    return try await withTemporaryDirectory { directory in
        let address = ownLoopbackAddress()
        let setup = CaddySetup(
            address: address, port: try unusedPorts(of: address).0, directory: directory, authority: authority)
        // Disables Caddy's own authorities and its administration port.
        let configuration = """
            {
                admin off
                auto_https off
                skip_install_trust
            }
            \(try site(setup))

            """
        try writeFile(configuration.utf8, to: "\(directory)/Caddyfile")
        let process = try ChildProcess(
            try installedProgram("caddy"), ["run", "--config", "\(directory)/Caddyfile", "--adapter", "caddyfile"],
            environment: ["HOME": directory, "XDG_DATA_HOME": directory, "XDG_CONFIG_HOME": directory])
        do {
            let tally = try await process.wait {
                $0.errorText.contains("serving initial configuration") || $0.ending != nil
            }
            if tally.ending != nil { throw SupportError("Caddy did not start: \(tally.errorText)") }
            let result = try await body(setup)
            await stop(process)
            return result
        } catch {
            await stop(process)
            throw error
        }
    }
}

private func stop(_ process: ChildProcess) async {
    process.send(SIGTERM)
    // Even if this task is cancelled, Caddy must end before its directory is removed.
    _ = await Task { try? await process.end() }.value
}
