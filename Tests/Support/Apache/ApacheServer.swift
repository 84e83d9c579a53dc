import Platform

/// The parameters for the configuration of an Apache httpd that is about to start.
public struct ApacheSetup: Sendable {
    /// The loopback address that it listens on.
    public let address: String
    /// The port of ``address``.
    public let port: UInt16
    /// A second port of ``address``.
    public let plainPort: UInt16
    /// A new directory for files to serve; removed at the end.
    public let directory: String
    /// The authority that issues certificates.
    public let authority: CertificateAuthority

    /// Returns the whole configuration with the given virtual hosts.
    ///
    /// Apache does not serve as root: its workers then run as an unprivileged user, who must be able to read the
    /// directory.
    func configuration(_ hosts: String, modules folder: String) -> String {
        let modules = Self.modules.map { "LoadModule \($0)_module \"\(folder)/mod_\($0).so\"\n" }.joined()
        return """
            ServerRoot "\(directory)"
            ServerName localhost
            PidFile "\(directory)/httpd.pid"
            DefaultRuntimeDir "\(directory)"
            Mutex "fcntl:\(directory)" default
            TypesConfig /dev/null
            \(modules)
            \(geteuid() == 0 ? "User #65534\nGroup #65534" : "")
            StartServers 1
            ThreadsPerChild 8
            MaxRequestWorkers 16
            ServerLimit 2
            Timeout 30
            Listen \(address):\(port)
            Listen \(address):\(plainPort)
            ErrorLog /dev/stderr
            LogLevel notice
            <Directory "/">
                Require all denied
                AllowOverride None
            </Directory>
            \(hosts)

            """
    }

    private static let modules = [
        "mpm_event", "authz_core", "authz_host", "authn_core", "authn_file", "authz_user", "auth_basic", "alias", "dir",
        "mime", "rewrite", "headers", "env", "setenvif", "socache_shmcb", "ssl", "proxy", "proxy_http", "proxy_connect",
        "deflate",
        "brotli", "filter",
    ]
}

/// A real Apache httpd with a configuration from the test.
///
/// Created by ``withApache(authority:_:_:)``, which also ends it.
public final class ApacheServer: Sendable {
    /// The setup from which the configuration was made.
    public let setup: ApacheSetup
    private let process: ChildProcess

    init(_ setup: ApacheSetup, hosts: String) throws {
        self.setup = setup
        let (program, modules) = try Self.program()
        let path = "\(setup.directory)/httpd.conf"
        try writeFile(setup.configuration(hosts, modules: modules).utf8, to: path)
        process = try ChildProcess(
            program, ["-f", path, "-D", "FOREGROUND", "-E", "/dev/stderr"],
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"])
    }

    /// The error log so far.
    public var errorLog: String { process.tally.errorText }

    /// Waits until Apache serves; throws an error with Apache's messages if it does not start.
    func waitUntilReady() async throws {
        let tally = try await process.wait {
            $0.errorText.contains("resuming normal operations") || $0.ending != nil
        }
        if tally.ending != nil { throw SupportError("Apache did not start: \(tally.errorText)") }
    }

    func stop() async {
        process.send(SIGTERM)
        // Even if this task is cancelled, Apache must end before its directory is removed.
        let process = process
        _ = await Task { try? await process.end() }.value
    }

    private static func program() throws -> (program: String, modules: String) {
        let places = [
            ("/usr/sbin/apache2", "/usr/lib/apache2/modules"),
            ("/opt/homebrew/bin/httpd", "/opt/homebrew/lib/httpd/modules"),
            ("/usr/local/bin/httpd", "/usr/local/lib/httpd/modules"),
        ]
        guard let found = places.first(where: { access($0.0, X_OK) == 0 }) else {
            throw SupportError(
                "Apache httpd is not installed (looked for \(places.map(\.0).joined(separator: ", "))): "
                    + "apt-get install apache2-bin, or brew install httpd")
        }
        return found
    }
}

/// Runs `body` with an Apache httpd, and ends it afterwards.
///
/// - Parameters:
///   - authority: The authority that issues certificates; by default, that of the process.
///   - hosts: Creates the virtual hosts.
///   - body: The code that runs while Apache does.
/// - Returns: The result of `body`.
/// - Throws: Errors from `body` and `hosts`; a ``SupportError`` with Apache's messages if it does not start.
public func withApache<Result>(
    authority: CertificateAuthority? = nil, _ hosts: (ApacheSetup) throws -> String,
    _ body: (ApacheServer) async throws -> Result
) async throws -> Result {
    let authority = try authority ?? .shared()
    return try await withTemporaryDirectory { directory in
        // Its workers are not root, and require the execute permission.
        guard chmod(directory, 0o755) == 0 else { throw SupportError("\(directory): \(systemError())") }
        let address = ownLoopbackAddress()
        let (port, plainPort) = try unusedPorts(of: address)
        let setup = ApacheSetup(
            address: address, port: port, plainPort: plainPort, directory: directory, authority: authority)
        let server = try ApacheServer(setup, hosts: hosts(setup))
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
