// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A web server, hosting service or content delivery network (CDN) that can be recognised by its responses.
///
/// Each platform is declared once, with its name and its signs; its remedies are in `Remedies+….swift`. The raw value
/// is the stable name for the command line and for scripts, in lower-case kebab case.
public struct HostingPlatform: RawRepresentable, Hashable, Codable, Sendable, CaseIterable {
    /// All platforms, in the order of lists.
    public static let allCases: [HostingPlatform] = [
        .nginx, .apache, .litespeed, .iis, .caddy, .cloudflare, .cloudfront, .s3, .azureFrontDoor, .azureBlob,
        .azureAppService, .azureStaticWebApps, .firebase, .googleCloudStorage, .vercel, .netlify, .githubPages, .fastly,
        .akamai, .heroku, .render, .nextjs, .express, .aspNetCore, .rails, .wordpress, .shopify, .wix, .squarespace,
    ]

    public static let nginx = HostingPlatform(
        "nginx", "nginx", .server, aliases: ["openresty"], .server("nginx"), .server("openresty"), .server("tengine"))
    public static let apache = HostingPlatform(
        "apache", "Apache httpd", .server, aliases: ["httpd", "apache2"], .server("apache"))
    public static let litespeed = HostingPlatform(
        "litespeed", "LiteSpeed", .server, .field("x-litespeed-cache"), .server("litespeed"))
    public static let iis = HostingPlatform("iis", "Microsoft IIS", .server, .server("microsoft-iis"))
    public static let caddy = HostingPlatform(
        "caddy", "Caddy", .server, .server("caddy"), .field("via", .containing(" caddy")),
        .issuer("caddy local authority"))
    public static let cloudflare = HostingPlatform(
        "cloudflare", "Cloudflare", .edge, .field("cf-ray"), .field("cf-cache-status"), .field("cf-mitigated"),
        .field("server", .prefix("cloudflare")), .certificateName("sni.cloudflaressl.com"),
        .issuer("cloudflare origin"), .issuer("cloudflare inc ecc ca"), .issuer("cloudflare tls issuing"))
    public static let cloudfront = HostingPlatform(
        "cloudfront", "Amazon CloudFront", .edge, .field("x-amz-cf-id"), .field("x-amz-cf-pop"), .server("cloudfront"),
        .field("x-cache", .containing("from cloudfront")), .certificateName(".cloudfront.net"))
    public static let s3 = HostingPlatform(
        "s3", "Amazon S3", .server, .field("x-amz-id-2"), .server("amazons3"), .certificateName(".s3.amazonaws.com"))
    public static let azureFrontDoor = HostingPlatform(
        "azure-front-door", "Azure Front Door", .edge, .field("x-azure-ref"), .field("x-azure-fdid"),
        .certificateName(".azurefd.net"), .certificateName(".azureedge.net"))
    public static let azureBlob = HostingPlatform(
        "azure-blob", "Azure Blob Storage", .server, .field("x-ms-blob-type"), .server("windows-azure-blob"),
        .server("windows-azure-web"), .certificateName(".blob.core.windows.net"),
        .certificateName(".web.core.windows.net"))
    public static let azureAppService = HostingPlatform(
        "azure-app-service", "Azure App Service", .hosting, aliases: ["azure"],
        .field("set-cookie", .prefix("arraffinity")), .certificateName(".azurewebsites.net"))
    public static let azureStaticWebApps = HostingPlatform(
        "azure-static-web-apps", "Azure Static Web Apps", .hosting, .field("x-ms-middleware-request-id"),
        .certificateName(".azurestaticapps.net"))
    public static let firebase = HostingPlatform(
        "firebase", "Firebase Hosting", .hosting, ownCDNs: [.fastly],
        .field("vary", .containing("x-fh-requested-host")), .certificateName(".firebaseapp.com"),
        .certificateName(".web.app"))
    public static let googleCloudStorage = HostingPlatform(
        "google-cloud-storage", "Google Cloud Storage", .server, aliases: ["gcs"], .field("x-goog-generation"),
        .field("x-goog-storage-class"), .server("uploadserver"), .certificateName(".storage.googleapis.com"))
    public static let vercel = HostingPlatform(
        "vercel", "Vercel", .hosting, .field("x-vercel-id"), .server("vercel"), .certificateName(".vercel.app"))
    public static let netlify = HostingPlatform(
        "netlify", "Netlify", .hosting, .field("x-nf-request-id"), .server("netlify"),
        .certificateName(".netlify.app"), .certificateName(".netlify.com"))
    public static let githubPages = HostingPlatform(
        "github-pages", "GitHub Pages", .hosting, aliases: ["github"], ownCDNs: [.fastly],
        .field("x-github-request-id"), .server("github.com"), .certificateName(".github.io"))
    public static let fastly = HostingPlatform(
        "fastly", "Fastly", .edge, .field("x-fastly-request-id"), .field("x-served-by", .prefix("cache-")),
        .certificateName(".fastly.net"))
    public static let akamai = HostingPlatform(
        "akamai", "Akamai", .edge, .field("akamai-grn"), .field("akamai-cache-status"), .field("x-akamai-transformed"),
        .field("x-akamai-request-id"), .field("server", .prefix("akamai")),
        .field("server-timing", .containing("ak_p")),
        .certificateName(".akamaized.net"), .certificateName(".akamai.net"))
    public static let heroku = HostingPlatform(
        "heroku", "Heroku", .hosting, .server("heroku"), .field("via", .containing("vegur")),
        .field("via", .containing("heroku-router")), .certificateName(".herokuapp.com"))
    public static let render = HostingPlatform(
        "render", "Render", .hosting, ownCDNs: [.cloudflare], .field("rndr-id"), .field("x-render-origin-server"),
        .certificateName(".onrender.com"))
    public static let nextjs = HostingPlatform(
        "nextjs", "Next.js", .application, aliases: ["next"], .field("x-nextjs-cache"), .field("x-nextjs-prerender"),
        .field("x-powered-by", .containing("next.js")))
    public static let express = HostingPlatform(
        "express", "Express", .application, aliases: ["node"], .field("x-powered-by", .product("express")))
    public static let aspNetCore = HostingPlatform(
        "aspnet-core", "ASP.NET Core", .server, aliases: ["aspnet", "asp.net"], .server("kestrel"))
    public static let rails = HostingPlatform(
        "rails", "Ruby on Rails", .application, .field("x-powered-by", .containing("phusion passenger")),
        .field("x-runtime", .prefix("0.")))
    public static let wordpress = HostingPlatform(
        "wordpress", "WordPress", .application, .field("x-powered-by", .containing("wordpress")),
        .field("x-powered-by", .containing("wp engine")), .field("link", .containing("https://api.w.org/")),
        .field("x-pingback", .containing("/xmlrpc.php")), .field("x-redirect-by", .containing("wordpress")))
    public static let shopify = HostingPlatform(
        "shopify", "Shopify", .hosting, ownCDNs: [.cloudflare], .field("x-shopid"), .field("x-shopify-stage"),
        .field("x-sorting-hat-shopid"), .field("powered-by", .containing("shopify")),
        .certificateName(".myshopify.com"))
    public static let wix = HostingPlatform(
        "wix", "Wix", .hosting, ownCDNs: [.fastly], .field("x-wix-request-id"), .server("pepyaka"),
        .certificateName(".wixsite.com"))
    public static let squarespace = HostingPlatform(
        "squarespace", "Squarespace", .hosting, .server("squarespace"), .certificateName(".squarespace.com"))

