import TestSupport
import Testing
import Transport

/// One exchange of the real transport with a fault server.
enum TransportLab {
    /// Requests the file at the well-known location from `site`.
    static func exchange(with site: Site) async throws -> Exchange {
        let host = "host.fault.test"
        return try await withTemporaryDirectory { directory in
            try await withFaultServer([host: site]) { server in
                var settings = TransportSettings(userAgent: "aasa-audit-tests")
                settings.certificateAuthorityFile = try server.authority.writeBundle(to: directory)
                settings.connectToOverrides = [
                    ConnectToOverride(host: "", port: nil, targetHost: "127.0.0.1", targetPort: Int(server.port))
                ]
                let transport = try Transport(settings)
                defer { transport.shutDown() }
                let url = try #require(AbsoluteURL("https://\(host)\(Site.wellKnownPath)"))
                return await transport.perform(Request(url: url))
            }
        }
    }
}
