import Platform

/// A real nginx with a configuration from the test.
///
/// Created by ``withNginx(authority:_:_:)``, which also ends it.
public final class NginxServer: Sendable {
    /// The port on 127.0.0.1 for TLS.
    public var port: UInt16 { setup.port }
    /// The port on 127.0.0.1 for plain HTTP.
    public var plainPort: UInt16 { setup.plainPort }
    /// The authority that issued the certificates.
    public var authority: CertificateAuthority { setup.authority }
    /// The directory with the configuration and the files to serve.
    public var directory: String { setup.directory }
    private let setup: NginxSetup
    private let process: ChildProcess

    init(_ setup: NginxSetup, listeners: [Int32], servers: String) throws {
        self.setup = setup
        let program = try installedProgram("nginx")
        let configuration = try setup.write(setup.configuration(servers), to: "nginx.conf")
        // nginx takes over listening sockets in this variable, as in a live update.
        let names = listeners.indices.map { "\(3 + $0);" }.joined()
        process = try ChildProcess(
            program, ["-p", setup.directory, "-c", configuration, "-e", "stderr"], environment: ["NGINX": names],
            passing: listeners)
    }

    /// The output of nginx so far.
    public var tally: NginxTally { NginxTally(process.tally) }

    /// Waits until the output fulfils a condition; throws if the task is cancelled or nginx ends first.
    ///
    /// nginx logs a request after it has sent the response, so a client may receive it before it is logged.
    @discardableResult
    public func wait(until condition: @escaping @Sendable (NginxTally) -> Bool) async throws -> NginxTally {
        NginxTally(try await process.wait { condition(NginxTally($0)) })
    }

    /// Waits until nginx serves; throws an error with nginx's messages if it does not start.
    func waitUntilReady() async throws {
        let tally = try await process.wait { NginxTally($0).isReady || $0.ending != nil }
        if tally.ending != nil { throw SupportError("nginx did not start: \(tally.errorText)") }
    }

    func stop() async {
        process.send(SIGTERM)
        // Even if this task is cancelled, nginx must end before its directory is removed.
        let process = process
        _ = await Task { try? await process.end() }.value
    }
}

/// Runs `body` with an nginx, and ends it afterwards.
///
/// - Parameters:
///   - authority: The authority that issues certificates; by default, that of the process.
///   - servers: Creates the server blocks: see ``NginxSetup/server(_:certificate:http2:_:)``.
///   - body: The code that runs while nginx does.
/// - Returns: The result of `body`.
/// - Throws: Errors from `body` and `servers`; a ``SupportError`` with nginx's messages if it does not start.
public func withNginx<Result>(
    authority: CertificateAuthority? = nil, _ servers: (NginxSetup) throws -> String,
    _ body: (NginxServer) async throws -> Result
) async throws -> Result {
    let authority = try authority ?? .shared()
    return try await withTemporaryDirectory { directory in
        let server = try startNginx(authority, directory, servers)
        do {
            try await server.waitUntilReady()
            let result = try await body(server)
            await server.stop()
            return result
        } catch {
            await server.stop()
            throw error
        }
    }
}

/// Starts nginx; the ports are bound here and passed on, so that no other process can use them in between.
private func startNginx(
    _ authority: CertificateAuthority, _ directory: String, _ servers: (NginxSetup) throws -> String
) throws -> NginxServer {
    let tls = try bindSocket(.stream, to: "127.0.0.1", port: 0)
    defer { close(tls.descriptor) }
    let plain = try bindSocket(.stream, to: "127.0.0.1", port: 0)
    defer { close(plain.descriptor) }
    for listener in [tls.descriptor, plain.descriptor] where listen(listener, 511) != 0 {
        throw SupportError("no port for nginx: \(systemError())")
    }
    let setup = NginxSetup(port: tls.port, plainPort: plain.port, directory: directory, authority: authority)
    return try NginxServer(setup, listeners: [tls.descriptor, plain.descriptor], servers: servers(setup))
}