    /// The stable name, such as `github-pages`.
    public let rawValue: String
    /// The official name.
    public let name: String
    /// The position of the platform between the visitor and the application.
    package let layer: Layer
    private let aliases: [String]
    /// The CDNs that the service itself uses, and that its customers cannot configure.
    package let ownCDNs: [HostingPlatform]
    /// The signs of the platform in responses and certificates, as observed with its default settings.
    package let signs: [Sign]

    private init(
        _ rawValue: String, _ name: String, _ layer: Layer, aliases: [String] = [], ownCDNs: [HostingPlatform] = [],
        _ signs: Sign...
    ) {
        self.rawValue = rawValue
        self.name = name
        self.layer = layer
        self.aliases = aliases
        self.ownCDNs = ownCDNs
        self.signs = signs
    }

    /// Creates the platform with the raw value; `nil` if there is none.
    public init?(rawValue: String) {
        guard let platform = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = platform
    }

    /// Creates the platform with the name, raw value or alias `text`, ignoring case; `nil` if there is none.
    package init?(called text: String) {
        let wanted = text.lowercased()
        let platform = Self.allCases.first {
            $0.rawValue == wanted || $0.name.lowercased() == wanted || $0.aliases.contains(wanted)
        }
        guard let platform else { return nil }
        self = platform
    }
}

extension HostingPlatform {
    /// The layer of a platform, beginning with the closest to the visitor; several layers can contribute to a response.
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

    /// A sign that identifies a platform, with texts in lower case.
    package enum Sign: Sendable {
        case field(String, ValuePattern = .any)
        /// The end of a name in the server's certificate.
        case certificateName(String)
        /// A part of the name of the issuer of the server's certificate.
        case issuer(String)

        static func server(_ product: String) -> Sign { .field("server", .product(product)) }
    }

    /// A pattern for the value of a header field.
    package enum ValuePattern: Sendable {
        case any
        case prefix(String)
        case containing(String)
        /// The value begins with this product name, which a version or a comment may follow.
        case product(String)
    }
}

extension Remedies {
    /// The lists of remedies in `Remedies+….swift`.
    static let groups = [anyServer, nginx, apache, iis, caddy, edges, stores, hosting, applications]
}
