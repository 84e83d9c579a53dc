import Platform

/// The facts that a configuration needs about a Caddy that is about to start.
public struct CaddySetup: Sendable {
    /// The loopback address that it listens on.
    public let address: String
    /// The port of ``address``.
    public let port: UInt16
    /// A directory of its own, for files to serve; removed at the end.
    public let directory: String
    /// The authority that issues certificates.
    public let authority: CertificateAuthority
}

/// Runs `body` with a real Caddy, and ends it afterwards.
///
/// - Parameters:
///   - site: makes the site block; certificates and addresses of its own are its affair.
///   - body: what runs while Caddy does.
/// - Returns: what `body` returns.
/// - Throws: what `body` and `site` throw; a ``SupportError`` with Caddy's words when it does not start.
public func withCaddy<Result>(
    _ site: (CaddySetup) throws -> String, _ body: (CaddySetup) async throws -> Result
) async throws -> Result {
    let authority = try CertificateAuthority.shared()
    return try await withTemporaryDirectory { directory in
        let address = ownLoopbackAddress()
        let setup = CaddySetup(
            address: address, port: try unusedPorts(of: address).0, directory: directory, authority: authority)
        // Without its own authorities, and without the port on which it takes orders.
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
    // Also when this task is cancelled: Caddy must be gone before its directory is.
    _ = await Task { try? await process.end() }.value
}
