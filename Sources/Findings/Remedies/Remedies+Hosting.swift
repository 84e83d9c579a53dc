extension Remedies {
    /// Services that host whole sites.
    static let hosting: [ServerRemedy] = firebase + vercel + netlify + githubPages + azure + containers + siteBuilders

    private static let types: [FindingCode] = [.contentTypeMissing, .contentTypeGeneric, .contentTypeWrong]

    private static let firebaseConfiguration = ConfigurationSnippet(
        .json,
        """
        {
          "hosting": {
            "public": "public",
            "ignore": ["firebase.json", "**/node_modules/**"],
            "appAssociation": "NONE",
            "headers": [
              {
                "source": "/.well-known/apple-app-site-association",
                "headers": [{ "key": "Content-Type", "value": "application/json" }]
              }
            ]
          }
        }
        """)

    private static let firebaseSource = "Firebase, Configure Hosting behavior (appAssociation, headers, ignore)"

    private static let firebase: [ServerRemedy] =
        (types + [.fileMissing, .htmlInsteadOfFile, .detailsMissing, .locationsDiffer]).map { code in
            let cause =
                switch code {
                case .detailsMissing, .locationsDiffer:
                    """
                    Firebase Hosting makes an association file of its own unless it is told not to: set \
                    “appAssociation” to “NONE”.
                    """
                case .fileMissing, .htmlInsteadOfFile:
                    """
                    The usual “ignore” list has “**/.*” in it, which keeps the folder .well-known from being \
                    uploaded: remove it. A file that is there comes before all “rewrites”.
                    """
                default: "Set the type of the file under “headers”."
                }
            return ServerRemedy(
                code, on: .firebase,
                steps: [
                    cause,
                    """
                    Put the file into a folder .well-known below the “public” folder, bring firebase.json into line \
                    with this, and run “firebase deploy --only hosting”.
                    """,
                ],
                snippet: firebaseConfiguration, source: firebaseSource)
        } + [
            ServerRemedy(
                .redirect, on: .firebase,
                steps: [
                    """
                    Look in firebase.json for “redirects” whose “source” fits the file, and for “trailingSlash”. \
                    Redirects from one custom domain to another belong to the console (Hosting, domain, “Redirect”): \
                    connect both domains without one.
                    """
                ],
                source:
                    "Firebase, Configure Hosting behavior (redirects, trailingSlash); Firebase, Connect a custom domain"
            )
        ]

    // MARK: Vercel and Netlify

    private static let vercelHeaders = ConfigurationSnippet(
        .json,
        """
        {
          "headers": [
            {
              "source": "/.well-known/apple-app-site-association",
              "headers": [{ "key": "Content-Type", "value": "application/json" }]
            }
          ]
        }
        """)

    private static let vercel: [ServerRemedy] =
        types.map { code in
            ServerRemedy(
                code, on: .vercel, steps: ["Set the type in vercel.json, and deploy again."], snippet: vercelHeaders,
                source: "Vercel, Project configuration with vercel.json (headers)")
        }
        + [FindingCode.fileMissing, .htmlInsteadOfFile].map { code in
            ServerRemedy(
                code, on: .vercel,
                steps: [
                    """
                    Put the file into public/.well-known of the project; check that the build copies folders whose \
                    name begins with a dot. A file that is there goes before all “rewrites”.
                    """,
                    "Set its type in vercel.json, and deploy again.",
                ],
                snippet: vercelHeaders, source: "Vercel, Project configuration with vercel.json (headers, rewrites)")
        } + [
            ServerRemedy(
                .redirect, on: .vercel,
                steps: [
                    """
                    A redirect from one domain to another (www) belongs to the project's Domains settings and comes \
                    before the deployment; nothing in the project can change it. Assign both domains to the project \
                    without a redirect, and redirect in vercel.json instead, all but the file.
                    """
                ],
                snippet: ConfigurationSnippet(
                    .json,
                    """
                    {
                      "redirects": [
                        {
                          "source": "/:path((?!\\\\.well-known/apple-app-site-association).*)",
                          "has": [{ "type": "host", "value": "example.com" }],
                          "destination": "https://www.example.com/:path*",
                          "permanent": true
                        }
                      ]
                    }
                    """),
                source: "Vercel, Deploying & redirecting domains; Vercel, vercel.json (redirects)"),
            ServerRemedy(
                .httpUnauthorized, on: .vercel,
                steps: [
                    """
                    Deployment Protection asks for a login. In the project's settings, choose “Standard Protection”, \
                    which leaves the production domains open, or add this domain to the exceptions.
                    """
                ],
                source: "Vercel, Deployment Protection"),
            ServerRemedy(
                .httpForbidden, on: .vercel,
                steps: [
                    """
                    If the answer has “x-vercel-mitigated”, the firewall refuses: under Firewall, switch off “Attack \
                    Challenge Mode”, and add a custom rule with the action “Bypass” for the path \
                    /.well-known/apple-app-site-association.
                    """
                ],
                source: "Vercel, Vercel WAF: custom rules; Vercel, Attack Challenge Mode"),
        ]

    private static let netlifyHeaders = ConfigurationSnippet(
        .toml,
        """
        [[headers]]
          for = "/.well-known/apple-app-site-association"
          [headers.values]
            Content-Type = "application/json"
        """)

    private static let netlify: [ServerRemedy] =
        types.map { code in
            ServerRemedy(
                code, on: .netlify, steps: ["Set the type in netlify.toml, and deploy again."], snippet: netlifyHeaders,
                source: "Netlify, Custom headers")
        }
        + [FindingCode.fileMissing, .htmlInsteadOfFile].map { code in
            ServerRemedy(
                code, on: .netlify,
                steps: [
                    """
                    Put the file into .well-known below the folder that is published; check that the build copies \
                    folders whose name begins with a dot.
                    """,
                    """
                    A file that is there goes before a rule such as “/* /index.html 200”, unless that is forced \
                    (“200!”): take the exclamation mark away. Set the file's type in netlify.toml.
                    """,
                ],
                snippet: netlifyHeaders, source: "Netlify, Redirects and rewrites: rule processing order, shadowing")
        } + [
            ServerRemedy(
                .redirect, on: .netlify,
                steps: [
                    """
                    Netlify redirects the www form of a site's primary domain to the domain, or back, before any rule. \
                    Name in the app the host that is primary. For another host that has to serve the file itself, make \
                    a site of its own with the file and, in its netlify.toml, this redirect for everything else.
                    """
                ],
                snippet: ConfigurationSnippet(
                    .toml,
                    """
                    [[redirects]]
                      from = "/*"
                      to = "https://www.example.com/:splat"
                      status = 301
                      force = false
                    """),
                source: "Netlify, Assign a primary domain; Netlify, Redirect options"),
            ServerRemedy(
                .httpUnauthorized, on: .netlify,
                steps: [
                    """
                    The site's password protection covers every path. Restrict it to previews (Site configuration, \
                    Visitor access), or serve the file from a site without it.
                    """
                ],
                source: "Netlify, Password protection"),
        ]

    // MARK: GitHub Pages

    private static let githubPages: [ServerRemedy] = [
        ServerRemedy(
            .fileMissing, on: .githubPages,
            steps: [
                """
                GitHub Pages builds with Jekyll, which leaves out folders whose name begins with a dot. Include the \
                folder in _config.yml, or put an empty file named .nojekyll into the root of what is published.
                """,
                """
                The file has to be in the repository that serves the root of the host (the user's site, or the one \
                with the custom domain).
                """,
            ],
            snippet: ConfigurationSnippet(.yaml, #"include: [".well-known"]"#),
            source: "Jekyll, Configuration Options (include); GitHub, About GitHub Pages and Jekyll"),
        ServerRemedy(
            .redirect, on: .githubPages,
            steps: [
                """
                GitHub Pages redirects www to the bare domain or back, whichever is not the custom domain in the \
                settings. Name in the app the host that is the custom domain, or serve the other one elsewhere.
                """
            ],
            source: "GitHub, About custom domains and GitHub Pages"),
        ServerRemedy(
            .tlsCertificateNameMismatch, on: .githubPages,
            steps: [
                """
                Enter the host as the custom domain in the repository's Pages settings and wait for its certificate; \
                remove it and enter it again if the certificate does not come. Then tick “Enforce HTTPS”.
                """
            ],
            source: "GitHub, Securing your GitHub Pages site with HTTPS"),
    ]

    // MARK: Azure

    private static let staticWebApp = ConfigurationSnippet(
        .json,
        """
        {
          "routes": [
            {
              "route": "/.well-known/apple-app-site-association",
              "headers": { "Content-Type": "application/json" }
            }
          ],
          "navigationFallback": {
            "rewrite": "/index.html",
            "exclude": ["/.well-known/*"]
          }
        }
        """)

    private static let azure: [ServerRemedy] =
        (types + [.fileMissing, .htmlInsteadOfFile]).map { code in
            ServerRemedy(
                code, on: .azureStaticWebApps,
                steps: [
                    """
                    Put the file into .well-known below the folder that is published; check that the build copies \
                    folders whose name begins with a dot.
                    """,
                    "Set its type and exempt it from the fallback in staticwebapp.config.json, and deploy again.",
                ],
                snippet: staticWebApp, source: "Microsoft, Configure Azure Static Web Apps")
        } + [
            ServerRemedy(
                .httpUnauthorized, on: .azureAppService,
                steps: [
                    """
                    “Authentication” of the app asks for a login. Exclude the path in its settings (authsettingsV2, \
                    globalValidation).
                    """
                ],
                snippet: azureExcludedPaths, source: azureAuthenticationSource),
            ServerRemedy(
                .redirect, on: .azureAppService,
                steps: [
                    """
                    A redirect to login.microsoftonline.com or /.auth/login comes from “Authentication” of the app. \
                    Exclude the path in its settings (authsettingsV2, globalValidation). Other redirects come from the \
                    app or its web.config.
                    """
                ],
                snippet: azureExcludedPaths, source: azureAuthenticationSource),
            ServerRemedy(
                .tlsClientCertificateRequired, on: .azureAppService,
                steps: [
                    """
                    Exempt the path from the client certificate: General settings, Incoming client certificates, \
                    “Certificate exclusion paths”, or by command.
                    """
                ],
                snippet: ConfigurationSnippet(
                    .shell,
                    """
                    az webapp update --name example --resource-group example \\
                        --set clientCertExclusionPaths=/.well-known
                    """),
                source: "Microsoft, Set up TLS mutual authentication in Azure App Service"),
            ServerRemedy(
                .slowResponse, on: .azureAppService,
                steps: [
                    """
                    An app without visitors is unloaded and takes long to come back: switch on “Always On” (General \
                    settings; not in the free plans), or serve the file from a CDN.
                    """
                ],
                source: "Microsoft, Configure an App Service app (Always On)"),
            ServerRemedy(
                .tlsCertificateNameMismatch, on: .azureAppService,
                steps: [
                    """
                    Add the host under “Custom domains”, and bind a certificate to it (a managed one is free): without \
                    a binding Azure shows its own.
                    """
                ],
                source: "Microsoft, Secure a custom DNS name with a TLS/SSL binding in Azure App Service"),
        ]

    private static let azureAuthenticationSource = "Microsoft, App Service: file-based configuration (excludedPaths)"

    private static let azureExcludedPaths = ConfigurationSnippet(
        .json,
        """
        {
          "globalValidation": {
            "excludedPaths": ["/.well-known/apple-app-site-association"]
          }
        }
        """)

    // MARK: Containers

    private static let containers: [ServerRemedy] = [
        ServerRemedy(
            .slowResponse, on: .heroku,
            steps: [
                """
                Eco dynos are suspended after 30 minutes without visitors, and take seconds to start again: choose Basic or a \
                larger type, or serve the file from a CDN before the app.
                """
            ],
            source: "Heroku, Eco dyno hours: sleeping"),
        ServerRemedy(
            .tlsCertificateNameMismatch, on: .heroku,
            steps: [
                "Add the host (“heroku domains:add”), and switch on its certificates (“heroku certs:auto:enable”)."
            ],
            source: "Heroku, Automated Certificate Management"),
        ServerRemedy(
            .slowResponse, on: .render,
            steps: [
                """
                Free web services sleep after 15 minutes without visitors, and take up to a minute to wake up: choose \
                a paid type, or serve the file from a Static Site, which does not sleep.
                """
            ],
            source: "Render, Deploy for free: spinning down on idle"),
        ServerRemedy(
            .redirect, on: .render,
            steps: [
                """
                Where one of example.com and www.example.com was entered as a custom domain, Render adds the other one \
                as a redirect to it. Name in the app the host that was entered, or serve the other one elsewhere.
                """
            ],
            source: "Render, Custom domains"),
    ]

    // MARK: Site builders

    private static let siteBuilders: [ServerRemedy] =
        [FindingCode.fileMissing, .detailsMissing].map { code in
            ServerRemedy(
                code, on: .shopify,
                steps: [
                    """
                    Shopify makes the file itself; files cannot be uploaded there. An app with the access scope \
                    “write_mobile_platform_applications” sets the app identifier through the Admin API \
                    (mobilePlatformApplicationCreate, with universalLinksEnabled).
                    """,
                    "It works on the shop's own domain, not on myshopify.com.",
                ],
                snippet: ConfigurationSnippet(
                    .json,
                    """
                    {
                      "input": {
                        "apple": {
                          "appId": "A1B2C3D4E5.com.company.app",
                          "universalLinksEnabled": true,
                          "sharedWebCredentialsEnabled": true
                        }
                      }
                    }
                    """),
                source: "Shopify, GraphQL Admin API: MobilePlatformApplication")
        }
        + [HostingPlatform.wix, .squarespace].map { platform in
            ServerRemedy(
                .fileMissing, on: platform,
                steps: [
                    """
                    \(platform.name) lets nobody put a file at this address. Use a sub-domain for the app's links \
                    that leads to a host where the file can be published, or put a CDN before the site that answers \
                    for this one path (Cloudflare Workers, for example).
                    """,
                    "Ask the app's developers to list that sub-domain in the app's associated domains.",
                ],
                source: "Seen on the platform: files can be uploaded to its media library only")
        }
}
