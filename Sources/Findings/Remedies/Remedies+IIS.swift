extension Remedies {
    static let iis: [ServerRemedy] =
        (mediaTypeCodes + [.fileMissing]).map { code in
            let cause =
                code == .fileMissing
                ? """
                IIS responds with 404 for files without an extension, even if they exist, because it has no type for \
                them.
                """ : "IIS derives the type from a name's extension, and this file has none."
            return ServerRemedy(
                code, on: .iis, language: .xml,
                steps: """
                    \(cause)
                    Put the file into a folder named .well-known in the site's root folder. In the same folder, create \
                    a file named web.config with this content.
                    """,
                snippet: """
                    <?xml version="1.0" encoding="UTF-8"?>
                    <configuration>
                      <system.webServer>
                        <staticContent>
                          <mimeMap fileExtension="." mimeType="application/json" />
                        </staticContent>
                      </system.webServer>
                    </configuration>
                    """,
                source: "Microsoft, IIS: Static Content <staticContent>, Adding Static Content MIME Mappings <mimeMap>")
        } + [
            ServerRemedy(
                .redirect, on: .iis, language: .xml,
                steps: """
                    Add this URL Rewrite rule before all others in the site's web.config: it exempts the file from \
                    rewriting. Disable any redirect under “HTTP Redirect” for the folder .well-known.
                    """,
                snippet: iisRewriteExemption, source: iisRewriteSource),
            ServerRemedy(
                .htmlInsteadOfFile, on: .iis, language: .xml,
                steps: """
                    Put the file into a folder named .well-known in the site's root folder.
                    Exempt it from the rule that answers unknown paths with the web app: add this URL Rewrite \
                    rule before that one, in the site's web.config.
                    """,
                snippet: iisRewriteExemption, source: iisRewriteSource),
            ServerRemedy(
                .httpForbidden, on: .iis, language: .xml,
                steps: """
                    Check the site's “Request Filtering” (hidden segments, denied URL sequences) and IP address \
                    restrictions. The account of the application pool must be allowed to read the file.
                    In the site's web.config, this removes the folder from the hidden segments.
                    """,
                snippet: """
                    <system.webServer>
                      <security>
                        <requestFiltering>
                          <hiddenSegments>
                            <remove segment=".well-known" />
                          </hiddenSegments>
                        </requestFiltering>
                      </security>
                    </system.webServer>
                    """,
                source: "Microsoft, IIS: Hidden Segments <hiddenSegments>"),
            ServerRemedy(
                .httpUnauthorized, on: .iis, language: .xml,
                steps: """
                    Allow anonymous access to the folder .well-known only, in the site's web.config. If IIS reports \
                    that the section is locked, use IIS Manager instead: folder .well-known › Authentication.
                    """,
                snippet: """
                    <location path=".well-known">
                      <system.webServer>
                        <security>
                          <authentication>
                            <anonymousAuthentication enabled="true" />
                          </authentication>
                        </security>
                      </system.webServer>
                      <system.web>
                        <authorization>
                          <allow users="*" />
                        </authorization>
                      </system.web>
                    </location>
                    """,
                source: "Microsoft, IIS: Anonymous Authentication <anonymousAuthentication>"),
            ServerRemedy(
                .wellKnownMissing, on: .iis, language: .xml,
                steps: """
                    Copy the file to a folder named .well-known, or serve the file at the root from the new location \
                    as well, with this URL Rewrite rule in the site's web.config.
                    """,
                snippet: """
                    <rule name="association file" stopProcessing="true">
                      <match url="^\\.well-known/apple-app-site-association$" />
                      <action type="Rewrite" url="/apple-app-site-association" />
                    </rule>
                    """,
                source: iisRewriteSource),
            ServerRemedy(
                .tlsChainIncomplete, on: .iis,
                steps: """
                    Import the authority's intermediate certificate into the store “Intermediate Certification \
                    Authorities” of the computer account (certlm.msc), not of a user.
                    Bind the certificate to the site again (Bindings, https), so that IIS sends the new chain.
                    """,
                source: "Microsoft, IIS: How to Set Up SSL; Schannel, certificate chains"),
            ServerRemedy(
                .tlsCertificateExpired, on: .iis,
                steps: """
                    Renew the certificate and choose the new one in the site's Bindings (https): renewing alone leaves \
                    the old one bound. Programs such as win-acme do both.
                    """,
                source: "Microsoft, IIS: How to Set Up SSL"),
            ServerRemedy(
                .tlsCertificateNameMismatch, on: .iis,
                steps: """
                    In the site's Bindings (https), choose a certificate that covers this host, and tick “Require \
                    Server Name Indication” for each host, so that IIS can tell them apart.
                    """,
                source: "Microsoft, IIS: Server Name Indication"),
            ServerRemedy(
                .tlsClientCertificateRequired, on: .iis, language: .xml,
                steps: """
                    Under SSL Settings of the site, choose “Accept” instead of “Require”, and require the certificate \
                    for the other folders. In the site's web.config, this exempts the file.
                    """,
                snippet: """
                    <location path=".well-known/apple-app-site-association">
                      <system.webServer>
                        <security>
                          <access sslFlags="Ssl" />
                        </security>
                      </system.webServer>
                    </location>
                    """,
                source: "Microsoft, IIS: Access <access>"),
            ServerRemedy(
                .tlsProtocolUnsupported, on: .iis,
                steps: """
                    The versions are set in Windows, not in IIS: enable TLS 1.2 (and TLS 1.3 from Windows Server 2022 \
                    on) under SCHANNEL\\Protocols in the registry, for example with IIS Crypto, and restart the server.
                    """,
                source: "Microsoft, Transport Layer Security (TLS) registry settings"),
        ]

    private static let iisRewriteSource = "Microsoft, IIS: URL Rewrite Module Configuration Reference"

    private static let iisRewriteExemption = """
        <rule name="association file" stopProcessing="true">
          <match url="^\\.well-known/apple-app-site-association$" />
          <action type="None" />
        </rule>
        """
}
