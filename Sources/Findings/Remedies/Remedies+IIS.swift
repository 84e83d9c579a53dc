extension Remedies {
    static let iis: [ServerRemedy] =
        [FindingCode.fileMissing, .contentTypeMissing, .contentTypeGeneric, .contentTypeWrong].map { code in
            ServerRemedy(
                code, on: .iis,
                steps: [
                    code == .fileMissing
                        ? """
                        IIS answers 404 for files without an ending, because it knows no type for them, although the \
                        file is there.
                        """ : "IIS finds the type by the ending of a name, and the file's name has none.",
                    """
                    Put the file into a folder .well-known below the folder of the site, and a file named web.config \
                    with this content beside it.
                    """,
                ],
                snippet: ConfigurationSnippet(
                    .xml,
                    """
                    <?xml version="1.0" encoding="UTF-8"?>
                    <configuration>
                      <system.webServer>
                        <staticContent>
                          <mimeMap fileExtension="." mimeType="application/json" />
                        </staticContent>
                      </system.webServer>
                    </configuration>
                    """),
                source: "Microsoft, IIS: Static Content <staticContent>, Adding Static Content MIME Mappings <mimeMap>")
        } + [
            ServerRemedy(
                .redirect, on: .iis,
                steps: [
                    """
                    Put this rule of the module URL Rewrite before all others in the site's web.config: it ends the \
                    rewriting for the file. A redirect under “HTTP Redirect” has to be switched off for the folder \
                    .well-known.
                    """
                ],
                snippet: iisRewrite, source: iisRewriteSource),
            ServerRemedy(
                .htmlInsteadOfFile, on: .iis,
                steps: [
                    "Put the file into a folder .well-known below the folder of the site.",
                    """
                    Take it out of the rule that sends unknown addresses to the web app: put this rule of the module \
                    URL Rewrite before it, in the site's web.config.
                    """,
                ],
                snippet: iisRewrite, source: iisRewriteSource),
            ServerRemedy(
                .httpForbidden, on: .iis,
                steps: [
                    """
                    Look into “Request Filtering” of the site: hidden segments, denied URL sequences, and IP address \
                    restrictions. The account of the application pool must be allowed to read the file.
                    """, "In the site's web.config, this takes the folder out of the hidden segments.",
                ],
                snippet: ConfigurationSnippet(
                    .xml,
                    """
                    <system.webServer>
                      <security>
                        <requestFiltering>
                          <hiddenSegments>
                            <remove segment=".well-known" />
                          </hiddenSegments>
                        </requestFiltering>
                      </security>
                    </system.webServer>
                    """),
                source: "Microsoft, IIS: Hidden Segments <hiddenSegments>"),
            ServerRemedy(
                .httpUnauthorized, on: .iis,
                steps: [
                    """
                    Allow anonymous visitors for the folder .well-known alone, in the site's web.config. Where IIS says \
                    that the section is locked, set it in IIS Manager: folder .well-known, Authentication.
                    """
                ],
                snippet: ConfigurationSnippet(
                    .xml,
                    """
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
                    """),
                source: "Microsoft, IIS: Anonymous Authentication <anonymousAuthentication>"),
            ServerRemedy(
                .wellKnownMissing, on: .iis,
                steps: [
                    """
                    Copy the file to a folder .well-known, or serve the one at the root there: a rule of the module URL \
                    Rewrite, in the site's web.config.
                    """
                ],
                snippet: ConfigurationSnippet(
                    .xml,
                    """
                    <rule name="association file" stopProcessing="true">
                      <match url="^\\.well-known/apple-app-site-association$" />
                      <action type="Rewrite" url="/apple-app-site-association" />
                    </rule>
                    """),
                source: iisRewriteSource),
            ServerRemedy(
                .tlsChainIncomplete, on: .iis,
                steps: [
                    """
                    Import the authority's intermediate certificate into the store “Intermediate Certification \
                    Authorities” of the computer account (certlm.msc), not of a user.
                    """, "Bind the certificate to the site again (Bindings, https), so that IIS sends the new chain.",
                ],
                source: "Microsoft, IIS: How to Set Up SSL; Schannel, certificate chains"),
            ServerRemedy(
                .tlsCertificateExpired, on: .iis,
                steps: [
                    """
                    Renew the certificate and choose the new one in the site's Bindings (https): renewing alone leaves \
                    the old one bound. Programs such as win-acme do both.
                    """
                ],
                source: "Microsoft, IIS: How to Set Up SSL"),
            ServerRemedy(
                .tlsCertificateNameMismatch, on: .iis,
                steps: [
                    """
                    In the site's Bindings (https), choose a certificate that names this host, and tick “Require Server \
                    Name Indication” for each host, so that IIS can tell them apart.
                    """
                ],
                source: "Microsoft, IIS: Server Name Indication"),
            ServerRemedy(
                .tlsClientCertificateRequired, on: .iis,
                steps: [
                    """
                    Under SSL Settings of the site, choose “Accept” in place of “Require”, and demand the certificate on \
                    the other folders. In the site's web.config, this exempts the file.
                    """
                ],
                snippet: ConfigurationSnippet(
                    .xml,
                    """
                    <location path=".well-known/apple-app-site-association">
                      <system.webServer>
                        <security>
                          <access sslFlags="Ssl" />
                        </security>
                      </system.webServer>
                    </location>
                    """),
                source: "Microsoft, IIS: Access <access>"),
            ServerRemedy(
                .tlsProtocolUnsupported, on: .iis,
                steps: [
                    """
                    Windows decides on the versions, not IIS: enable TLS 1.2 (and TLS 1.3 from Windows Server 2022 on) \
                    under SCHANNEL\\Protocols in the registry, for example with IIS Crypto, and restart the server.
                    """
                ],
                source: "Microsoft, Transport Layer Security (TLS) registry settings"),
        ]

    private static let iisRewriteSource = "Microsoft, IIS: URL Rewrite Module Configuration Reference"

    private static let iisRewrite = ConfigurationSnippet(
        .xml,
        """
        <rule name="association file" stopProcessing="true">
          <match url="^\\.well-known/apple-app-site-association$" />
          <action type="None" />
        </rule>
        """)
}
