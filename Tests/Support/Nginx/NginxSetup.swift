import Platform

/// The facts that a configuration needs about an nginx that is about to start.
public struct NginxSetup: Sendable {
    /// A port of 127.0.0.1, meant for TLS.
    public let port: UInt16
    /// A second port of 127.0.0.1, meant for plain HTTP.
    public let plainPort: UInt16
    /// A directory of its own, for files to serve; removed at the end.
    public let directory: String
    /// The authority that issues certificates.
    public let authority: CertificateAuthority

    /// A server block for a host with TLS 1.2, TLS 1.3 and HTTP/2.
    ///
    /// - Parameters:
    ///   - name: the host's name.
    ///   - certificate: what it presents.
    ///   - http2: whether HTTP/2 is offered.
    ///   - body: further directives, such as locations.
    /// - Returns: the block as text.
    /// - Throws: a ``SupportError`` when the certificate cannot be made or written.
    public func server(
        _ name: String, certificate: ServerCertificate = .good, http2: Bool = true, _ body: String
    ) throws -> String {
        let files = try authority.identity(for: name, certificate).write(to: directory, name: name)
        return """
            server {
                listen 127.0.0.1:\(port) ssl\(http2 ? " http2" : "");
                server_name \(name);
                ssl_certificate \(files.chain);
                ssl_certificate_key \(files.key);
                ssl_protocols TLSv1.2 TLSv1.3;
                \(body)
            }

            """
    }

    /// A server block for a host without TLS.
    public func plainServer(_ name: String, _ body: String) -> String {
        """
        server {
            listen 127.0.0.1:\(plainPort);
            server_name \(name);
            \(body)
        }

        """
    }

    /// Writes a file below ``directory`` and gives its path.
    public func write(_ text: String, to name: String) throws -> String {
        let path = "\(directory)/\(name)"
        try writeFile(text.utf8, to: path)
        return path
    }

    /// The whole configuration around server blocks.
    ///
    /// A worker of root's would otherwise be a user who cannot read the directory.
    func configuration(_ servers: String) -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "    \($0)_temp_path \(directory)/\($0);\n" }.joined()
        return """
            daemon off;
            worker_processes 1;
            \(geteuid() == 0 ? "user root;" : "")
            pid \(directory)/nginx.pid;
            error_log stderr notice;
            events { worker_connections 512; }
            http {
                log_format tests \(NginxAccess.format);
                access_log /dev/stderr tests;
                default_type application/octet-stream;
            \(temporary)
            \(servers)
            }

            """
    }
}
