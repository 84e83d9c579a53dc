// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension Catalogue {
    static let reachingTheServer: [FindingCode] = [
        .dnsNotFound, .addressNotPublic, .dnsFailure, .connectRefused, .connectTimeout, .connectFailed, .timeout,
        .connectionClosed, .addressBlocked, .addressExcluded, .proxyFailed, .addressInconsistent, .addressNotChecked,
    ]
}

extension FindingCode {
    public static let dnsNotFound = FindingCode(
        "dns-not-found", .reachingTheServer, .error,
        title: "The domain name has no address",
        action: "Correct the name or its DNS, or remove it from the app",
        meaning: """
            DNS, the internet's directory of names, reports that this name does not exist or has no address. So there \
            is no server under this name, and no association file.
            """,
        impact: """
            Links to this domain open the browser instead of the app on every Apple system, and its web pages do not \
            load either.
            """,
        remedy: """
            Check the spelling of the domain first. If it is correct, ask the domain's DNS administrators to add an A \
            or AAAA record with the address of the web server. If the domain is no longer in use, ask the app's \
            developers to remove it from the app's associated domains.
            """,
        source: "RFC 1034; Apple, Supporting associated domains")

    public static let addressNotPublic = FindingCode(
        "address-not-public", .reachingTheServer, .error,
        title: "The domain has private addresses only",
        action: "Publish a public address, or use developer or managed mode",
        meaning: """
            All addresses of the name are private, local or reserved. They are valid inside one network and cannot be \
            reached from the internet.
            """,
        impact: """
            iOS 14 and later get the file from Apple's CDN, which has been observed to refuse such addresses \
            (SWCERR00202), so links open the browser instead of the app. Devices inside the network that contact the \
            server directly can still get the file: iOS 13 and earlier, and developer or managed mode.
            """,
        remedy: """
            Ask the domain's DNS administrators to publish a public address for it. For an internal test domain, \
            ask the app's developers to use ?mode=developer or ?mode=managed in the app's associated domains.
            """,
        source: """
            SWCERR00202, observed in answers of Apple's CDN; Apple, Supporting associated domains; rule \
            cdn.private-addresses
            """)

    public static let dnsFailure = FindingCode(
        "dns-failure", .reachingTheServer, .error, preventsCheck: true,
        title: "The domain name could not be looked up",
        action: "Check the DNS resolver and the domain's name servers",
        meaning: """
            The name servers returned no usable answer, or did not respond in time. Nothing is known about the \
            domain's server and its file: this domain could not be checked.
            """,
        impact: """
            Not known. If Apple's servers and customers' devices have the same problem, they cannot fetch the file \
            until it is resolved.
            """,
        remedy: """
            Check again in a few minutes. If other domains fail too, check the DNS resolver of the computer that runs \
            this check. If only this one fails, ask the domain's DNS administrators to check its name servers and \
            DNSSEC.
            """,
        source: "RFC 1035 section 4.1.1 (response codes)")

    public static let connectRefused = FindingCode(
        "connect-refused", .reachingTheServer, .error, preventsCheck: true,
        title: "The server refuses connections",
        action: "Check that the server accepts connections on its HTTPS port",
        meaning: """
            There is a computer at the domain's address, but nothing is listening on its HTTPS port. The file was not \
            fetched: this domain could not be checked.
            """,
        impact: """
            Not known. If this affects all clients, no Apple system can fetch the file, and browsers cannot \
            open the site over HTTPS either.
            """,
        remedy: """
            Check again in a few minutes. If the problem persists, ask the web server's administrators to check that \
            the server is running and listening on port 443, and that no firewall rejects the connection.
            """,
        source: "RFC 9293 section 3.5.2 (reset)")

    public static let connectTimeout = FindingCode(
        "connect-timeout", .reachingTheServer, .error, preventsCheck: true,
        title: "Nothing responds at the domain's address",
        action: "Check that the server is up and reachable through its firewall",
        meaning: """
            The connection attempt timed out. The server may be down, or a firewall may drop connection \
            attempts without an answer. This domain could not be checked.
            """,
        impact: """
            Not known. The server may be down, or it may admit only some networks or countries. In that case, \
            Apple's CDN, which iOS 14 and later rely on, must be able to reach it too.
            """,
        remedy: """
            Check again in a few minutes, if possible from another network. If the problem persists, ask the \
            web server's administrators whether it is up and whether its firewall allows everyone to reach port 443.
            """,
        source: "Apple Developer Forums thread 768759 (the file must be publicly reachable)")

    public static let connectFailed = FindingCode(
        "connect-failed", .reachingTheServer, .error, preventsCheck: true,
        title: "No connection to the server",
        action: "Check the network and the route to the server's address",
        meaning: """
            The server could not be reached, although nothing refused the connection: there is no route to its \
            address, or the network of the computer that runs this check is down. This domain could not be checked.
            """,
        impact: """
            Not known. If the cause is the network of the computer that runs this check, customers are not affected.
            """,
        remedy: """
            Check the network of the computer that runs this check, then check again. If other domains work, ask \
            the administrators of the web server or its network whether the address is in use and can be reached.
            """,
        source: "RFC 9293; the operating system's error text is in the evidence")

