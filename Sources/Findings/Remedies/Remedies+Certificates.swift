extension Remedies {
    /// Returns the remedies for certificates of a web server that Certbot supports.
    ///
    /// The raw value of `platform` is the name of its Certbot plug-in, and `service` the name of its systemd service.
    /// `nameCondition` is the condition under which the server sends this certificate for the host's name.
    /// `hostBlock` begins a sentence; `snippet` contains the settings for the certificate and its key.
    static func certificateRemedies(
        on platform: HostingPlatform, language: ConfigurationSnippet.Language, server: String, service: String,
        hostBlock: String, setting: String, nameCondition: String, snippet: String, source: String
    ) -> [ServerRemedy] {
        let certbot = "certbot --\(platform.rawValue) -d example.com"
        let publicAuthority = "Get a certificate from a public authority (“\(certbot)”)."
        let firstSteps: KeyValuePairs<FindingCode, String> = [
            .tlsCertificateExpired: """
            Renew the certificate (“certbot renew”). \(server) keeps using the old one until it is reloaded: add \
            “--deploy-hook "systemctl reload \(service)"” to the renewal command.
            """,
            .tlsCertificateNotYetValid: "Check the server's clock, and which certificate is loaded.",
            .tlsCertificateNameMismatch: """
            Get a certificate for every name of the host (“\(certbot) -d www.example.com”), and check that \
            \(nameCondition).
            """,
            .tlsCertificateSelfSigned: publicAuthority,
            .tlsChainIncomplete: """
            \(setting) points to a file with the server's certificate only. The intermediate certificates must \
            follow it in the same file.
            """,
            .tlsCertificateUntrusted: publicAuthority,
            .tlsCertificateExpiring: """
            Find out why the renewal did not happen (“certbot renew --dry-run”), and whether \(server) was \
            reloaded after it.
            """,
        ]
        return firstSteps.map { code, step in
            ServerRemedy(
                code, on: platform, language: language,
                steps: """
                    \(step)
                    \(hostBlock), point to the certificate chain (“fullchain”) and the private key that your renewal \
                    tool maintains, not to copies.
                    """,
                snippet: snippet, source: source)
        }
    }
}
