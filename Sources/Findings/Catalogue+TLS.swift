// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

private let cannotFetch =
    "Neither Apple's CDN (for iOS 14 and later) nor a device with iOS 13 or earlier can fetch the file, so links"

extension FindingCode {
    static let tlsCodes: [FindingCode] = [
        .tlsCertificateExpired, .tlsCertificateNotYetValid, .tlsCertificateNameMismatch, .tlsCertificateSelfSigned,
        .tlsChainIncomplete, .tlsCertificateUntrusted, .tlsCertificateRevoked, .tlsCertificateExpiring,
        .tlsClientCertificateRequired, .tlsProtocolUnsupported, .tlsHandshakeFailed,
    ]

    public static let tlsCertificateExpired = FindingCode(
        "tls-certificate-expired", .tls, .error, traits: .dependsOnTime,
        title: "The server's certificate has expired",
        action: "Replace the expired certificate",
        meaning: "A certificate proves that a server belongs to its domain. This one has expired.",
        impact: """
            Apple requires a valid certificate. \(cannotFetch) open the browser instead of the app. Devices that \
            fetched the file earlier may keep opening the app until they next fetch it: with iOS 14 and later about \
            once a week, with iOS 13 and earlier when the app is installed or updated. Developer mode does not check \
            the certificate.
            """,
        remedy: """
            Ask the web server's administrators to renew the certificate, to load it into the server, and to find out \
            why it was not renewed automatically.
            """,
        source: "WWDC 2019 session 717, What's New in Universal Links; Apple, Supporting associated domains")

    public static let tlsCertificateNotYetValid = FindingCode(
        "tls-certificate-not-yet-valid", .tls, .error, traits: .dependsOnTime,
        title: "The server's certificate is not valid yet",
        action: "Check the clock, or install a certificate that is valid now",
        meaning: """
            The certificate becomes valid only on a later date. If the clock of the computer that runs this check is \
            wrong, this finding may be, too.
            """,
        impact: """
            Apple requires a valid certificate. \(cannotFetch) open the browser instead of the app until that date.
            """,
        remedy: """
            Check the date and time of the computer that runs this check. If they are right, wait until the \
            certificate becomes valid, or ask the web server's administrators to install one that is valid now.
            """,
        source: "WWDC 2019 session 717, What's New in Universal Links; RFC 5280 section 4.1.2.5")

    public static let tlsCertificateNameMismatch = FindingCode(
        "tls-certificate-name-mismatch", .tls, .error,
        title: "The server's certificate is for other names",
        action: "Install a certificate that covers this host name",
        meaning: """
            The certificate is for other host names. Often it covers only the name with www, or belongs to another \
            site.
            """,
        impact: """
            Apple requires a valid certificate. \(cannotFetch) to this host open the browser instead of the app. \
            Developer mode does not check the certificate.
            """,
        remedy: """
            Ask the web server's administrators to install a certificate that covers exactly this host (with and \
            without www are two names), and to use it for this host.
            """,
        source: "WWDC 2019 session 717, What's New in Universal Links; RFC 9525 section 6")

    public static let tlsCertificateSelfSigned = FindingCode(
        "tls-certificate-self-signed", .tls, .error,
        title: "The server's certificate is self-signed",
        action: "Install a certificate from a public certificate authority",
        meaning: """
            The certificate was signed with its own key, not by a certificate authority. Many servers use such a \
            certificate until a real one is installed.
            """,
        impact: """
            Apple's systems trust only the authorities that come with the system. \(cannotFetch) open the browser \
            instead of the app. Developer mode accepts the certificate.
            """,
        remedy: """
            Ask the web server's administrators to install a certificate for this host name from a public certificate \
            authority, such as Let's Encrypt.
            """,
        source: "WWDC 2019 session 717, What's New in Universal Links; Apple, Configuring an associated domain")

    public static let tlsChainIncomplete = FindingCode(
        "tls-chain-incomplete", .tls, .error,
        title: "The server's certificates lead to no public authority",
        action: "Install the full chain of a publicly trusted certificate",
        meaning: """
            The server's certificates do not lead to a publicly trusted authority. Either the server does not send an \
            intermediate certificate, or a private authority issued the server's certificate.
            """,
        impact: """
            Links probably open the browser instead of the app on iOS 14 and later: Apple's CDN, like most programs on \
            servers, usually cannot find a missing certificate. Browsers and some Apple devices can, so a page may \
            look fine there.
            """,
        remedy: """
            Ask the web server's administrators to install the full chain (often called fullchain.pem): the server's \
            certificate and the intermediate ones. If the authority is private, they need a certificate from a public \
            one.
            """,
        source: "RFC 8446 section 4.4.2; Apple, Supporting associated domains; rule transport.chain-complete")

