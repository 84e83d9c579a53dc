// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension FindingCode {
    static let reachingTheServerCodes: [FindingCode] = [
        .dnsNotFound, .addressNotPublic, .dnsFailure, .connectRefused, .connectTimeout, .connectFailed, .timeout,
        .connectionClosed, .addressBlocked, .addressExcluded, .proxyFailed, .addressInconsistent, .addressNotChecked,
    ]

    public static let dnsNotFound = FindingCode(
        "dns-not-found", .reachingTheServer, .error,
        title: "The domain name has no address",
        action: "Correct the name or its DNS, or remove it from the app",
        meaning: """
            DNS, the internet's directory of names, has no address for this name, so neither the server nor the \
            association file can be found.
            """,
        impact: """
            Links open the browser instead of the app on every Apple system, and the domain's web pages do not load.
            """,
        remedy: """
            Check the spelling of the domain. If it is correct, ask the domain's DNS administrators to add an A or \
            AAAA record with the web server's address. If the domain is no longer in use, ask the app's developers to \
            remove it from the app's associated domains.
            """,
        source: "RFC 1034; Apple, Supporting associated domains")

    public static let addressNotPublic = FindingCode(
        "address-not-public", .reachingTheServer, .error, traits: .allowsLaterChecks,
        title: "The domain has private addresses only",
        action: "Publish a public address, or use developer or managed mode",
        meaning: "All addresses of the name are private, local or reserved, so the internet cannot reach them.",
        impact: """
            iOS 14 and later get the file from Apple's CDN, which was observed to refuse such addresses (SWCERR00202), \
            so links open the browser instead of the app. Inside the network, iOS 13 and earlier can still get the \
            file, and so can devices in developer or managed mode.
            """,
        remedy: """
            Ask the domain's DNS administrators to publish a public address. For an internal test domain, ask the \
            app's developers to use ?mode=developer or ?mode=managed in the app's associated domains.
            """,
        source: """
            SWCERR00202, in responses of Apple's CDN; Apple, Supporting associated domains; rule cdn.private-addresses
            """)

    public static let dnsFailure = FindingCode(
        "dns-failure", .reachingTheServer, .error, preventsCheck: true,
        title: "The domain name could not be looked up",
        action: "Check the DNS resolver and the domain's name servers",
        meaning: "The name servers returned no usable answer, or none in time: this domain could not be checked.",
        impact: """
            Not known. If Apple's servers and customers' devices have the same problem, they cannot fetch the file.
            """,
        remedy: """
            Check again in a few minutes. If other domains fail too, check the DNS resolver of the computer that runs \
            this check. Otherwise ask the domain's DNS administrators to check its name servers and DNSSEC.
            """,
        source: "RFC 1035 section 4.1.1 (response codes)")

    public static let connectRefused = FindingCode(
        "connect-refused", .reachingTheServer, .error, preventsCheck: true,
        title: "The server refuses connections",
        action: "Check that the server accepts connections on its HTTPS port",
        meaning: """
            Nothing is listening on the HTTPS port of the domain's address, or a firewall rejects the connection: this \
            domain could not be checked.
            """,
        impact: """
            Not known. If this affects all clients, no Apple system can fetch the file, and no browser can open the \
            site over HTTPS.
            """,
        remedy: """
            Check again in a few minutes. If the problem persists, ask the web server's administrators to check that \
            the server is listening on port 443, and that no firewall rejects the connection.
            """,
        source: "RFC 9293 section 3.5.2 (reset)")

    public static let connectTimeout = FindingCode(
        "connect-timeout", .reachingTheServer, .error, preventsCheck: true,
        title: "Nothing responds at the domain's address",
        action: "Check that the server is running and publicly reachable",
        meaning: "The connection attempt timed out: this domain could not be checked.",
        impact: """
            Not known. The server may be down, or may refuse some networks or countries. If it refuses Apple's CDN, \
            the CDN cannot fetch the file for iOS 14 and later.
            """,
        remedy: """
            Check again in a few minutes, if possible from another network. If the problem persists, ask the web \
            server's administrators whether the server is running and its firewall opens port 443 to everyone.
            """,
        source: "Apple Developer Forums thread 768759 (the file must be publicly reachable)")

    public static let connectFailed = FindingCode(
        "connect-failed", .reachingTheServer, .error, preventsCheck: true,
        title: "No connection to the server",
        action: "Check the network and the route to the server's address",
        meaning: """
            There is no route to the server's address, or the network of the computer that runs this check is down: \
            this domain could not be checked.
            """,
        impact: """
            Not known. If the cause is the network of the computer that runs this check, customers are not affected.
            """,
        remedy: """
            Check the network of the computer that runs this check, then check again. If other domains work, ask the \
            administrators of the web server or its network whether the address is in use and can be reached.
            """,
        source: "RFC 9293; the operating system's error text is in the evidence")

    public static let timeout = FindingCode(
        "timeout", .reachingTheServer, .error, preventsCheck: true,
        title: "The server did not respond in time",
        action: "Find out why the server responds so slowly",
        meaning: """
            The response was not complete in time: this domain could not be checked. The evidence shows the last step \
            that was completed.
            """,
        impact: """
            Not known. If the server is this slow for everyone, Apple's CDN probably gives up too (SWCERR00301 \
            Timeout), and links open the browser instead of the app on iOS 14 and later.
            """,
        remedy: """
            Check again in a few minutes. If the problem persists, ask the web server's administrators to serve the \
            file as a static file, and to check the firewall and the load on the server.
            """,
        source: "SWCERR00301, in responses of Apple's CDN; Apple Developer Forums 821908")

    public static let connectionClosed = FindingCode(
        "connection-closed", .reachingTheServer, .error, preventsCheck: true,
        title: "The server closed the connection",
        action: "Find out from the logs why the connection was closed",
        meaning: """
            The server, or something in front of it, closed the connection too early: this domain could not be \
            checked. The evidence shows at which step.
            """,
        impact: """
            Not known. If the server also closes the connections of Apple's CDN, the CDN cannot fetch the file for \
            iOS 14 and later.
            """,
        remedy: """
            Check again in a few minutes. If the problem persists, ask the web server's administrators to check the \
            logs of the server, firewall and load balancer for the time of this check.
            """,
        source: "RFC 9112 section 9.6; Apple Developer Forums thread 768759")

    public static let addressBlocked = FindingCode(
        "address-blocked", .reachingTheServer, .error,
        title: "A redirect leads to a private address",
        action: "Remove the redirect to the private address",
        meaning: "The server redirects to a private, local or reserved address, to which this check does not connect.",
        impact: """
            Apple's CDN cannot reach that address from the internet, so links open the browser instead of the app on \
            iOS 14 and later.
            """,
        remedy: """
            Ask the web server's administrators to serve the file itself, with status 200 and without a redirect, and \
            to find out where the redirect comes from.
            """,
        source: "SWCERR00202, in responses of Apple's CDN; Apple, Supporting associated domains")

    public static let addressExcluded = FindingCode(
        "address-excluded", .reachingTheServer, .error, preventsCheck: true,
        title: "The domain's address is not known to be public",
        action: "Publish public addresses, or check without --public-only",
        meaning: """
            For this domain, the check connects to public addresses only, because of --public-only or because a \
            redirect led to it. The domain has a private, local or reserved address, or its name cannot be looked up \
            from here: this domain could not be checked.
            """,
        impact: """
            Not known. If all addresses of the domain are private, Apple's CDN cannot fetch its file, and links open \
            the browser instead of the app on iOS 14 and later.
            """,
        remedy: """
            If the domain is for customers, ask its DNS administrators to publish public addresses only. If it belongs \
            to your own network, check it without --public-only. If only your proxy can look up names, configure it to \
            refuse private addresses, and run the check without --public-only; or specify a DNS server with \
            --dns-servers.
            """,
        source: "IANA IPv4 and IPv6 Special-Purpose Address Registries; RFC 6890")

    public static let proxyFailed = FindingCode(
        "proxy-failed", .reachingTheServer, .error, preventsCheck: true,
        title: "The proxy of this check failed",
        action: "Check the proxy that this check uses, and its settings",
        meaning: """
            The proxy that this check uses could not be reached, or refused the request: this domain could not be \
            checked.
            """,
        impact: """
            Not known. Customers are probably not affected: the fault is between the computer that runs this check and \
            its proxy.
            """,
        remedy: """
            Ask the operator of this check to verify the proxy's address, user name, password and rules for this \
            domain (--proxy, HTTPS_PROXY, NO_PROXY), then check again.
            """,
        source: "RFC 9110 section 9.3.6 (CONNECT)")

    public static let addressInconsistent = FindingCode(
        "address-inconsistent", .reachingTheServer, .error, traits: .allowsLaterChecks, additionalCheck: .addresses,
        title: "The domain's servers do not all serve the same file",
        action: "Deploy the same file and settings to all of the servers",
        meaning: """
            The domain has several addresses, and the servers there do not all serve the same file. Which one a device \
            reaches varies.
            """,
        impact: """
            Links open the app for some customers and the browser for others, and this may change from day to day. \
            This affects every Apple system, and Apple's CDN may keep the wrong copy.
            """,
        remedy: """
            Ask the web servers' administrators to deploy the same file and settings to all servers. The evidence \
            lists the responses.
            """,
        source: "Apple, Supporting associated domains")

    public static let addressNotChecked = FindingCode(
        "address-not-checked", .reachingTheServer, .info, additionalCheck: .addresses,
        title: "Not every address of the domain was checked",
        action: "Check the remaining addresses separately",
        meaning: """
            The name has more addresses than this program checks, or some could not be reached in time or from this \
            computer (which may have no IPv6).
            """,
        impact: "Nothing is known about these addresses.",
        remedy: "Check from a computer that can reach them, or check a single address with --resolve.",
        source: "The limits of this program")
}
