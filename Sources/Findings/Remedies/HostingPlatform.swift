/// A web server, hosting service or content delivery network (CDN) that can be recognised by its responses.
///
/// The raw value is the stable name for the command line and for scripts, in lower-case kebab case.
public enum HostingPlatform: String, Codable, Sendable, CaseIterable {
    case nginx
    case apache
    case litespeed
    case iis
    case caddy
    case cloudflare
    case cloudfront
    case s3
    case azureFrontDoor = "azure-front-door"
    case azureBlob = "azure-blob"
    case azureAppService = "azure-app-service"
    case azureStaticWebApps = "azure-static-web-apps"
    case firebase
    case googleCloudStorage = "google-cloud-storage"
    case vercel
    case netlify
    case githubPages = "github-pages"
    case fastly
    case akamai
    case heroku
    case render
    case nextjs
    case express
    case aspNetCore = "aspnet-core"
    case rails
    case wordpress
    case shopify
    case wix
    case squarespace

    /// The layer of a platform if several platforms contribute to one response, beginning with the closest to the
    /// visitor.
    package enum Layer: Sendable, Comparable {
        /// A CDN or firewall service in front of other servers.
        case edge
        /// A service that hosts whole sites.
        case hosting
        /// A web server or a store of files.
        case server
        /// The application that runs on a server.
        case application
    }

    /// The official name.
    public var name: String {
        switch self {
        case .nginx: "nginx"
        case .apache: "Apache httpd"
        case .litespeed: "LiteSpeed"
        case .iis: "Microsoft IIS"
        case .caddy: "Caddy"
        case .cloudflare: "Cloudflare"
        case .cloudfront: "Amazon CloudFront"
        case .s3: "Amazon S3"
        case .azureFrontDoor: "Azure Front Door"
        case .azureBlob: "Azure Blob Storage"
        case .azureAppService: "Azure App Service"
        case .azureStaticWebApps: "Azure Static Web Apps"
        case .firebase: "Firebase Hosting"
        case .googleCloudStorage: "Google Cloud Storage"
        case .vercel: "Vercel"
        case .netlify: "Netlify"
        case .githubPages: "GitHub Pages"
        case .fastly: "Fastly"
        case .akamai: "Akamai"
        case .heroku: "Heroku"
        case .render: "Render"
        case .nextjs: "Next.js"
        case .express: "Express"
        case .aspNetCore: "ASP.NET Core"
        case .rails: "Ruby on Rails"
        case .wordpress: "WordPress"
        case .shopify: "Shopify"
        case .wix: "Wix"
        case .squarespace: "Squarespace"
        }
    }

    /// Creates the platform with the name, raw value or alias `text`, ignoring case; `nil` if there is none.
    package init?(called text: String) {
        let wanted = text.lowercased()
        let aliases: [String: HostingPlatform] = [
            "openresty": .nginx, "httpd": .apache, "apache2": .apache, "aspnet": .aspNetCore, "asp.net": .aspNetCore,
            "gcs": .googleCloudStorage, "github": .githubPages, "next": .nextjs, "azure": .azureAppService,
            "amazon s3": .s3, "node": .express,
        ]
        let named = Self.allCases.first { $0.rawValue == wanted || $0.name.lowercased() == wanted }
        guard let platform = named ?? aliases[wanted] else { return nil }
        self = platform
    }

    /// The position of the platform between the visitor and the file.
    package var layer: Layer {
        switch self {
        case .cloudflare, .cloudfront, .azureFrontDoor, .fastly, .akamai: .edge
        case .azureAppService, .azureStaticWebApps, .firebase, .vercel, .netlify, .githubPages, .heroku, .render,
            .shopify, .wix, .squarespace:
            .hosting
        case .nginx, .apache, .litespeed, .iis, .caddy, .s3, .azureBlob, .googleCloudStorage, .aspNetCore: .server
        case .nextjs, .express, .rails, .wordpress: .application
        }
    }
}
