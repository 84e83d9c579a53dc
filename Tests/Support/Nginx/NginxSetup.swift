import Platform

/// The parameters for the configuration of an nginx that is about to start.
public struct NginxSetup: Sendable {
    /// A port on 127.0.0.1 for TLS.
    public let port: UInt16
    /// A second port on 127.0.0.1 for plain HTTP.
    public let plainPort: UInt16
    /// A new directory for files to serve; removed at the end.
    public let directory: String
    /// The authority that issues certificates.
    public let authority: CertificateAuthority

    /// Returns a server block for a host with TLS 1.2, TLS 1.3 and HTTP/2.
    ///
    /// - Parameters:
    ///   - name: The name of the host.
    ///   - certificate: The certificate.
    ///   - http2: Whether HTTP/2 is offered.
    ///   - body: Further directives, such as locations.
    /// - Returns: The block as text.
    /// - Throws: A ``SupportError`` if the certificate cannot be created or written.
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

    /// Returns a server block for a host without TLS.
    public func plainServer(_ name: String, _ body: String) -> String {
        """
        server {
            listen 127.0.0.1:\(plainPort);
            server_name \(name);
            \(body)
        }

        """
    }

    /// Writes a file below ``directory``, and returns its path.
    public func write(_ text: String, to name: String) throws -> String {
        let path = "\(directory)/\(name)"
        try writeFile(text.utf8, to: path)
        return path
    }

    /// Returns the whole configuration with the given server blocks.
    ///
    /// If started by root, workers would otherwise run as a user who cannot read the directory.
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
