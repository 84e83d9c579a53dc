extension Remedies {
    /// The remedies for CDNs and firewall services in front of other servers.
    static let edges: [ServerRemedy] = cloudflare + cloudfront + azureFrontDoor + fastly + akamai

    private static let cloudflareMatch = #"http.request.uri.path eq "/.well-known/apple-app-site-association""#

    private static let cloudflareExemption = #"and http.request.uri.path ne "/.well-known/apple-app-site-association""#

    private static let cloudflare: [ServerRemedy] = [
        ServerRemedy(
            .httpForbidden, on: .cloudflare,
            steps: """
                Under Security › Events (or Analytics), find the event at the time of this check: it shows which \
                service refused the request.
                Create a custom rule (Security rules) with this expression and the action “Skip”, and select \
                everything that can be skipped: rate limiting, managed rules, Super Bot Fight Mode, Browser Integrity \
                Check, Security Level. Place it first.
                “Bot Fight Mode” of the free plan cannot be skipped: turn it off. The mode “I'm Under Attack” must be \
                off for this path as well.
                """,
            snippet: cloudflareMatch,
            source: "Cloudflare, Configure a rule with the Skip action; Cloudflare, Bot Fight Mode"),
        ServerRemedy(
            .httpRateLimited, on: .cloudflare,
            steps: """
                Create a custom rule (Security rules) with this expression and the action “Skip” for all rate limiting \
                rules. If the limit is the server's own, exempt the path there.
                """,
            snippet: cloudflareMatch, source: "Cloudflare, Configure a rule with the Skip action"),
        ServerRemedy(
            .redirect, on: .cloudflare,
            steps: """
                Under Rules, find the redirect (Redirect Rules, Bulk Redirects, Page Rules) that matches this host, \
                and add this to its expression. Bulk Redirects and Page Rules support no exceptions: replace them with \
                a Redirect Rule.
                A redirect to cloudflareaccess.com is a login: add an application for this path to Access (Zero Trust) \
                with a policy whose action is “Bypass” for everyone.
                If no rule redirects, the server behind Cloudflare does.
                """,
            snippet: cloudflareExemption, source: "Cloudflare, Single Redirects; Cloudflare, Access policies (Bypass)"),
        ServerRemedy(
            .redirectLoop, on: .cloudflare,
            steps: """
                The mode under SSL/TLS › Overview is probably “Flexible”: Cloudflare then uses plain HTTP to the \
                server, which redirects to HTTPS endlessly. Choose “Full (strict)”, for which the server needs a \
                certificate (one from Cloudflare's Origin CA is enough).
                """,
            source: "Cloudflare, ERR_TOO_MANY_REDIRECTS; Cloudflare, SSL/TLS encryption modes"),
        ServerRemedy(
            .httpUnauthorized, on: .cloudflare,
            steps: """
                If Cloudflare Access requires the login, add an application for this path in Zero Trust with a policy \
                whose action is “Bypass” for everyone. Otherwise, the server behind Cloudflare requires it.
                """,
            source: "Cloudflare, Access policies (Bypass)"),
        ServerRemedy(
            .httpServerError, on: .cloudflare,
            steps: """
                A status from 520 to 526 means that Cloudflare cannot get a response from the server behind it: with \
                521 and 522, that server's firewall refuses Cloudflare; with 525 and 526, its certificate is not \
                valid. Other statuses come from the server itself.
                """,
            source: "Cloudflare, Cloudflare 5xx errors"),
        ServerRemedy(
            .slowResponse, on: .cloudflare,
            steps: """
                By default, Cloudflare does not cache files without an extension. Create a Cache Rule with the \
                expression below; choose “Eligible for cache” and an edge TTL of about an hour.
                """,
            snippet: cloudflareMatch, source: "Cloudflare, Default Cache Behavior; Cloudflare, Cache Rules"),
        ServerRemedy(
            .tlsClientCertificateRequired, on: .cloudflare,
            steps: """
                Under Security rules, find the rule that blocks visitors without a client certificate \
                (cf.tls_client_auth.cert_verified), and add this to its expression.
                """,
            snippet: cloudflareExemption, source: "Cloudflare, mTLS (API Shield)"),
        ServerRemedy(
            .tlsCertificateNameMismatch, on: .cloudflare,
            steps: """
                The free certificate covers the domain and one level below it (www.example.com, but not \
                a.b.example.com). For deeper names, add Total TLS or an advanced certificate under SSL/TLS › Edge \
                Certificates.
                """,
            source: "Cloudflare, Universal SSL: Limitations"),
        ServerRemedy(
            .tlsHandshakeFailed, on: .cloudflare,
            steps: """
                Under SSL/TLS › Edge Certificates, check that the certificate for this name is “Active”. It is not \
                active while the domain is new, or if the name is more than one level below the domain.
                """,
            source: "Cloudflare, Universal SSL: Limitations"),
    ]

    private static let cloudfront: [ServerRemedy] = [
        ServerRemedy(
            .htmlInsteadOfFile, on: .cloudfront, language: .shell,
            steps: """
                The distribution's “Custom error responses” turn 403 and 404 into /index.html with status 200, so a \
                missing file looks like a page. Upload the file (S3 responds with 403 if it is missing).
                Then invalidate the path, because CloudFront has cached the page. Use the ID of your distribution.
                """,
            snippet: """
                aws s3 cp apple-app-site-association \\
                    s3://example.com/.well-known/apple-app-site-association \\
                    --content-type application/json
                aws cloudfront create-invalidation --distribution-id E1EXAMPLE \\
                    --paths "/.well-known/apple-app-site-association"
                """,
            source: "AWS, CloudFront: Configure error response behavior; AWS, Invalidate files"),
        ServerRemedy(
            .redirect, on: .cloudfront, language: .javascript,
            steps: """
                Find the CloudFront Function (or Lambda@Edge) on “Viewer request” that redirects, and exempt the file \
                at its beginning. Or add a separate behavior for the path without the function.
                """,
            snippet: """
                function handler(event) {
                    var request = event.request;
                    if (request.uri === '/.well-known/apple-app-site-association') {
                        return request;
                    }
                    // The redirects follow here.
                    return request;
                }
                """,
            source: "AWS, CloudFront: Customize at the edge with CloudFront Functions"),
        ServerRemedy(
            .httpForbidden, on: .cloudfront,
            steps: """
                “x-cache: Error from cloudfront” with an S3 origin usually means that the file does not exist, or that \
                the bucket policy does not allow the distribution to read it: check both.
                Check the distribution's geographic restrictions and its AWS WAF: add a rule that allows this path, \
                before the other rules.
                """,
            source: "AWS, CloudFront: HTTP 403 status code (Permission Denied)"),
        ServerRemedy(
            .tlsCertificateNameMismatch, on: .cloudfront,
            steps: """
                Add the host to the distribution's “Alternate domain names”, and choose a certificate from AWS \
                Certificate Manager (in the region us-east-1) that covers it.
                """,
            source: "AWS, CloudFront: Use custom URLs by adding alternate domain names (CNAMEs)"),
        ServerRemedy(
            .tlsProtocolUnsupported, on: .cloudfront,
            steps: "In the distribution's settings, choose the security policy TLSv1.2_2021 or a later one.",
            source: "AWS, CloudFront: Supported protocols and ciphers between viewers and CloudFront"),
    ]

    private static let azureFrontDoor: [ServerRemedy] = [
        ServerRemedy(
            .redirect, on: .azureFrontDoor,
            steps: """
                In the rule set of the route, add the condition “Request path, Not Equal, \
                .well-known/apple-app-site-association” to the rule that redirects. “Redirect all traffic to use \
                HTTPS” may stay on.
                """,
            source: "Microsoft, Azure Front Door: What is a rule set?"),
        ServerRemedy(
            .httpForbidden, on: .azureFrontDoor,
            steps: """
                Check the log of the web application firewall for the rule that blocked the request. Add a custom rule \
                with a low priority number to its policy: RequestUri contains /.well-known/apple-app-site-association, \
                action “Allow”.
                """,
            source: "Microsoft, Azure Web Application Firewall on Azure Front Door: custom rules"),
        ServerRemedy(
            .tlsCertificateNameMismatch, on: .azureFrontDoor,
            steps: """
                Add the host as a custom domain to the Front Door profile, associate it with a route, and wait until \
                its managed certificate is “Deployed”.
                """,
            source: "Microsoft, Azure Front Door: Configure HTTPS on a custom domain"),
    ]

    private static let fastly: [ServerRemedy] = [
        ServerRemedy(
            .redirect, on: .fastly, language: .vcl,
            steps: """
                Find the redirect in the service's VCL (vcl_recv), often “error 301” or a synthetic response, and \
                exempt the file.
                """,
            snippet: """
                # Around the statement that redirects, whatever its number is:
                if (req.url.path != "/.well-known/apple-app-site-association") {
                    error 618;
                }
                """,
            source: "Fastly, VCL: error statement; Fastly, Generating HTTP redirects at the edge"),
        ServerRemedy(
            .httpForbidden, on: .fastly,
            steps: """
                If the Next-Gen WAF blocks the request, add a request rule for the path \
                /.well-known/apple-app-site-association with the action “Allow”. Otherwise look for “error 403” and \
                access lists in the service's VCL.
                """,
            source: "Fastly, Next-Gen WAF: request rules"),
        ServerRemedy(
            .tlsCertificateNameMismatch, on: .fastly,
            steps: "Add the host to the service and to a TLS subscription, and set its DNS records as shown there.",
            source: "Fastly, Setting up TLS with certificates Fastly manages"),
    ]

    private static let akamai: [ServerRemedy] = [
        ServerRemedy(
            .httpForbidden, on: .akamai,
            steps: """
                The error page shows a “Reference #”: look it up with Akamai's tools (Translate error string) to see \
                which rule blocked the request.
                In the security configuration, exempt the path /.well-known/apple-app-site-association: a separate \
                match target in the WAF, a conditional action “Monitor” in Bot Manager, and no country block.
                """,
            source: "Akamai, App & API Protector: exceptions; Akamai, Bot Manager: conditional actions"),
        ServerRemedy(
            .redirect, on: .akamai,
            steps: """
                In Property Manager, find the behavior “Redirect” or the Edge Redirector policy that matches this \
                host, and add the condition “Path does not match /.well-known/apple-app-site-association”.
                """,
            source: "Akamai, Property Manager: Redirect; Akamai, Edge Redirector Cloudlet"),
        ServerRemedy(
            .httpRateLimited, on: .akamai,
            steps: """
                In the security configuration, exempt the path /.well-known/apple-app-site-association from the rate \
                policies.
                """,
            source: "Akamai, App & API Protector: rate policies"),
    ]
}