    public static let timeout = FindingCode(
        "timeout", .reachingTheServer, .error, preventsCheck: true,
        title: "The server did not respond in time",
        action: "Find out why the server responds too slowly",
        meaning: """
            A connection was made, but the response was not complete in time. The evidence shows the last step \
            reached. This domain could not be checked.
            """,
        impact: """
            Not known. A server that is this slow for all clients is likely to fail with Apple's CDN, which has been \
            observed to give up (SWCERR00301 Timeout); links then open the browser instead of the app on iOS 14 and \
            later.
            """,
        remedy: """
            Check again in a few minutes. If the problem persists, ask the web server's administrators to serve the \
            file as a plain static file, and to check the load of the server and its firewall.
            """,
        source: "SWCERR00301, observed in answers of Apple's CDN; Apple Developer Forums thread 821908")

    public static let connectionClosed = FindingCode(
        "connection-closed", .reachingTheServer, .error, preventsCheck: true,
        title: "The server closed the connection",
        action: "Find out from the logs why the connection was closed",
        meaning: """
            The server, or something in front of it, closed the connection before the response was complete. The \
            evidence shows when. This domain could not be checked.
            """,
        impact: """
            Not known. A firewall that does this to unknown clients may do the same to Apple's CDN, which iOS 14 and \
            later rely on.
            """,
        remedy: """
            Check again in a few minutes. If the problem persists, ask the web server's administrators to check the \
            logs of the server, its firewall and the load balancer for the time of this check.
            """,
        source: "RFC 9112 section 9.6; Apple Developer Forums thread 768759")

    public static let addressBlocked = FindingCode(
        "address-blocked", .reachingTheServer, .error,
        title: "A redirect leads to a private address",
        action: "Remove the redirect to the private address",
        meaning: """
            The server redirects to an address that is private, local or reserved. This check does not connect to such \
            addresses, so that no server can use it to reach an internal network.
            """,
        impact: """
            Nothing at that address can be fetched from the internet. So Apple's CDN cannot get the file from there, \
            and links open the browser instead of the app on iOS 14 and later.
            """,
        remedy: """
            Ask the web server's administrators to serve the file itself, with status 200 and without a redirect, and \
            to find out why it redirects to an internal address.
            """,
        source: "SWCERR00202, observed in answers of Apple's CDN; Apple, Supporting associated domains")

    public static let addressExcluded = FindingCode(
        "address-excluded", .reachingTheServer, .error, preventsCheck: true,
        title: "The domain's address is not known to be public",
        action: "Publish public addresses, or check without --public-only",
        meaning: """
            This check connects to public addresses only (--public-only), or was led to this domain by another server. \
            The domain has an address that is private, local or reserved, or a name that cannot be looked up here. So \
            nothing was sent: this domain could not be checked.
            """,
        impact: """
            Not known. If all addresses of the domain are private, Apple's CDN cannot fetch its file, and links open \
            the browser instead of the app on iOS 14 and later.
            """,
        remedy: """
            If the domain is meant for customers, ask its DNS administrators to publish public addresses only. If it \
            belongs to your own network, check it without --public-only. If only your proxy can look up names, \
            configure the proxy to refuse private addresses and check without --public-only, or specify a DNS server with \
            --dns-servers.
            """,
        source: "IANA IPv4 and IPv6 Special-Purpose Address Registries; RFC 6890")

    public static let proxyFailed = FindingCode(
        "proxy-failed", .reachingTheServer, .error, preventsCheck: true,
        title: "The proxy of this check failed",
        action: "Check the proxy that this check uses, and its settings",
        meaning: """
            This check is set to use a proxy, and the proxy could not be reached or refused the request. Nothing is \
            known about the domain: it could not be checked.
            """,
        impact: """
            Not known. Customers are probably not affected: the fault is between the computer that runs this check \
            and its proxy.
            """,
        remedy: """
            Ask the operator of this check to verify the proxy's address, user name and password (--proxy, \
            HTTPS_PROXY, NO_PROXY) and the proxy's rules for this domain, then check again.
            """,
        source: "RFC 9110 section 9.3.6 (CONNECT)")

    public static let addressInconsistent = FindingCode(
        "address-inconsistent", .reachingTheServer, .error,
        title: "The domain's servers do not all serve the same file",
        action: "Deploy the same file and settings to all of the servers",
        meaning: """
            The name has the addresses of several servers, and they do not all serve the same file. Which one responds \
            varies from request to request.
            """,
        impact: """
            Links open the app for some customers and the browser for others, and this changes from one day to the \
            next. This affects every Apple system, and Apple's CDN may keep the wrong copy.
            """,
        remedy: """
            Ask the web servers' administrators to deploy the same file and the same settings to all of them. The \
            evidence lists what each address serves.
            """,
        source: "Apple, Supporting associated domains")

    public static let addressNotChecked = FindingCode(
        "address-not-checked", .reachingTheServer, .info,
        title: "Not every address of the domain was checked",
        action: "Check the remaining addresses separately",
        meaning: """
            The name has more addresses than this program checks one by one, or some of them could not be reached from \
            this computer (which may have no IPv6) or within the time limit for the domain.
            """,
        impact: "Nothing is known about these addresses.",
        remedy: "Check from a computer that can reach them, or check a single one with --resolve.",
        source: "The limits of this program")
}
