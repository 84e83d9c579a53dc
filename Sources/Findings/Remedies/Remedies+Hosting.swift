extension Remedies {
    /// The remedies for services that host whole sites.
    static let hosting: [ServerRemedy] =
        firebase + vercel + netlify + githubPages + azure + applicationPlatforms + siteBuilders

    private static let githubPages: [ServerRemedy] = [
        ServerRemedy(
            .fileMissing, on: .githubPages, language: .yaml,
            steps: """
                GitHub Pages builds with Jekyll, which skips folders whose names begin with a dot. Include the folder \
                in _config.yml, or put an empty file named .nojekyll into the root of the published files.
                The file must be in the repository that serves the root of the host (the user's site, or the one with \
                the custom domain).
                """,
            snippet: #"include: [".well-known"]"#,
            source: "Jekyll, Configuration Options (include); GitHub, About GitHub Pages and Jekyll"),
        ServerRemedy(
            .redirect, on: .githubPages,
            steps: """
                GitHub Pages redirects between the names with and without www, always to the one that is the custom \
                domain in the settings. Ask the app's developers to list the host that is the custom domain among \
                the app's domains, or serve the other one elsewhere.
                """,
            source: "GitHub, About custom domains and GitHub Pages"),
        ServerRemedy(
            .tlsCertificateNameMismatch, on: .githubPages,
            steps: """
                Enter the host as the custom domain in the repository's Pages settings and wait for its certificate; \
                remove it and enter it again if no certificate is issued. Then tick “Enforce HTTPS”.
                """,
            source: "GitHub, Securing your GitHub Pages site with HTTPS"),
    ]

    private static let applicationPlatforms: [ServerRemedy] = [
        ServerRemedy(
            .slowResponse, on: .heroku,
            steps: """
                Eco dynos are suspended after 30 minutes without traffic, and take seconds to start again: choose \
                Basic or a larger type, or serve the file from a CDN in front of the app.
                """,
            source: "Heroku, Eco dyno hours: sleeping"),
        ServerRemedy(
            .tlsCertificateNameMismatch, on: .heroku,
            steps: "Add the host (“heroku domains:add”), and switch on its certificates (“heroku certs:auto:enable”).",
            source: "Heroku, Automated Certificate Management"),
        ServerRemedy(
            .slowResponse, on: .render,
            steps: """
                Free web services sleep after 15 minutes without traffic, and take up to a minute to wake up: choose a \
                paid type, or serve the file from a Static Site, which does not sleep.
                """,
            source: "Render, Deploy for free: spinning down on idle"),
        ServerRemedy(
            .redirect, on: .render,
            steps: """
                If one of example.com and www.example.com was entered as a custom domain, Render adds the other one as \
                a redirect to it. Ask the app's developers to list the host that was entered among the app's domains, \
                or serve the other one elsewhere.
                """,
            source: "Render, Custom domains"),
    ]

    private static let siteBuilders: [ServerRemedy] =
        remedies(
            for: [.fileMissing, .detailsMissing], on: .shopify, language: .json,
            steps: """
                Shopify generates the file; files cannot be uploaded there. An app with the access scope \
                “write_mobile_platform_applications” sets the app identifier through the Admin API \
                (mobilePlatformApplicationCreate, with universalLinksEnabled).
                It works on the shop's own domain, not on myshopify.com.
                """,
            snippet: """
                {
                  "input": {
                    "apple": {
                      "appId": "A1B2C3D4E5.com.company.app",
                      "universalLinksEnabled": true,
                      "sharedWebCredentialsEnabled": true
                    }
                  }
                }
                """,
            source: "Shopify, GraphQL Admin API: MobilePlatformApplication")
        + [HostingPlatform.wix, .squarespace].map { platform in
            ServerRemedy(
                .fileMissing, on: platform,
                steps: """
                    \(platform.name) does not support a file at this address. For the app's links, use a sub-domain on \
                    a host where the file can be published, or put a CDN in front of the site and let it serve this \
                    one path (with Cloudflare Workers, for example).
                    Ask the app's developers to list that sub-domain in the app's associated domains.
                    """,
                source: "Observed on the platform: files can be uploaded to its media library only")
        }
}