    public static let tlsCertificateUntrusted = FindingCode(
        "tls-certificate-untrusted", .tls, .error,
        title: "The server's certificate is not trusted",
        action: "Install a trusted certificate, or check from another network",
        meaning: """
            No publicly trusted authority issued the certificate. Its issuer may be a company's own authority, a \
            development tool, or a device that inspects encrypted traffic.
            """,
        impact: """
            Apple's systems trust only the authorities that come with the system, not those that users installed. \
            \(cannotFetch) open the browser instead of the app. Developer mode accepts the certificate; managed mode \
            does so only if the system trusts the authority.
            """,
        remedy: """
            Ask the web server's administrators to install a certificate from a public certificate authority. If the \
            authority belongs to your own network, run this check from outside it.
            """,
        source: "WWDC 2019 session 717; Apple, Configuring an associated domain; rule transport.certificate-valid")

    public static let tlsCertificateRevoked = FindingCode(
        "tls-certificate-revoked", .tls, .error, traits: .allowsLaterChecks,
        title: "The server's certificate was revoked",
        action: "Replace the revoked certificate and its key",
        meaning: """
            The authority has withdrawn the certificate, according to its signed statement, which the server itself \
            sends. The usual reason is that the private key was exposed or the certificate was issued by mistake.
            """,
        impact: """
            Apple requires a valid certificate. How Apple's CDN and devices learn of a revocation is not documented, \
            so links may open the browser for all customers now, or only for some.
            """,
        remedy: """
            Ask the web server's administrators to install a new certificate with a new key today, and to ask the \
            authority why the old one was revoked.
            """,
        source: "RFC 6960; WWDC 2019 session 717, What's New in Universal Links")

    public static let tlsCertificateExpiring = FindingCode(
        "tls-certificate-expiring", .tls, .warning, traits: .dependsOnTime,
        title: "The server's certificate expires soon",
        action: "Renew the certificate before it expires",
        meaning: """
            The certificate expires soon. Automatic renewal usually replaces a certificate earlier than this, so it \
            may not be working.
            """,
        impact: """
            None yet. Once the certificate has expired, links open the browser instead of the app, except in developer \
            mode.
            """,
        remedy: """
            Ask the web server's administrators to renew the certificate before it expires, and to check that \
            automatic renewal works and the server loads the new certificate.
            """,
        source: "WWDC 2019 session 717, What's New in Universal Links")

    public static let tlsClientCertificateRequired = FindingCode(
        "tls-client-certificate-required", .tls, .error,
        title: "The server requires a client certificate",
        action: "Serve the file without requiring a client certificate",
        meaning: "The server accepts only visitors that present a certificate of their own (mutual TLS).",
        impact: """
            Apple's CDN and the devices present no certificate, so no Apple system can get the file. Links open the \
            browser instead of the app.
            """,
        remedy: """
            Ask the web server's administrators to allow public access to /.well-known/apple-app-site-association \
            without a client certificate, for instance by requiring it on other paths only.
            """,
        source: "Apple Developer Forums thread 768759 (the file must be publicly accessible)")

    public static let tlsProtocolUnsupported = FindingCode(
        "tls-protocol-unsupported", .tls, .error,
        title: "The server supports no current version of TLS",
        action: "Enable TLS 1.2 and TLS 1.3",
        meaning: """
            TLS is the encryption of HTTPS. The server accepts neither TLS 1.2 nor 1.3; earlier versions were retired \
            in 2021.
            """,
        impact: """
            Apple does not publish which versions its systems need. Current browsers refuse earlier versions, so \
            expect links to open the browser instead of the app on current systems.
            """,
        remedy: "Ask the web server's administrators to enable TLS 1.2 and TLS 1.3, and to disable earlier versions.",
        source: "RFC 8996; what Apple's fetchers accept is not documented; rule transport.tls-versions")

    public static let tlsHandshakeFailed = FindingCode(
        "tls-handshake-failed", .tls, .error,
        title: "The TLS connection could not be established",
        action: "Correct the server's HTTPS settings for this host name",
        meaning: """
            The start of the encrypted connection (the TLS handshake) failed, though not because of the certificate's \
            dates, names or issuer. The evidence has the details.
            """,
        impact: """
            The file cannot be fetched. If Apple's CDN and devices fail too, links open the browser instead of the app \
            on every Apple system.
            """,
        remedy: """
            Ask the web server's administrators to check that the server speaks HTTPS on port 443, has a certificate \
            and settings for this host name, and offers cipher suites with ECDHE (Apple's clients do not seem to \
            support DHE). Send them the error text in the evidence.
            """,
        source: "RFC 8446 section 6; Apple, Supporting associated domains; Apple Developer Forums 18625")
}
